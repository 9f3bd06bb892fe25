import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

export const RATE_WINDOW_SECONDS = 60;

/** Opens a counter of requests in windows of one minute, which start with the first request. `points` is the limit. */
export type OpenCounter = (name: string, points: number) => RateLimiterAbstract;

export const memoryCounter: OpenCounter = (name, points) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: RATE_WINDOW_SECONDS });

/** Counts in Redis for all replicas together, and in this process while Redis is away. */
export function redisCounter(client: Redis, prefix: string): OpenCounter {
  return (name, points) =>
    new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `${prefix}rate:${name}`,
      points,
      duration: RATE_WINDOW_SECONDS,
      // Requests over the limit are refused in this process, without Redis.
      inMemoryBlockOnConsumed: points + 1,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCounter(name, points),
    });
}

/** Practically unlimited: the count is compared with the limit of the caller's plan. */
export const COUNT_ONLY = Number.MAX_SAFE_INTEGER - 1;
