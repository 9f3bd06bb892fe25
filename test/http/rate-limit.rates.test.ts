import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPlans } from '../../src/metering/plans.ts';
import { describeRedis } from '../metering/describe-redis.ts';
import { type MeteredService, newClientIp, startMetered } from '../metering/metered-service.ts';
import { startRedis, type TestRedis } from '../servers/redis.ts';

const CONTOUR = { line: '我開心', moves: '=-' };
const RHYME = '/api/lexicon/workflow/rhyme-close?rhyme_char=%E4%BE%86';
const ask = (path: string, body?: unknown) => ({ path, body });

/** Requests of one group, to be sent in turn, and how many of them pass in a minute. */
const ANONYMOUS = {
  search: { least: 60, requests: [ask('/api/lexicon/search')] },
  browse: { least: 150, requests: [ask('/api/lexicon/browse?limit=1')] },
  autocomplete: { least: 60, requests: [ask('/api/lexicon/autocomplete?prefix=hoi')] },
  workflow: {
    least: 10,
    requests: [
      ask('/api/lexicon/workflow/fix-contour', CONTOUR),
      ask('/api/lexicon/workflow/check', { lines: [CONTOUR] }),
      ask(RHYME),
    ],
  },
  annotate: { least: 30, requests: [ask('/api/lexicon/annotate', { text: '我開心' })] },
  other: {
    least: 60,
    requests: [
      ...[ask('/api/lexicon/vocabulary'), ask('/api/account'), ask('/api/lexicon/synonyms?word=a')],
      // Files that cost nothing, and are large.
      ...[ask('/openapi.json'), ask('/readings.txt')],
    ],
  },
} as const;

function describeRates(start: () => Promise<MeteredService>): void {
  let metered: MeteredService;
  beforeAll(async () => {
    metered = await start();
  });
  afterAll(() => metered.stop());

  async function send(requests: readonly { path: string; body?: unknown }[], count: number, key?: string) {
    const caller = { from: newClientIp(), ...(key === undefined ? {} : { key }) };
    const answers = [];
    for (let at = 0; at < count; at++) {
      const { path, body } = requests[at % requests.length]!;
      answers.push(metered.request(path, { ...caller, body }));
    }
    return await Promise.all(answers);
  }

  for (const [group, { least, requests }] of Object.entries(ANONYMOUS)) {
    it(`lets an anonymous caller have ${least} requests a minute of ${group}, and not one more`, async () => {
      const answers = await send(requests, least + 2);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(least);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.map(({ body }) => body.code)).toEqual(['rate_limited', 'rate_limited']);
      const { headers, body } = refused[0]!;
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
      expect(body.detail).toContain(`${least} requests a minute`);
      expect(body.detail).toContain(`Wait ${wait} seconds`);
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"${group}"; r=0; t=\\d+$`));
      expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${group}"; q=${least}; w=60; pk=:.+:$`));
    });
  }

  it('lets a free key have 60 requests a minute of autocomplete, whatever address they come from', async () => {
    const { key } = await metered.issue();
    const prefix = '/api/lexicon/autocomplete?prefix=hoi';
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => metered.request(prefix, { key, from: newClientIp() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it("gives each visitor of a page with its key what they would have without, and refuses neither for the other's sake", async () => {
    const { key } = await metered.issue({ scopes: ['lex_ac'], origins: ['https://lyrics.example'] });
    const ask = (from: string) =>
      metered.request('/api/lexicon/autocomplete?prefix=hoi', { key, from, origin: 'https://lyrics.example' });
    const [one, other] = [newClientIp(), newClientIp()];
    const answers = await Promise.all(Array.from({ length: 61 }, () => ask(one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const { status, headers } = await ask(other);
    expect([status, headers.get('ratelimit')?.replaceAll(/t=\d+/g, 't=…')]).toEqual([
      200,
      '"autocomplete"; r=59; t=…, "page"; r=539; t=…',
    ]);
    // Without the key the visitor has a rate of another account.
    const bare = await metered.request('/api/lexicon/autocomplete?prefix=hoi', { from: one });
    expect([bare.status, bare.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=59')]);
  });

  it('gives a key the rates of its plan, not those of its address', async () => {
    const { key } = await metered.issue();
    const from = newClientIp();
    const bare = await Promise.all(Array.from({ length: 61 }, () => metered.request('/api/lexicon/search', { from })));
    expect(bare.filter(({ status }) => status === 429)).toHaveLength(1);
    const keyed = await metered.request('/api/lexicon/search', { from, key });
    expect([keyed.status, keyed.headers.get('ratelimit-policy')?.slice(0, 22)]).toEqual([
      200,
      '"search"; q=120; w=60;',
    ]);
  });

  it('counts down in draft-8 headers, each group by itself', async () => {
    const from = newClientIp();
    const left = async (path: string) =>
      (await metered.request(path, { from })).headers.get('ratelimit')?.split(';')[1];
    expect(await left('/api/lexicon/search')).toBe(' r=59');
    expect(await left('/api/lexicon/search')).toBe(' r=58');
    expect(await left('/api/lexicon/browse')).toBe(' r=149');
    const { headers } = await metered.request('/api/lexicon/search?limit=0', { from });
    expect(headers.get('ratelimit')).toMatch(/r=57; t=\d+$/);
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });
}

describe('rates, in one process', () => {
  describeRates(() => startMetered());

  it('lets all visitors of a page together send what the plan of its key allows a page', async () => {
    const metered = await startMetered({ plans: (plans) => Object.assign(plans.free!, { page_rate: 5 }) });
    const { key } = await metered.issue({ scopes: ['lex_ac'] });
    const ask = () => metered.request('/api/lexicon/autocomplete?prefix=hoi', { key, from: newClientIp() });
    for (let visitor = 0; visitor < 5; visitor++) expect((await ask()).status).toBe(200);
    for (let visitor = 0; visitor < 2; visitor++) {
      const { status, headers, body } = await ask();
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(body.detail).toMatch(
        /^This caller may send 5 requests a minute for all visitors of its page together\. Wait/,
      );
      expect(headers.get('ratelimit')).toMatch(/^"page"; r=0; t=\d+$/);
    }
    await metered.stop();
  });

  it('reads X-Forwarded-For only from trusted proxies', async () => {
    const direct = await startMetered({ app: { config: { corsOrigins: ['*'], trustProxy: 0 } } });
    const left = async (metered: MeteredService, from: string) =>
      (await metered.request('/api/lexicon/search', { from })).headers.get('ratelimit')?.split(';')[1];
    expect(await left(direct, '1.1.1.1')).toBe(' r=59');
    expect(await left(direct, '2.2.2.2')).toBe(' r=58');
    await direct.stop();
    const behindOne = await startMetered();
    expect(await left(behindOne, '6.6.6.6, 1.1.1.1')).toBe(' r=59');
    expect(await left(behindOne, '7.7.7.7, 1.1.1.1')).toBe(' r=58');
    await behindOne.stop();
  });
});

describeRedis('rates, counted in Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  // In a block of its own, so that the service stops before Redis does.
  describe('of one service', () => describeRates(() => startMetered({ redisUrl: redis.url, prefix: redis.prefix })));
});

it.each([
  // Most words of a page, credits a day, requests a minute of all visitors of a page, and of each group.
  ['anonymous', 100, 2000, 600, [60, 150, 60, 10, 30, 60]],
  ['free', 200, 20_000, 600, [120, 300, 60, 20, 60, 120]],
  ['partner', 1000, 1_000_000, 6000, [6000, 6000, 6000, 6000, 6000, 6000]],
] as const)(
  'the plan %s that is shipped is as it was specified and decided',
  (name, maxLimit, credits, pageRate, rates) => {
    const { plan, anonymous } = openPlans();
    const groups = ['search', 'browse', 'autocomplete', 'workflow', 'annotate', 'other'];
    const expected = Object.fromEntries(groups.map((group, i) => [group, rates[i]]));
    expect(name === 'anonymous' ? anonymous : plan(name)).toEqual({
      name,
      maxLimit,
      pageRate,
      dailyCredits: credits,
      rates: expected,
    });
  },
);
