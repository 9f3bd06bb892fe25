import { afterEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { openMeteringStore } from '../../src/metering/open.ts';
import { startProxy } from '../servers/elasticsearch/switchable-proxy.ts';
import { removeNames, startRedis } from '../servers/redis.ts';
import { forTests } from '../support/for-tests.ts';
import { until } from '../support/until.ts';
import { describeRedis } from './describe-redis.ts';
import { type MeteredService, newClientIp, quotaOf, startMetered } from './metered-service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';
const silent = pino({ enabled: false });

describeRedis('a Redis outage', () => {
  const plans = (plans: Record<string, object>) => Object.assign(plans.anonymous!, { daily_credits: 20 });
  const redis = forTests(startRedis);
  const line = forTests(() => startProxy(redis.url));
  const metered = forTests(() => startMetered({ redisUrl: line.url, prefix: redis.prefix, plans }));
  afterEach(async () => {
    line.set('cut');
    line.set('open');
    await settled();
  });
  /** Waits until a request has gone to Redis and back. */
  const settled = (which: MeteredService = metered) =>
    until(async () => {
      await which.request('/api/account', { from: newClientIp() });
      return !which.isDown();
    });
  /**
   * Tries a scenario with so many outages again when there were more: on a busy machine an answer of Redis that is a second late is taken
   * for one, and what is counted then is counted by this process.
   */
  async function withOutages(count: number, scenario: () => Promise<void>): Promise<void> {
    for (;;) {
      const before = metered.countOutages();
      const failure = await scenario().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      if (!failure) return;
      if (metered.countOutages() - before <= count) throw failure.error;
      line.set('cut');
      line.set('open');
      await settled();
    }
  }
  /** Straight to Redis, past the line. */
  const usedBy = async (account: string) => {
    const store = await openMeteringStore({ dataDir: '', redisUrl: redis.url }, silent, redis.prefix);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const spent = await store.spent(account, today);
    const rows = await store.usage(account, [today]);
    await store.close();
    return { spent, requests: rows.reduce((sum, row) => sum + row.requests, 0) };
  };

  it('leaves anonymous callers and known keys served, within limits of this process, and loses no usage', () =>
    withOutages(1, async () => {
      const from = newClientIp();
      const { key, record } = await metered.issue();
      const unseen = await metered.issue();
      for (let at = 0; at < 5; at++) await metered.request(BROWSE, { from });
      await metered.request(BROWSE, { key });
      line.set('cut');

      const answers = [];
      for (let at = 0; at < 18; at++) answers.push(await metered.request(BROWSE, { from }));
      expect(answers.map(({ status }) => status)).toEqual([...Array(15).fill(200), ...Array(3).fill(429)]);
      expect(quotaOf(answers[0]!)).toEqual([1, 14, 20]);
      // On from what was counted in Redis.
      expect(answers[0]!.headers.get('ratelimit')).toContain('"browse"; r=144');
      for (let at = 0; at < 3; at++) expect((await metered.request(BROWSE, { key })).status).toBe(200);
      const refused = await metered.request(BROWSE, { key: unseen.key });
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'backend_unavailable',
        '5',
      ]);
      expect((await metered.request('/api/account/usage', { from })).status).toBe(503);
      expect((await metered.request('/api/account', { key })).body.quota.used).toBe(4);

      line.set('open');
      await settled();
      expect(await usedBy(`key:${record.id}`)).toEqual({ spent: 4, requests: 5 });
      // 5 and 15 were served, 3 refused, and the usage page failed once; failures are written a moment later.
      await until(async () => (await usedBy(`address:${from}`)).requests >= 24);
      expect(await usedBy(`address:${from}`)).toEqual({ spent: 20, requests: 24 });
      expect((await metered.request(BROWSE, { key: unseen.key })).status).toBe(200);
    }));

  it('and what is restored after Redis was emptied works at once', async () => {
    const { key, record } = await metered.issue();
    expect((await metered.request(BROWSE, { key })).status).toBe(200);
    await removeNames(redis.url, redis.prefix);
    const statusOf = async () => (await metered.request(BROWSE, { key, from: newClientIp() })).status;
    await until(async () => (await statusOf()) === 401);
    const store = await openMeteringStore({ dataDir: '', redisUrl: redis.url }, silent, redis.prefix);
    await store.addKey(record);
    await store.close();
    await until(async () => (await statusOf()) === 200);
  });

  it('charges once when Redis did the work and its answer was lost', () =>
    withOutages(1, async () => {
      const from = newClientIp();
      await metered.request(BROWSE, { from });
      line.muteAfter('/api/lexicon/browse');
      const answers = await Promise.all(Array.from({ length: 5 }, () => metered.request(BROWSE, { from })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      // The work was done: what is sent again must not be done again.
      expect((await usedBy(`address:${from}`)).spent).toBeGreaterThan(1);
      expect(metered.isDown()).toBe(true);
      line.set('cut');
      line.set('open');
      await settled();
      expect(await usedBy(`address:${from}`)).toEqual({ spent: 6, requests: 6 });
    }));

  it('holds the quota again, and the rates, when it is over', () =>
    withOutages(1, async () => {
      const from = newClientIp();
      line.set('cut');
      for (let at = 0; at < 8; at++) await metered.request(BROWSE, { from });
      line.set('open');
      await settled();
      const answers = await Promise.all(Array.from({ length: 20 }, () => metered.request(BROWSE, { from })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
      expect(await usedBy(`address:${from}`)).toMatchObject({ spent: 20 });
      expect((await metered.request('/api/lexicon/search', { from })).headers.get('ratelimit')).toContain('r=59');
    }));

  it('that ends while the service closes loses no usage', async () => {
    const closing = await startMetered({ redisUrl: line.url, prefix: redis.prefix });
    const from = newClientIp();
    await closing.request(BROWSE, { from });
    line.set('cut');
    for (let at = 0; at < 3; at++) await closing.request(BROWSE, { from });
    expect(closing.isDown()).toBe(true);
    const stopped = closing.stop();
    line.set('open');
    await stopped;
    expect(await usedBy(`address:${from}`)).toEqual({ spent: 4, requests: 4 });
  });

  it('at start does not keep the service from starting', async () => {
    line.set('cut');
    await using late = await startMetered({ redisUrl: line.url, prefix: redis.prefix, withoutStore: true });
    const from = newClientIp();
    expect((await late.request(BROWSE, { from })).status).toBe(200);
    line.set('open');
    await settled(late);
    expect(await usedBy(`address:${from}`)).toEqual({ spent: 1, requests: 1 });
  });
});
