import { describeIfAvailable } from '../support/describe-if-available.ts';
import { isRedisAvailable } from '../servers/redis.ts';

const advice = 'no Redis here: install redis-server, or set REDIS_URL, or start a container engine';

/** Tests that need Redis, part of `npm run test:all` alone; see {@link describeIfAvailable}. */
export function describeRedis(name: string, tests: () => void): void {
  if (!('withEngines' in globalThis)) return;
  describeIfAvailable({ isAvailable: isRedisAvailable, advice }, name, tests);
}
