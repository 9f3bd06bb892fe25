import type { Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.ts';

/** Failed attempts in a minute, after which the answer to another one is 429 instead of 401. A valid key is never counted. */
export const MAX_FAILED_ATTEMPTS = 20;
/**
 * Ids in a minute from one address that this process looked up and did not find, after which ids that it has not found before are not
 * looked up for that address. Far above what many clients with old keys behind one address send: it only bounds the work of the store.
 */
export const MAX_MISSED_LOOKUPS = 5_000;
/** Callers known to be over the limit, whose further failures need not be counted in a store. */
const MAX_BLOCKED = 10_000;

/** Counts requests with a key that is not valid. Names are those of accounts of addresses, or of an address and a key's id. */
export interface FailedKeys {
  /** Throws `rate_limited` when too many ids from this address were not found. */
  allowLookup(account: string): Promise<void>;
  /** Notes an id that was looked up and not found. */
  recordMiss(account: string): Promise<void>;
  /** Notes a failed attempt; throws `rate_limited` when there were too many. */
  recordFailure(counterKey: string): Promise<void>;
}

interface FailedKeysStores {
  /** Counts failed attempts, for all replicas together. */
  readonly attempts: Pick<Store, 'increment'>;
  /** Counts lookups in vain, in this process. */
  readonly misses: Pick<Store, 'increment' | 'get'>;
}

/** @param stores with windows of a minute */
export function createFailedKeys({ attempts, misses }: FailedKeysStores): FailedKeys {
  const blocked = new LRUCache<string, Date>({ max: MAX_BLOCKED });
  return {
    async allowLookup(account) {
      const recentMisses = await misses.get?.(account);
      if (recentMisses && recentMisses.totalHits >= MAX_MISSED_LOOKUPS)
        throw tooManyFailures(MAX_MISSED_LOOKUPS, recentMisses.resetTime);
    },
    async recordMiss(account) {
      await misses.increment(account);
    },
    async recordFailure(counterKey) {
      const until = blocked.get(counterKey);
      if (until && until.getTime() > Date.now()) throw tooManyFailures(MAX_FAILED_ATTEMPTS, until);
      const { totalHits, resetTime } = await attempts.increment(counterKey);
      if (totalHits <= MAX_FAILED_ATTEMPTS) return;
      if (resetTime) blocked.set(counterKey, resetTime);
      throw tooManyFailures(MAX_FAILED_ATTEMPTS, resetTime);
    },
  };
}

function tooManyFailures(count: number, resetTime: Date | undefined): Problem {
  const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1000));
  const detail = `More than ${count} requests in a minute came from this address with a key that is not valid. Correct the key and try again in ${seconds} seconds.`;
  return new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
}
