import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { openMetering } from '../../src/metering/open.ts';
import { DEFAULT_PLANS_FILE, openPlans } from '../../src/metering/plans.ts';
import { startRedis } from '../servers/redis.ts';
import { folderForTests } from '../support/for-tests.ts';
import { describeRedis } from './describe-redis.ts';

describeRedis('a clock that is not Redis’s', () => {
  const dataDir = folderForTests();
  it.each([
    ['ahead', 86_400_000, /"level":40.*"seconds":8(6[34]|6400).*clocks of this machine and of Redis differ/],
    ['right', 0, /^$/],
  ])('that is %s is measured, and reported at the start', async (_, offset, reported) => {
    const redis = await startRedis();
    let log = '';
    const metering = await openMetering({
      config: { dataDir, redisUrl: redis.url },
      plans: openPlans(DEFAULT_PLANS_FILE),
      logger: pino({ base: null, level: 'warn' }, { write: (line: string) => void (log += line) }),
      clock: () => Date.now() + offset,
      prefix: redis.prefix,
    });
    expect((await metering.clockSkew()) / 60).toBeCloseTo(offset / 60_000, 0);
    expect(await metering.countKeys()).toBe(0);
    expect(log).toMatch(reported);
    await metering.close();
    await redis.stop();
  });
});
