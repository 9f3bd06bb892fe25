import type { Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

export const RATE_WINDOW_SECONDS = 60;

/** Opens a counter of requests, in windows of a minute from the first one. `points` is how many it lets through. */
export type OpenCounter = (name: string, points: number) => RateLimiterAbstract;

export const memoryCounter: OpenCounter = (name, points) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: RATE_WINDOW_SECONDS });

/** Counts in Redis for all replicas together, and in this process while Redis is away. */
export function redisCounter(client: Redis, prefix: string): OpenCounter {
  return (name, points) =>
    new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `${prefix}rate:${name}`,
      ...{ points, duration: RATE_WINDOW_SECONDS },
      // A caller that is over the limit costs Redis nothing more.
      inMemoryBlockOnConsumed: points + 1,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCounter(name, points),
    });
}

/** No limit is reached by counting: express-rate-limit compares with the limit of the caller's plan. */
export const COUNT_ONLY = Number.MAX_SAFE_INTEGER - 1;

/** A counter as a store of express-rate-limit, which decides and answers. */
export function rateStore(counter: RateLimiterAbstract): Store {
  return {
    async increment(key) {
      const { consumedPoints, msBeforeNext } = await counter.consume(key);
      return { totalHits: consumedPoints, resetTime: new Date(Date.now() + msBeforeNext) };
    },
    async decrement(key) {
      await counter.reward(key);
    },
    async resetKey(key) {
      await counter.delete(key);
    },
  };
}
