import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { openMetering, openMeteringStore } from '../../../src/metering/open.ts';
import { openPlans } from '../../../src/metering/plans.ts';
import { migrateRedis } from '../../../src/metering/redis/redis-store.ts';
import { NewerSchemaError } from '../../../src/metering/store.ts';
import { startRedis } from '../../servers/redis.ts';
import { forTests } from '../../support/for-tests.ts';
import { until } from '../../support/until.ts';
import { describeRedis } from '../describe-redis.ts';
import { expectFirstReleaseData } from '../upgrades/expect-first-release-data.ts';
import { writeRedis } from '../upgrades/first-release.ts';

describeRedis('what the first release wrote in Redis', () => {
  const logger = pino({ enabled: false });
  const redis = forTests(startRedis);
  let client: Redis;
  let prefix: string;
  let tests = 0;
  beforeAll(() => {
    client = new Redis(redis.url);
  });
  afterAll(() => client.quit());
  beforeEach(() => {
    prefix = `${redis.prefix}${++tests}:`;
  });
  const config = () => ({ dataDir: '.', redisUrl: redis.url });
  const version = () => client.get(`${prefix}schema`);

  it('is read and written by this one, nothing lost', async () => {
    await writeRedis(client, prefix);
    const store = await openMeteringStore(config(), logger, prefix);
    await expectFirstReleaseData(store);
    await store.close();
    expect(await version()).toBe('1');
  });

  describe('and a migration', () => {
    const RENAMED = `
      for _, id in ipairs(redis.call('SMEMBERS', ARGV[2] .. 'keys')) do
        redis.call('HSET', ARGV[2] .. 'key:' .. id, 'note', 'none')
      end`;
    const COUNTED = "redis.call('INCR', ARGV[2] .. 'times')";

    it('bring it up to date, however many replicas start together', async () => {
      await writeRedis(client, prefix);
      await Promise.all(Array.from({ length: 5 }, () => migrateRedis(client, prefix, [RENAMED, COUNTED])));
      expect(await version()).toBe('3');
      expect(await client.get(`${prefix}times`)).toBe('1');
      expect(await client.hmget(`${prefix}key:abc123def456`, 'name', 'note')).toEqual(['詞人', 'none']);
    });

    it('continue where an earlier start stopped', async () => {
      await expect(migrateRedis(client, prefix, [COUNTED, "error('broken')"])).rejects.toThrow(/broken/);
      expect(await version()).toBe('2');
      await migrateRedis(client, prefix, [COUNTED, COUNTED]);
      expect([await version(), await client.get(`${prefix}times`)]).toEqual(['3', '2']);
    });
  });

  it('is left alone when a newer release has written there since', async () => {
    await writeRedis(client, prefix);
    await client.set(`${prefix}schema`, '4');
    const message = /version 4; this one knows 1.*Start that release, or give another REDIS_URL/;
    await expect(openMeteringStore(config(), logger, prefix)).rejects.toThrow(message);
    await expect(openMetering({ config: config(), plans: openPlans(undefined), logger, prefix })).rejects.toThrow(
      NewerSchemaError,
    );
    expect(await version()).toBe('4');
  });

  it('is not written to any more when a newer release came while this one was not connected', async () => {
    const said: string[] = [];
    const loud = pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line).reason) });
    const metering = await openMetering({ config: config(), plans: openPlans(undefined), logger: loud, prefix });
    await client.set(`${prefix}schema`, '2');
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    // A request finds out that the store is away; it is answered all the same.
    const credentials = { authorization: undefined, origin: undefined, clientIp: '192.0.2.9' };
    await until(async () => {
      await (await metering.meter.admit(credentials, '/e')).charge({ credits: 1 });
      return said.length > 0 && metering.isDown();
    });
    expect(said[0]).toMatch(/version 2; this one knows 1/);
    await metering.close();
  });
});
