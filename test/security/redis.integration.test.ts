import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RATE_GROUPS } from '../../src/metering/meter-port.ts';
import { describeRedis } from '../metering/describe-redis.ts';
import { startMetered } from '../metering/metered-service.ts';
import { startRedis } from '../servers/redis.ts';
import { forTests } from '../support/for-tests.ts';
import { SYNTAX } from './injection.ts';

describeRedis('Redis', () => {
  const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, 100_000]));
  const plans = (plans: object) => {
    for (const plan of Object.values(plans)) Object.assign(plan, { rates });
  };
  const redis = forTests(startRedis);
  const metered = forTests(() => startMetered({ redisUrl: redis.url, prefix: redis.prefix, plans }));
  let client: Redis;
  beforeAll(() => {
    client = new Redis(redis.url);
  });
  afterAll(() => client.disconnect());
  const names = async () => (await client.keys(`${redis.prefix}*`)).sort();

  it('takes what callers write as names and values, never as commands', async () => {
    const canary = `${redis.prefix}canary`;
    await client.set(canary, 'sings');
    const { key, record } = await metered.issue();
    // Words, their ledgers, addresses and keys: everything of a caller that comes to be written in Redis.
    for (const text of Object.values(SYNTAX).flat()) {
      const word = encodeURIComponent(text);
      const header = text.replace(/[^\x20-\x7e]/g, '');
      await metered.request(`/api/lexicon/synonyms?word=${word}`, { key });
      await metered.request(`/api/lexicon/homophones/${word}`, { key });
      await metered.request(`/api/lexicon/word/${word}`, { from: header });
      const guess = { headers: { authorization: `Bearer lex_${header}_x` } };
      expect([401, 429]).toContain((await metered.request('/api/lexicon/browse', guess)).status);
    }
    expect((await metered.request('/api/lexicon/browse', { key })).status).toBe(200);
    expect(await client.get(canary)).toBe('sings');
    // Of the key there is what there always is, and it is still the only one.
    const own = (await names()).filter((name) => name.includes(record.id));
    expect(own.map((name) => name.slice(redis.prefix.length).replace(/\d{4}-\d\d-\d\d$/, 'DAY'))).toEqual(
      expect.arrayContaining([`key:${record.id}`, `ledger:{key:${record.id}}:DAY`, `usage:{key:${record.id}}:DAY`]),
    );
    expect(await client.smembers(`${redis.prefix}keys`)).toEqual([record.id]);
    expect((await names()).filter((name) => name.startsWith(`${redis.prefix}key:`))).toEqual([
      `${redis.prefix}key:${record.id}`,
    ]);
  });
});
