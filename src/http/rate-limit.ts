import type { Request, RequestHandler, Response } from 'express';
import { type AugmentedRequest, rateLimit, type Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { type Caller, RATE_GROUPS, type RateGroup } from '../metering/caller.ts';
import type { Meter } from '../metering/meter-port.ts';
import { RATE_WINDOW_SECONDS } from '../metering/rate-counters.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf } from './request-context.ts';

/** What requests are counted by, and how many there may be in a minute. */
interface Bucket {
  readonly key: string;
  readonly limit: number;
}

interface Limiter {
  /** In the RateLimit headers. */
  readonly name: string;
  readonly store: Store;
  /** Undefined for callers that it does not count. */
  readonly bucketOf: (caller: Caller) => Bucket | undefined;
  /** What the limit holds for; ends a sentence. */
  readonly scope: string;
}

/**
 * For each rate group the middlewares that count by account, have express-rate-limit write the draft-8 RateLimit headers, and refuse what is over the plan. Of a
 * page's key each visitor is counted, and all of them together.
 */
export function rateLimits(meter: Meter): (group: RateGroup) => RequestHandler[] {
  const { rateStore } = meter;
  if (!rateStore) return () => [];
  const ofPages = limiter({
    name: 'page',
    store: rateStore('page'),
    bucketOf: ({ visitor, account, plan }) => visitor && { key: account, limit: plan.pageRate! },
    scope: 'for all visitors of its page together',
  });
  const limiters = new Map<RateGroup, RequestHandler[]>(
    RATE_GROUPS.map((group) => {
      const bucketOf = ({ visitor, account, plan }: Caller) => {
        return { key: visitor?.account ?? account, limit: (visitor?.rates ?? plan.rates!)[group] };
      };
      const scope = group === 'other' ? 'on these endpoints' : `in the group "${group}"`;
      return [group, [limiter({ name: group, store: rateStore(group), bucketOf, scope }), ofPages]];
    }),
  );
  return (group) => limiters.get(group)!;
}

/** Until the window ends. */
interface Refusal {
  readonly limit: number;
  readonly resetsAt: number;
  /** The RateLimit-Policy header. */
  readonly policy: string;
}

/** Those of which something is kept; callers beyond are counted anew with each request. */
const MAX_CALLERS = 20_000;

/** The count of a caller's requests in its present window. */
interface KnownCount {
  totalHits: number;
  readonly resetTime: Date | undefined;
}

/**
 * Answers from the count that this process knows while that is below half of the limit, and counts in the store meanwhile: no request waits
 * for a round trip that could not refuse it.
 */
function countedAhead(store: Store, limitOf: (key: string) => number): Store {
  const known = new LRUCache<string, KnownCount>({ max: MAX_CALLERS });
  const isCurrent = (count: KnownCount | undefined) => Number(count?.resetTime ?? 0) > Date.now();
  return {
    increment(key) {
      const last = known.get(key);
      const counting = Promise.resolve(store.increment(key)).then((counted) => {
        const newer = known.get(key);
        // Those that are under way are not in what the store counted for this one.
        const totalHits = Math.max(counted.totalHits, newer && isCurrent(newer) ? newer.totalHits : 0);
        known.set(key, { totalHits, resetTime: counted.resetTime });
        return counted;
      });
      if (last === undefined || !isCurrent(last) || last.totalHits >= limitOf(key) / 2) return counting;
      counting.catch(() => undefined);
      last.totalHits++;
      return { totalHits: last.totalHits, resetTime: last.resetTime };
    },
    decrement: (key) => store.decrement(key),
    resetKey: (key) => store.resetKey(key),
  };
}

/** A caller that was refused is refused again from memory, until its window ends: counting it, in Redis too, would only cost time. */
function limiter({ name, store, bucketOf, scope }: Limiter): RequestHandler {
  const refusals = new LRUCache<string, Refusal>({ max: MAX_CALLERS });
  const refuse = refuser(name, scope);
  const bucketFor = (response: Response) => bucketOf(contextOf(response).admission!.caller);
  const limits = new LRUCache<string, number>({ max: MAX_CALLERS });
  const count = rateLimit({
    windowMs: RATE_WINDOW_SECONDS * 1000,
    store: countedAhead(store, (key) => limits.get(key) ?? 0),
    standardHeaders: 'draft-8',
    identifier: name,
    legacyHeaders: false,
    // They look for mistakes in options that are fixed here.
    validate: false,
    keyGenerator: (_request, response) => bucketFor(response)!.key,
    limit: (_request, response) => bucketFor(response)!.limit,
    handler: (request, response) => {
      const { key, limit } = bucketFor(response)!;
      const resetsAt = (request as AugmentedRequest).rateLimit!.resetTime!.getTime();
      const refusal = { limit, resetsAt, policy: String(response.getHeader('RateLimit-Policy')) };
      refusals.set(key, refusal);
      refuse(request, response, refusal);
    },
  });
  return function limitRate(request, response, next) {
    const bucket = bucketFor(response);
    const refusal = bucket && refusals.get(bucket.key);
    if (!bucket) next();
    else if (refusal?.limit !== bucket.limit || refusal.resetsAt <= Date.now()) {
      limits.set(bucket.key, bucket.limit);
      return count(request, response, next);
    } else {
      contextOf(response).isRepeatedRefusal = true;
      refuse(request, response, refusal);
    }
  };
}

/** Sends a 429. The problem is made once for each second. */
function refuser(name: string, scope: string) {
  let latest: { readonly limit: number; readonly seconds: number; readonly problem: Problem } | undefined;
  return (request: Request, response: Response, { limit, resetsAt, policy }: Refusal): void => {
    const seconds = Math.max(1, Math.ceil((resetsAt - Date.now()) / 1000));
    if (latest?.limit !== limit || latest.seconds !== seconds) {
      const wait = `Wait ${seconds} seconds, then go on more slowly.`;
      const detail = `This caller may send ${limit} requests a minute ${scope}. ${wait}`;
      latest = { limit, seconds, problem: new Problem('rate_limited', { detail }) };
    }
    contextOf(response).admission?.recordFailure?.();
    response.setHeader('RateLimit-Policy', policy).setHeader('RateLimit', `"${name}"; r=0; t=${seconds}`);
    response.setHeader('Retry-After', String(seconds));
    sendProblem(request, response, latest.problem);
  };
}
