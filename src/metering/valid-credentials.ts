import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long a header that was found valid is believed to be, in milliseconds. Each check renews it. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_CREDENTIALS = 20_000;
/** `Bearer ` and a key have 67 characters; longer headers are not worth hashing. */
const MAX_HEADER_LENGTH = 128;

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
  const checkedAt = new LRUCache<string, number>({ max: MAX_CREDENTIALS });
  const digestOf = (authorization: string) => hash('sha256', authorization, 'base64');
  return {
    add(authorization) {
      if (authorization.length <= MAX_HEADER_LENGTH) checkedAt.set(digestOf(authorization), clock());
    },
    delete(authorization) {
      if (authorization.length <= MAX_HEADER_LENGTH) checkedAt.delete(digestOf(authorization));
    },
    has(authorization) {
      if (authorization.length > MAX_HEADER_LENGTH) return false;
      const lastCheckedAt = checkedAt.get(digestOf(authorization));
      return lastCheckedAt !== undefined && clock() - lastCheckedAt < MAX_AGE_MS;
    },
  };
}
