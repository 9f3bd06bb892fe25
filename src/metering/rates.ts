import { hash } from 'node:crypto';
import { type Options, type RateLimitInfo, rateLimit, type Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RATE_GROUPS, type RateGroup } from '../api/caller.ts';
import { Problem } from '../api/problem.ts';
import type { Identity } from './authenticate.ts';

export const RATE_WINDOW = 60_000;

interface RatesOptions {
  /** Where the requests of a group are counted. */
  readonly stores: (group: RateGroup) => Store;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

type Headers = Readonly<Record<string, string>>;

/** Counts requests by caller and group, in windows of a minute. */
export interface Rates {
  /** Answers the RateLimit headers; throws `rate_limited`, with them and Retry-After, when there were too many. */
  take(group: RateGroup, identity: Identity): Promise<Headers>;
}

/**
 * What the limiter is given in the place of a request and of its response: it asks neither for more than this. So nothing is set
 * on a response before there is an answer, and whatever protocol a caller comes by is counted alike.
 */
interface Turn {
  readonly identity: Identity;
  /** Set by the limiter. */
  rateLimit?: RateLimitInfo;
  failure?: unknown;
}

type Limiter = (request: Turn, response: Turn, next: (error?: unknown) => void) => Promise<void>;

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
function headersOf(group: RateGroup, { limit, remaining, key }: RateLimitInfo, seconds: number): Headers {
  return {
    RateLimit: `"${group}"; r=${remaining}; t=${seconds}`,
    'RateLimit-Policy': `"${group}"; q=${limit}; w=${RATE_WINDOW / 1000}; pk=:${partitionOf(key)}:`,
  };
}

/** Seconds until the window ends; by the clock of the limiter's store. */
function secondsLeft({ resetTime }: RateLimitInfo): number {
  const milliseconds = resetTime ? resetTime.getTime() - Date.now() : RATE_WINDOW;
  return Math.max(0, Math.ceil(milliseconds / 1000));
}

export function createRates({ stores, logger }: RatesOptions): Rates {
  const identityOf = (request: unknown): Identity => (request as Turn).identity;
  const shared: Partial<Options> = {
    windowMs: RATE_WINDOW,
    keyGenerator: (request) => identityOf(request).account,
    // It would hash the account at every request; the same headers are written below.
    standardHeaders: false,
    legacyHeaders: false,
    logger: { warn: (...parts) => logger.warn(textOf(parts)), error: (...parts) => logger.error(textOf(parts)) },
  };
  const limiters = Object.fromEntries(
    RATE_GROUPS.map((group) => {
      const limit = (request: unknown) => identityOf(request).plan.rates[group];
      const handler: Options['handler'] = (request, _response, next) => {
        const { rateLimit: info } = request as unknown as Turn;
        next(tooMany(group, info!));
      };
      return [group, rateLimit({ ...shared, identifier: group, store: stores(group), limit, handler })];
    }),
  ) as unknown as Record<RateGroup, Limiter>;

  return {
    async take(group, identity) {
      const turn: Turn = { identity };
      // A failing store comes this way too.
      await limiters[group](turn, turn, (error) => {
        turn.failure = error;
      });
      if (turn.failure) throw turn.failure;
      return headersOf(group, turn.rateLimit!, secondsLeft(turn.rateLimit!));
    },
  };
}

function tooMany(group: RateGroup, info: RateLimitInfo): Problem {
  const { limit } = info;
  const wait = secondsLeft(info);
  const which = group === 'other' ? 'on these endpoints' : `in the group "${group}"`;
  const detail = `This caller may send ${limit} requests a minute ${which}. Wait ${wait} seconds, then go on more slowly.`;
  return new Problem('rate_limited', {
    detail,
    headers: { ...headersOf(group, info, wait), 'Retry-After': String(wait) },
  });
}

function textOf(parts: readonly unknown[]): string {
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
}
