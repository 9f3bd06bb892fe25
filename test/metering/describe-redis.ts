import { isRedisAvailable } from '../servers/redis.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';

const advice = 'no Redis here: install redis-server, or set REDIS_URL, or start a container engine';

/** Tests that need Redis, part of `npm run test:all` alone; see {@link describeIfAvailable}. */
export function describeRedis(name: string, tests: () => void): void {
  if (!('withEngines' in globalThis)) return;
  describeIfAvailable({ isAvailable: isRedisAvailable, advice }, name, tests);
}
