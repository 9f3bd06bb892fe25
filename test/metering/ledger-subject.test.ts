import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startRedis, type TestRedis } from '../servers/redis.ts';
import { describeRedis } from './describe-redis.ts';
import { type MeteredService, newClientIp, quotaOf, startMetered } from './metered-service.ts';

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
