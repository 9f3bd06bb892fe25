import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long a header that was found valid is believed to be, in milliseconds. Each check renews it. */
const BELIEVED_FOR_MS = 5 * 60_000;
const MOST = 20_000;
/** `Bearer ` and a key have 67 characters; longer headers are not worth hashing. */
const LONGEST = 128;

/**
 * Authorization headers that opened a key in the last minutes, by their SHA-256. They say who goes first when there is too much to do,
 * never who is let in.
 */
export interface ValidCredentials {
  add(authorization: string): void;
  /** Called when the header was found not to be valid, or no longer. */
  delete(authorization: string): void;
  has(authorization: string): boolean;
}

export function createValidCredentials(clock: () => number): ValidCredentials {
  const checkedAt = new LRUCache<string, number>({ max: MOST });
  const digestOf = (authorization: string) => hash('sha256', authorization, 'base64');
  return {
    add(authorization) {
      if (authorization.length <= LONGEST) checkedAt.set(digestOf(authorization), clock());
    },
    delete(authorization) {
      if (authorization.length <= LONGEST) checkedAt.delete(digestOf(authorization));
    },
    has(authorization) {
      if (authorization.length > LONGEST) return false;
      const at = checkedAt.get(digestOf(authorization));
      return at !== undefined && clock() - at < BELIEVED_FOR_MS;
    },
  };
}
