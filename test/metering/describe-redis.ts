import { describe, it } from '@jest/globals';
import { redisHere } from './redis-server.ts';

/** Tests that need Redis. Where there is none they are reported as skipped, with what to do; in CI that is a failure. */
export function describeRedis(name: string, tests: () => void): void {
  if (redisHere) {
    describe(name, tests);
    return;
  }
  const advice = 'no Redis here: install redis-server, or set REDIS_URL, or start a container engine';
  if (process.env.CI) throw new Error(`"${name}" must run in CI, but there is ${advice}`);
  process.stderr.write(`\nNOT RUN: ${name} (${advice})\n`);
  describe(name, () => it.skip(`is not run: ${advice}`, () => undefined));
}
