import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../problem.ts';

/** Failed attempts a minute, beyond which the status is 429 instead of 401. Requests with a valid key are not counted. */
export const MAX_FAILED_ATTEMPTS = 20;
/**
 * Unknown key ids a minute that are looked up for one IP address. Bounds the load on the store; far above what many clients with
 * revoked keys behind one address send.
 */
export const MAX_MISSED_LOOKUPS = 5_000;

/** Counts requests with an invalid key. */
export interface FailedKeys {
  /** Throws `rate_limited` when too many ids from this address were not found. */
  allowLookup(account: string): Promise<void>;
  /** Records an id that was looked up and not found. */
  recordMiss(account: string): Promise<void>;
  /** Records a failed attempt; throws `rate_limited` when there were too many. */
  recordFailure(counterKey: string): Promise<void>;
}

interface FailedKeysCounters {
  /** Counts failed attempts, for all replicas together. */
  readonly attempts: RateLimiterAbstract;
  /** Counts lookups of unknown ids, in this process. */
  readonly misses: RateLimiterAbstract;
}

export function createFailedKeys({ attempts, misses }: FailedKeysCounters): FailedKeys {
  return {
    async allowLookup(account) {
      const missed = await misses.get(account);
      if (missed && missed.consumedPoints >= MAX_MISSED_LOOKUPS) throw tooManyFailures(MAX_MISSED_LOOKUPS, missed);
    },
    async recordMiss(account) {
      await misses.penalty(account);
    },
    async recordFailure(counterKey) {
      try {
        await attempts.consume(counterKey);
      } catch (rejection) {
        if (rejection instanceof Error) throw rejection;
        throw tooManyFailures(MAX_FAILED_ATTEMPTS, rejection as RateLimiterRes);
      }
    },
  };
}

function tooManyFailures(count: number, { msBeforeNext }: RateLimiterRes): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const detail = `More than ${count} requests in a minute came from this address with a key that is not valid. Correct the key and try again in ${seconds} seconds.`;
  return new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
}
