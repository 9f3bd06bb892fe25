import { describeWhere } from '../support/describe-where.ts';
import { redisHere } from './redis-server.ts';

const advice = 'no Redis here: install redis-server, or set REDIS_URL, or start a container engine';

/** Tests that need Redis, part of `npm run test:all` alone; see {@link describeWhere}. */
export function describeRedis(name: string, tests: () => void): void {
  if (!('withEngines' in globalThis)) return;
  describeWhere({ isHere: redisHere, advice }, name, tests);
}
