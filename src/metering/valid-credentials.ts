import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long a header is considered valid after its last check. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_CREDENTIALS = 20_000;
/** `Bearer ` and a key have 67 characters; longer headers are not worth hashing. */
const MAX_HEADER_LENGTH = 128;

/**
 * SHA-256 digests of Authorization headers that were valid within the last minutes. Used for priority under overload only, never for
 * authentication.
 */
export interface ValidCredentials {
  add(authorization: string): void;
  /** Called when a header is found invalid. */
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
