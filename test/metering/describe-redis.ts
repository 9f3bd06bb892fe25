import { describe, it } from '@jest/globals';
import { redisHere } from './redis-server.ts';

/**
 * Tests that need Redis: part of `npm run test:all` alone. Where there is no Redis they are reported as skipped, with what to do; in
 * CI that is a failure.
 */
export function describeRedis(name: string, tests: () => void): void {
  if (!('withEngines' in globalThis)) return;
  if (redisHere) {
    describe(name, tests);
    return;
  }
  const advice = 'no Redis here: install redis-server, or set REDIS_URL, or start a container engine';
  if (process.env.CI) throw new Error(`"${name}" must run in CI, but there is ${advice}`);
  process.stderr.write(`\nNOT RUN: ${name} (${advice})\n`);
  describe(name, () => it.skip(`is not run: ${advice}`, () => undefined));
}
