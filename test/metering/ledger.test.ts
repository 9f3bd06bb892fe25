import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { creditForEachRelation } from '../../src/operations/prices.ts';
import { describeCases } from '../contract/cases.ts';
import { smallStore, watchedStore } from '../http/service.ts';
import { startRedis, type TestRedis } from '../servers/redis.ts';
import { forTests } from '../support/for-tests.ts';
import { describeRedis } from './describe-redis.ts';
import { cardOf, type MeteredService, newClientIp, quotaOf, startMetered } from './metered-service.ts';

/** What a writer might paste where a word is asked for. None of it is a headword. */
const PRIVATE = ['我今晚喺天星碼頭等你講一句對唔住', 'meet me by the pier', '唔好話畀阿明知'];
const PRIVATE_CHARACTER = '龘';
const HEADWORD = '開心';
const NOON = Date.parse('2026-11-21T04:00:00Z');

const relation = (endpoint: string, text: string) => `/api/lexicon/${endpoint}?word=${encodeURIComponent(text)}`;
const homophones = (text: string) => `/api/lexicon/homophones/${encodeURIComponent(text)}`;
const card = (text: string) => `/api/lexicon/word/${encodeURIComponent(text)}`;

const everyRequest = [
  ...PRIVATE.flatMap((text) => [relation('synonyms', text), relation('antonyms', text)]),
  `/api/lexicon/words?rel_syn=${encodeURIComponent(PRIVATE[0]!)}`,
  homophones(PRIVATE_CHARACTER),
];

/** Guard of issue "words that are no headwords lie in the ledger as typed". */
function describeLedgers(
  start: (clock: () => number) => Promise<readonly MeteredService[]>,
  bytesOf: () => Promise<Buffer>,
) {
  let now = NOON;
  let services: readonly MeteredService[];
  beforeAll(async () => {
    services = await start(() => now);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));
  const costOf = async (path: string, from: string, service = services[0]!) =>
    quotaOf(await service.request(path, { from }))[0];

  it('hold no word that is no headword; a repeat is free that day all the same, on every replica', async () => {
    const from = newClientIp();
    const { key } = await services[0]!.issue();
    for (const path of everyRequest) {
      expect([path, await costOf(path, from)]).toEqual([path, 1]);
      for (const service of services) expect([path, await costOf(`${path}`, from, service)]).toEqual([path, 0]);
      await services[0]!.request(path, { key });
    }
    expect(
      await costOf(`${relation('synonyms', PRIVATE[0]!)}&limit=3&rhyme_char=${encodeURIComponent('海')}`, from),
    ).toBe(0);
    // What another endpoint asks of the same text is paid for by itself, and so is what another caller asks.
    expect(await costOf(relation('synonyms', PRIVATE_CHARACTER), from)).toBe(1);
    expect(await costOf(everyRequest[0]!, newClientIp())).toBe(1);
    for (const text of PRIVATE) await services[0]!.request(card(text), { from });
    expect(await costOf(relation('synonyms', HEADWORD), from)).toBe(1);
    expect(await costOf(relation('synonyms', HEADWORD), from)).toBe(0);

    const bytes = await bytesOf();
    // What is looked for would be found: the headword is there.
    expect(bytes.includes(HEADWORD)).toBe(true);
    for (const text of [...PRIVATE, PRIVATE_CHARACTER, '天星碼頭', 'pier'])
      for (const form of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])
        expect([form, bytes.includes(form)]).toEqual([form, false]);
  });

  it('hold no headword that a caller cannot pay for', async () => {
    const from = newClientIp();
    for (let at = 0; at < 60; at++)
      await services[0]!.request('/api/lexicon/workflow/rhyme-close?rhyme_char=%E6%B5%B7', { from });
    const refused = await services[0]!.request(relation('synonyms', '冇錢都要問嘅說話'), { from });
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exhausted']);
    expect((await bytesOf()).includes('冇錢都要問嘅說話')).toBe(false);
  });

  it('name the same words otherwise on the next day', async () => {
    const from = newClientIp();
    await costOf(everyRequest[0]!, from);
    const names = async () => new Set((await bytesOf()).toString('latin1').match(/#[\w-]{22}/g));
    const today = await names();
    expect(today.size).toBeGreaterThan(0);
    now += 24 * 3_600_000;
    expect(await costOf(everyRequest[0]!, from)).toBe(1);
    expect(await costOf(everyRequest[0]!, from)).toBe(0);
    expect((await names()).size).toBe(today.size + 1);
  });
}

const plans = (plans: Record<string, { daily_credits: number; rates?: Record<string, number> }>) => {
  plans.anonymous!.daily_credits = 200;
  plans.anonymous!.rates!.workflow = 1_000;
};

describe('ledgers in an SQLite file', () => {
  let folder: string;
  describeLedgers(
    async (clock) => {
      const metered = await startMetered({ clock, plans });
      folder = dirname(metered.plansFile);
      return [metered];
    },
    // The file, its write-ahead log and the log's index.
    async () => Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))),
  );
});

describeRedis('ledgers in Redis', () => {
  let redis: TestRedis;
  describeLedgers(
    async (clock) => {
      redis = await startRedis();
      const options = { redisUrl: redis.url, prefix: redis.prefix, clock, plans };
      return [await startMetered(options), await startMetered(options)];
    },
    () => everythingIn(redis),
  );
  afterAll(() => redis.stop());
});

/** Names and values of everything that begins with the test's prefix. */
async function everythingIn({ url, prefix }: TestRedis): Promise<Buffer> {
  const client = new Redis(url);
  const parts: string[] = [];
  for await (const names of client.scanStream({ match: `${prefix}*`, count: 1000 }) as AsyncIterable<string[]>)
    for (const name of names) {
      const type = await client.type(name);
      const value =
        type === 'hash'
          ? await client.hgetall(name)
          : type === 'set'
            ? await client.smembers(name)
            : await client.get(name);
      parts.push(name, ...(typeof value === 'object' && value ? Object.entries(value).flat() : [value ?? '']));
    }
  await client.quit();
  return Buffer.from(parts.join('\n'));
}

const encoded = encodeURIComponent;
const relationOf = (type: string, word: string, more = '') => `/api/lexicon/${type}?word=${encoded(word)}${more}`;
/** 2026-11-21 23:59:50 in Hong Kong. */
const LATE = Date.parse('2026-11-21T15:59:50Z');

describeCases(
  'credits',
  async () => smallStore(),
  ['credits'],
  async (store) => {
    const plans = (plans: Record<string, object>) => Object.assign(plans.anonymous!, { daily_credits: 40 });
    const { service, stop } = await startMetered({ clock: () => LATE, app: { store }, plans });
    return { ...service, stop };
  },
);

describe('credits', () => {
  let now = LATE;
  const watched = watchedStore();
  const metered = forTests(() =>
    startMetered({
      clock: () => now,
      app: { store: watched.store },
      plans: (plans) => {
        plans.anonymous!.daily_credits = 12;
      },
    }),
  );

  it('refuses a card that cannot be paid for before any work, and says what it would cost', async () => {
    const from = newClientIp();
    for (let at = 0; at < 9; at++) await metered.request('/api/lexicon/browse', { from });
    watched.asked.length = 0;
    const { status, body, headers } = await metered.request(cardOf('开心'), { from });
    expect([status, body.code]).toEqual([429, 'quota_exhausted']);
    expect(body.detail).toContain("would cost 5 credits, and 3 of today's 12 are left");
    expect(body.detail).toContain('relations_limit');
    expect([headers.get('retry-after'), headers.get('x-quota-remaining')]).toEqual(['10', '3']);
    // What the price takes, once each, and no card.
    expect(watched.asked).toEqual(['wordTable', 'relatedWords']);
    // Of a line there is no less to ask for.
    const line = { line: '我開心', moves: '=-' };
    const fix = await metered.request('/api/lexicon/workflow/fix-contour', { from, body: line });
    expect(fix.body.detail).toContain("would cost 5 credits, and 3 of today's 12 are left. Wait until midnight");
    // A smaller card is within what is left, and a refusal took nothing.
    expect(quotaOf(await metered.request(cardOf('開心', '?relations_limit=1'), { from }))).toEqual([2, 1, 12]);
    // Two of the five are paid already; one credit does not pay for the other three.
    const again = await metered.request(cardOf('開心'), { from });
    expect(again.body.detail).toContain('would cost 3 credits, and 1 of');
    expect(quotaOf(await metered.request(cardOf('開心', '?relations_limit=1'), { from }))).toEqual([0, 1, 12]);
  });

  it('lets repeats through when nothing is left, and nothing else, before any work', async () => {
    const from = newClientIp();
    expect(quotaOf(await metered.request(relationOf('synonyms', '開心'), { from }))[0]).toBe(1);
    for (let at = 0; at < 11; at++) await metered.request('/api/lexicon/browse', { from });
    watched.asked.length = 0;
    const refused = await metered.request('/api/lexicon/browse', { from });
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exhausted']);
    expect(refused.body.detail).toContain('would cost 1 credit, and 0 of');
    expect(watched.asked).toEqual([]);
    expect(quotaOf(await metered.request(relationOf('synonyms', '开心'), { from }))).toEqual([0, 0, 12]);
    expect((await metered.request(relationOf('synonyms', '快樂'), { from })).status).toBe(429);
    expect((await metered.request('/api/lexicon/words?rel_syn=%E9%96%8B', { from })).status).toBe(429);
    expect((await metered.request('/api/account', { from })).body.quota).toMatchObject({
      limit: 12,
      used: 12,
      remaining: 0,
    });
  });

  it('fills the quota again at midnight in Hong Kong', async () => {
    const from = newClientIp();
    now = LATE;
    for (let at = 0; at < 12; at++) await metered.request('/api/lexicon/browse', { from });
    now = LATE + 9_999;
    const before = await metered.request('/api/lexicon/browse', { from });
    expect([before.status, before.headers.get('retry-after')]).toEqual([429, '1']);
    now = LATE + 10_000;
    const after = await metered.request('/api/lexicon/browse', { from });
    expect([after.status, ...quotaOf(after)]).toEqual([200, 1, 11, 12]);
    expect(after.headers.get('x-quota-reset')).toBe('86400');
    const { body } = await metered.request('/api/account/usage?days=2', { from });
    expect(body.days.map(({ day, credits, errors }: Record<string, unknown>) => [day, credits, errors])).toEqual([
      ['2026-11-21', 12, 1],
      ['2026-11-22', 1, 0],
    ]);
    now = LATE;
  });
});

describe('the price of a word card', () => {
  const card = (synonyms: number, antonyms: number) =>
    creditForEachRelation.cost({
      char: '愛',
      synonyms: Array.from({ length: synonyms }, () => '情'),
      antonyms: Array.from({ length: antonyms }, () => '恨'),
    }).credits;
  const most = (limit: number) =>
    creditForEachRelation.costEstimate.maxCredits({
      path: { text: '愛' },
      query: { relations_limit: limit, source: 'all' },
    });

  it('is up to 300 by default, and a fifteenth of that with relations_limit=10', () => {
    expect([card(150, 150), most(150)]).toEqual([300, 300]);
    expect([card(10, 10), most(10)]).toEqual([20, 20]);
    expect([card(0, 0), most(0)]).toEqual([1, 1]);
  });
});
