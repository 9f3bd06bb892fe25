import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { withFailover } from '../../src/metering/failover.ts';
import { openMeteringStore } from '../../src/metering/open.ts';
import {
  type MeteringStore,
  type RecordOutcome,
  StoreUnavailable,
  type UsageRecord,
} from '../../src/metering/store.ts';
import { removeNames, startRedis, type TestRedis } from '../servers/redis.ts';
import { describeRedis } from './describe-redis.ts';
import { type MeteredService, newClientIp, quotaOf, startMetered } from './metered-service.ts';
import { type RedisProxy, startRedisProxy } from './redis-proxy.ts';

const BROWSE = '/api/lexicon/browse?limit=1';
const silent = pino({ enabled: false });
const DAY = '2026-11-21';

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A store that fails when told to; `mayHaveRun` failures are written all the same. */
function fragileStore() {
  const state: { fault: 'none' | 'refused' | 'lost' } = { fault: 'none' };
  const posted: { usageRecord: UsageRecord; limit: number; sequenceNumber: number }[] = [];
  const sequenceNumbers = new Set<number>();
  const guard = async () => {
    if (state.fault !== 'none') throw new StoreUnavailable(new Error('gone'), { mayHaveRun: false });
  };
  const store = {
    ping: guard,
    key: async () => void (await guard()),
    close: async () => undefined,
    spent: async () => {
      await guard();
      return 0;
    },
    async record(usageRecord: UsageRecord, limit: number, sequenceNumber: number): Promise<RecordOutcome> {
      if (state.fault === 'refused') await guard();
      if (!sequenceNumbers.has(sequenceNumber)) posted.push({ usageRecord, limit, sequenceNumber });
      sequenceNumbers.add(sequenceNumber);
      if (state.fault === 'lost') throw new StoreUnavailable(new Error('no answer'), { mayHaveRun: true });
      return {
        accepted: true,
        cost: usageRecord.credits,
        spent: posted.reduce((sum, one) => sum + one.usageRecord.credits, 0),
      };
    },
  } as unknown as MeteringStore;
  return { state, posted, store };
}

describe('a metering store that fails', () => {
  const usageRecord: UsageRecord = { account: 'key:a', day: DAY, endpoint: '/e', credits: 1, requests: 1, errors: 0 };
  const warned: unknown[] = [];
  const logger = {
    warn: (...parts: unknown[]) => void warned.push(parts[1]),
    info: () => undefined,
    error: () => undefined,
  } as unknown as Parameters<typeof withFailover>[1]['logger'];

  it('is replaced by a local ledger from the last known balance, up to the limit', async () => {
    const { state, posted, store } = fragileStore();
    const failoverStore = withFailover(store, { logger });
    for (let at = 0; at < 3; at++) await failoverStore.record(usageRecord, 5);
    state.fault = 'refused';
    const outcomes = [];
    for (let at = 0; at < 4; at++) outcomes.push(await failoverStore.record(usageRecord, 5));
    expect(outcomes.map(({ accepted: taken, spent }) => [taken, spent])).toEqual([
      [true, 4],
      [true, 5],
      [false, 5],
      [false, 5],
    ]);
    expect([failoverStore.down, warned.length]).toEqual([true, 1]);
    expect(await failoverStore.spent('key:a', DAY)).toBe(5);
    await expect(failoverStore.key('a')).rejects.toBeInstanceOf(StoreUnavailable);
    state.fault = 'none';
    await waitUntil(() => !failoverStore.down);
    // Written as a sum, whatever the limit is now.
    expect(posted.slice(3)).toEqual([
      {
        usageRecord: { ...usageRecord, credits: 2, requests: 2 },
        limit: Number.POSITIVE_INFINITY,
        sequenceNumber: expect.any(Number),
      },
    ]);
    await failoverStore.close();
  });

  it('receives uncertain writes again under their sequence number, before newer ones', async () => {
    const { state, posted, store } = fragileStore();
    const failoverStore = withFailover(store, { logger });
    state.fault = 'lost';
    expect(await failoverStore.record(usageRecord, 5)).toMatchObject({ accepted: true });
    state.fault = 'refused';
    await failoverStore.record(usageRecord, 5);
    state.fault = 'none';
    await waitUntil(() => !failoverStore.down);
    expect(posted.map(({ sequenceNumber }) => sequenceNumber)).toEqual([1, 2]);
    expect(posted.reduce((sum, one) => sum + one.usageRecord.credits, 0)).toBe(2);
    await failoverStore.close();
  });

  it('receives pending writes when the service closes', async () => {
    const { state, posted, store } = fragileStore();
    const failoverStore = withFailover(store, { logger });
    state.fault = 'refused';
    await failoverStore.record(usageRecord, 5);
    const closing = failoverStore.close();
    state.fault = 'none';
    await closing;
    expect(posted).toHaveLength(1);
  });
});

describeRedis('a Redis outage', () => {
  let redis: TestRedis;
  let line: RedisProxy;
  let metered: MeteredService;
  beforeAll(async () => {
    redis = await startRedis();
    line = await startRedisProxy(redis.url);
    metered = await startMetered({
      redisUrl: line.url,
      prefix: redis.prefix,
      plans: (plans) => {
        plans.anonymous!.daily_credits = 20;
      },
    });
  });
  afterEach(async () => {
    await line.cut();
    await line.restore();
    await settled();
  });
  afterAll(async () => {
    await metered.stop();
    await line.stop();
    await redis.stop();
  });
  /** Waits until a request has gone to Redis and back. */
  const settled = (which: MeteredService = metered) =>
    waitUntil(async () => {
      await which.request('/api/account', { from: newClientIp() });
      return !which.isDown();
    });
  /** Straight to Redis, past the line. */
  const usedBy = async (account: string) => {
    const store = await openMeteringStore({ dataDir: '', redisUrl: redis.url }, silent, redis.prefix);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const spent = await store.spent(account, today);
    const rows = await store.usage(account, [today]);
    await store.close();
    return { spent, requests: rows.reduce((sum, row) => sum + row.requests, 0) };
  };

  it('leaves anonymous callers and known keys served, within limits of this process, and loses no usage', async () => {
    const from = newClientIp();
    const { key, record } = await metered.issue();
    const unseen = await metered.issue();
    for (let at = 0; at < 5; at++) await metered.request(BROWSE, { from });
    await metered.request(BROWSE, { key });
    await line.cut();

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

    await line.restore();
    await settled();
    expect(await usedBy(`key:${record.id}`)).toEqual({ spent: 4, requests: 5 });
    // 5 and 15 were served, 3 refused, and the usage page failed once; failures are written a moment later.
    await waitUntil(async () => (await usedBy(`address:${from}`)).requests >= 24);
    expect(await usedBy(`address:${from}`)).toEqual({ spent: 20, requests: 24 });
    expect((await metered.request(BROWSE, { key: unseen.key })).status).toBe(200);
  }, 20_000);

  it('and what is restored after Redis was emptied works at once', async () => {
    const { key, record } = await metered.issue();
    expect((await metered.request(BROWSE, { key })).status).toBe(200);
    await removeNames(redis.url, redis.prefix);
    const statusOf = async () => (await metered.request(BROWSE, { key, from: newClientIp() })).status;
    await waitUntil(async () => (await statusOf()) === 401);
    const store = await openMeteringStore({ dataDir: '', redisUrl: redis.url }, silent, redis.prefix);
    await store.addKey(record);
    await store.close();
    await waitUntil(async () => (await statusOf()) === 200);
  }, 10_000);

  it('charges once when Redis did the work and its answer was lost', async () => {
    const from = newClientIp();
    await metered.request(BROWSE, { from });
    line.dropRepliesAfter('/api/lexicon/browse');
    const answers = await Promise.all(Array.from({ length: 5 }, () => metered.request(BROWSE, { from })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // The work was done: what is sent again must not be done again.
    expect((await usedBy(`address:${from}`)).spent).toBeGreaterThan(1);
    expect(metered.isDown()).toBe(true);
    await line.cut();
    await line.restore();
    await settled();
    expect(await usedBy(`address:${from}`)).toEqual({ spent: 6, requests: 6 });
  }, 20_000);

  it('holds the quota again, and the rates, when it is over', async () => {
    const from = newClientIp();
    await line.cut();
    for (let at = 0; at < 8; at++) await metered.request(BROWSE, { from });
    await line.restore();
    await settled();
    const answers = await Promise.all(Array.from({ length: 20 }, () => metered.request(BROWSE, { from })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    expect(await usedBy(`address:${from}`)).toMatchObject({ spent: 20 });
    expect((await metered.request('/api/lexicon/search', { from })).headers.get('ratelimit')).toContain('r=59');
  }, 20_000);

  it('at start does not keep the service from starting', async () => {
    await line.cut();
    const late = await startMetered({ redisUrl: line.url, prefix: redis.prefix, withoutStore: true });
    const from = newClientIp();
    expect((await late.request(BROWSE, { from })).status).toBe(200);
    await line.restore();
    await settled(late);
    expect(await usedBy(`address:${from}`)).toEqual({ spent: 1, requests: 1 });
    await late.stop();
  }, 20_000);
});
