import { hash } from 'node:crypto';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type Caller, RATE_GROUPS, type RateGroup } from '../metering/caller.ts';
import type { Meter } from '../metering/meter-port.ts';
import { RATE_WINDOW_SECONDS } from '../metering/rate-counters.ts';
import { Problem } from '../problem.ts';
import { contextOf } from './request-context.ts';

/** Counts a request of the caller, writes the RateLimit headers, and throws a `rate_limited` where it is over its plan. */
export type LimitRate = (response: Response, caller: Caller) => Promise<void>;

/** For each rate group how its requests are limited. Of a page's key each visitor is counted, and all of them together. */
export function rateLimits(meter: Meter): (group: RateGroup) => LimitRate {
  if (!meter.countRequest) return () => async () => undefined;
  const ofPages = limiter(meter, 'page', 'for all visitors of its page together');
  const limits = new Map<RateGroup, LimitRate>(
    RATE_GROUPS.map((group) => {
      const limit = limiter(meter, group, group === 'other' ? 'on these endpoints' : `in the group "${group}"`);
      return [
        group,
        async (response, { visitor, account, plan }) => {
          await limit(response, visitor?.account ?? account, (visitor?.rates ?? plan.rates!)[group]);
          if (visitor) await ofPages(response, account, plan.pageRate!);
        },
      ];
    }),
  );
  return (group) => limits.get(group)!;
}

/** Those of which something is kept; callers beyond are counted anew with each request. */
const MAX_CALLERS = 20_000;

/** The requests of one account in its present minute, as far as this process knows. */
interface Minute {
  hits: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
  readonly limit: number;
  /** The RateLimit-Policy header. */
  readonly policy: string;
}

/**
 * Limits by the draft-8 of RateLimit headers. While the count that this process knows is below half of the limit, no request waits for a
 * round trip of the store, which could not refuse it. Who was refused is refused again from memory: counting that would only cost time.
 *
 * @param scope what the limit holds for; ends a sentence
 */
function limiter({ countRequest }: Meter, name: RateGroup | 'page', scope: string) {
  const minutes = new LRUCache<string, Minute>({ max: MAX_CALLERS });
  const refusal = refusalOf(scope);

  const minuteOf = (account: string, limit: number): Minute => {
    const known = minutes.get(account);
    if (known?.limit === limit) return known;
    const partition = Buffer.from(hash('sha256', account).slice(0, 12)).toString('base64');
    const policy = `"${name}"; q=${limit}; w=${RATE_WINDOW_SECONDS}; pk=:${partition}:`;
    const minute = { hits: known?.hits ?? 0, endsAt: known?.endsAt ?? 0, limit, policy };
    minutes.set(account, minute);
    return minute;
  };

  const count = async (account: string, minute: Minute) => {
    const { consumedPoints, msBeforeNext } = await countRequest!(name, account);
    const now = Date.now();
    // Those that are under way are not in what the store counted for this one.
    minute.hits = Math.max(consumedPoints, minute.endsAt > now ? minute.hits : 0);
    minute.endsAt = now + msBeforeNext;
    return consumedPoints;
  };

  return async (response: Response, account: string, limit: number): Promise<void> => {
    const minute = minuteOf(account, limit);
    const isCurrent = minute.endsAt > Date.now();
    // As many as there were with this request: those after it may be known by the time that it is answered.
    let { hits } = minute;
    if (isCurrent && hits > limit) contextOf(response).isRepeatedRefusal = true;
    else {
      const counting = count(account, minute);
      if (isCurrent && hits < limit / 2) {
        counting.catch(() => undefined);
        hits = ++minute.hits;
      } else hits = await counting;
    }
    const seconds = Math.max(0, Math.ceil((minute.endsAt - Date.now()) / 1000));
    response.appendHeader('RateLimit-Policy', minute.policy);
    if (hits > limit) {
      const problem = refusal(limit, Math.max(1, seconds));
      response.setHeader('RateLimit', `"${name}"; r=0; t=${problem.headers['Retry-After']}`);
      throw problem;
    }
    response.appendHeader('RateLimit', `"${name}"; r=${limit - hits}; t=${seconds}`);
  };
}

/** The problem is made once for each second. */
function refusalOf(scope: string): (limit: number, seconds: number) => Problem {
  let latest: { readonly limit: number; readonly seconds: number; readonly problem: Problem } | undefined;
  return (limit, seconds) => {
    if (latest?.limit !== limit || latest.seconds !== seconds) {
      const detail = `This caller may send ${limit} requests a minute ${scope}. Wait ${seconds} seconds, then go on more slowly.`;
      const problem = new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
      latest = { limit, seconds, problem };
    }
    return latest.problem;
  };
}
