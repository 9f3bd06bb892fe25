import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { connectRedis, whenReady } from '../../../src/metering/redis/client.ts';
import { openRedisStore } from '../../../src/metering/redis/redis-store.ts';
import type { MeteringStore, UsageRecord } from '../../../src/metering/store.ts';
import { startRedis } from '../../servers/redis.ts';
import { forTests } from '../../support/for-tests.ts';
import { describeRedis } from '../describe-redis.ts';
import { describeMeteringStore } from '../store-contract.ts';

describeRedis('Redis', () => {
  const redis = forTests(() => startRedis());
  const open = async (prefix = redis.prefix): Promise<MeteringStore> => {
    const client = connectRedis(redis.url, pino({ enabled: false }));
    await whenReady(client, 5_000);
    return openRedisStore({ client, prefix });
  };

  describe('keeps what every metering store promises', () => {
    describeMeteringStore(() => open());
  });

  describe('with several replicas', () => {
    const usageRecord: UsageRecord = {
      account: 'key:shared',
      day: '2026-11-21',
      endpoint: '/api/lexicon/browse',
      credits: 1,
      requests: 1,
      errors: 0,
    };

    it('writes a usage record once when it is sent again under its sequence number', async () => {
      const [one, other] = [await open(), await open()];
      const own = { ...usageRecord, account: 'key:again' };
      await one.record(own, 10, 1);
      await one.record(own, 10, 1);
      expect(await one.spent('key:again', '2026-11-21')).toBe(1);
      // Tickets are each process's own.
      await other.record(own, 10, 1);
      expect(await other.spent('key:again', '2026-11-21')).toBe(2);
      expect(await other.usage('key:again', ['2026-11-21'])).toMatchObject([{ requests: 2, credits: 2 }]);
      for (const replica of [one, other]) await replica.close();
    });

    it('lets names expire: ledgers after two days, usage of keys after 91, of addresses after two', async () => {
      const prefix = `${redis.prefix}expiry:`;
      const store = await open(prefix);
      await store.record(usageRecord, 10, 1);
      await store.record({ ...usageRecord, account: 'address:1.2.3.4' }, 10, 2);
      const client = connectRedis(redis.url, pino({ enabled: false }));
      await whenReady(client, 5_000);
      const days = async (name: string) => Math.round((await client.ttl(prefix + name)) / 86_400);
      expect(await days('ledger:{key:shared}:2026-11-21')).toBe(2);
      expect(await days('usage:{key:shared}:2026-11-21')).toBe(91);
      expect(await days('usage:{address:1.2.3.4}:2026-11-21')).toBe(2);
      await client.quit();
      await store.close();
    });
  });
});
