import type { Request, RequestHandler, Response } from 'express';
import { type Options, rateLimit, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import { RATE_GROUPS, type RateGroup } from '../api/caller.ts';
import type { Exchange } from '../api/meter.ts';
import { Problem } from '../api/problem.ts';
import type { Identity } from './authenticate.ts';

export const RATE_WINDOW = 60_000;

interface RatesOptions {
  /** Where the requests of a group are counted. */
  readonly stores: (group: RateGroup) => Store;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Counts requests by caller and group, in windows of a minute. */
export interface Rates {
  /** Sets the RateLimit headers; throws `rate_limited` when there were too many. */
  take(group: RateGroup, identity: Identity, exchange: Exchange): Promise<void>;
}

export function createRates({ stores, logger }: RatesOptions): Rates {
  const callers = new WeakMap<Request, Identity>();
  const callerOf = (request: Request): Identity => callers.get(request)!;
  const shared: Partial<Options> = {
    windowMs: RATE_WINDOW,
    keyGenerator: (request) => callerOf(request).account,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    logger: { warn: (...parts) => logger.warn(textOf(parts)), error: (...parts) => logger.error(textOf(parts)) },
  };
  const limiters = Object.fromEntries(
    RATE_GROUPS.map((group) => {
      const limit = (request: Request) => callerOf(request).plan.rates[group];
      const handler: Options['handler'] = (request, response, next) => {
        next(tooMany(group, limit(request), response));
      };
      return [group, rateLimit({ ...shared, identifier: group, store: stores(group), limit, handler })];
    }),
  ) as Readonly<Record<string, unknown>> as Record<RateGroup, RequestHandler>;

  return {
    async take(group, identity, { request, response }) {
      callers.set(request, identity);
      await new Promise<void>((resolve, reject) => {
        const done = (error?: unknown) => (error ? reject(error) : resolve());
        // A failing store rejects the middleware's own promise.
        Promise.resolve(limiters[group](request, response, done)).catch(reject);
      });
    },
  };
}

/** The middleware has set Retry-After. */
function tooMany(group: RateGroup, limit: number, response: Response): Problem {
  const wait = String(response.getHeader('Retry-After') ?? RATE_WINDOW / 1000);
  const which = group === 'other' ? 'on these endpoints' : `in the group "${group}"`;
  const detail = `This caller may send ${limit} requests a minute ${which}. Wait ${wait} seconds, then go on more slowly.`;
  return new Problem('rate_limited', { detail, headers: { 'Retry-After': wait } });
}

function textOf(parts: readonly unknown[]): string {
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
}
