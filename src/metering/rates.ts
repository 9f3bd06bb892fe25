import { hash } from 'node:crypto';
import type { Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.ts';
import type { Identity } from './authenticate.ts';
import { RATE_GROUPS, type RateGroup } from './caller.ts';

const RATE_WINDOW = 60_000;

type Headers = Readonly<Record<string, string>>;

/** Counts requests by caller and group, in windows of a minute. */
export interface RateLimiter {
  /** Answers the RateLimit headers; throws `rate_limited`, with them and Retry-After, when there were too many. */
  consume(group: RateGroup, identity: Identity): Promise<Headers>;
}

/** What a caller has left of a window. */
interface Left {
  readonly account: string;
  /** Requests in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends. */
  readonly resetTime: Date | undefined;
}

/** Names of accounts as the headers show them. */
const partitions = new LRUCache<string, string>({ max: 20_000 });

/** An account in the headers: the first 12 hexadecimal digits of its SHA-256, as a byte sequence. */
function partitionOf(account: string): string {
  let partition = partitions.get(account);
  if (partition === undefined) {
    partition = Buffer.from(hash('sha256', account, 'hex').slice(0, 12)).toString('base64');
    partitions.set(account, partition);
  }
  return partition;
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-08. */
function headersOf(group: RateGroup, { limit, remaining, account }: Left, seconds: number): Headers {
  return {
    RateLimit: `"${group}"; r=${remaining}; t=${seconds}`,
    'RateLimit-Policy': `"${group}"; q=${limit}; w=${RATE_WINDOW / 1000}; pk=:${partitionOf(account)}:`,
  };
}

/** Seconds until the window ends; by the clock of the limiter's store. */
function secondsLeft({ resetTime }: Left): number {
  const milliseconds = resetTime ? resetTime.getTime() - Date.now() : RATE_WINDOW;
  return Math.max(0, Math.ceil(milliseconds / 1000));
}

/** A store of the limiter's package begins to count in windows of a minute. */
export function initStore(store: Store): Store {
  // It asks for nothing else of the limiter's options.
  store.init?.({ windowMs: RATE_WINDOW } as Parameters<NonNullable<Store['init']>>[0]);
  return store;
}

/**
 * The stores of the limiter's package count; the limiter itself, a middleware, is for requests and responses of Express alone, and
 * whatever protocol a caller comes by is counted alike here.
 *
 * @param stores where the requests of a group are counted
 */
export function createRateLimiter(stores: (group: RateGroup) => Store): RateLimiter {
  const counts = Object.fromEntries(RATE_GROUPS.map((group) => [group, initStore(stores(group))])) as Record<
    RateGroup,
    Store
  >;
  return {
    async consume(group, { account, plan }) {
      const limit = plan.rates[group];
      const { totalHits, resetTime } = await counts[group].increment(account);
      const left = { account, limit, remaining: Math.max(0, limit - totalHits), resetTime };
      if (totalHits > limit) throw tooMany(group, left);
      return headersOf(group, left, secondsLeft(left));
    },
  };
}

function tooMany(group: RateGroup, left: Left): Problem {
  const { limit } = left;
  const wait = secondsLeft(left);
  const which = group === 'other' ? 'on these endpoints' : `in the group "${group}"`;
  const detail = `This caller may send ${limit} requests a minute ${which}. Wait ${wait} seconds, then go on more slowly.`;
  return new Problem('rate_limited', {
    detail,
    headers: { ...headersOf(group, left, wait), 'Retry-After': String(wait) },
  });
}
