import { type Options, rateLimit, type Store } from 'express-rate-limit';
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
  readonly headersSent: false;
  readonly headers: Record<string, string>;
  append(name: string, value: string): void;
  setHeader(name: string, value: string): void;
}

function turnOf(identity: Identity): Turn {
  const headers: Record<string, string> = {};
  const set = (name: string, value: string) => {
    headers[name] = String(value);
  };
  return { identity, headersSent: false, headers, append: set, setHeader: set };
}

type Limiter = (request: Turn, response: Turn, next: (error?: unknown) => void) => Promise<void>;

export function createRates({ stores, logger }: RatesOptions): Rates {
  const identityOf = (request: unknown): Identity => (request as Turn).identity;
  const shared: Partial<Options> = {
    windowMs: RATE_WINDOW,
    keyGenerator: (request) => identityOf(request).account,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    logger: { warn: (...parts) => logger.warn(textOf(parts)), error: (...parts) => logger.error(textOf(parts)) },
  };
  const limiters = Object.fromEntries(
    RATE_GROUPS.map((group) => {
      const limit = (request: unknown) => identityOf(request).plan.rates[group];
      const handler: Options['handler'] = (request, _response, next) => {
        next(tooMany(group, limit(request), (request as unknown as Turn).headers));
      };
      return [group, rateLimit({ ...shared, identifier: group, store: stores(group), limit, handler })];
    }),
  ) as unknown as Record<RateGroup, Limiter>;

  return {
    async take(group, identity) {
      const turn = turnOf(identity);
      let failure: unknown;
      // A failing store comes this way too.
      await limiters[group](turn, turn, (error) => {
        failure = error;
      });
      if (failure) throw failure;
      return turn.headers;
    },
  };
}

function tooMany(group: RateGroup, limit: number, headers: Headers): Problem {
  const wait = headers['Retry-After'] ?? String(RATE_WINDOW / 1000);
  const which = group === 'other' ? 'on these endpoints' : `in the group "${group}"`;
  const detail = `This caller may send ${limit} requests a minute ${which}. Wait ${wait} seconds, then go on more slowly.`;
  return new Problem('rate_limited', { detail, headers: { ...headers, 'Retry-After': wait } });
}

function textOf(parts: readonly unknown[]): string {
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
}
