import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { RATE_GROUPS, type RateGroup } from '../metering/caller.ts';
import type { Meter } from '../metering/meter-port.ts';
import { RATE_WINDOW_SECONDS } from '../metering/rate-counters.ts';
import { Problem } from '../problem.ts';
import { contextOf } from './request-context.ts';

const unlimited: RequestHandler = (_request, _response, next) => next();

/** For each rate group a middleware that counts by account, writes the draft-8 RateLimit headers, and refuses what is over the plan. */
export function rateLimits(meter: Meter): (group: RateGroup) => RequestHandler {
  const { rateStore } = meter;
  if (!rateStore) return () => unlimited;
  const limiters = new Map<RateGroup, RequestHandler>(
    RATE_GROUPS.map((group) => [
      group,
      rateLimit({
        windowMs: RATE_WINDOW_SECONDS * 1000,
        store: rateStore(group),
        identifier: group,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
        // They look for mistakes in options that are fixed here.
        validate: false,
        keyGenerator: (_request, response) => contextOf(response).admission!.caller.account,
        limit: (_request, response) => contextOf(response).admission!.caller.plan.rates![group],
        handler: (_request, response) => {
          const limit = contextOf(response).admission!.caller.plan.rates![group];
          const which = group === 'other' ? 'on these endpoints' : `in the group "${group}"`;
          const wait = `Wait ${response.getHeader('Retry-After')} seconds, then go on more slowly.`;
          throw new Problem('rate_limited', {
            detail: `This caller may send ${limit} requests a minute ${which}. ${wait}`,
          });
        },
      }),
    ]),
  );
  return (group) => limiters.get(group)!;
}
