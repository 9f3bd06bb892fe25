import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Meter, RATE_GROUPS, type RateGroup, SCOPES } from '../../src/metering/meter-port.ts';
import { memoryCounter } from '../../src/metering/open.ts';
import { openPlans } from '../../src/metering/plans.ts';
import { type MeteredService, newClientIp, startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { startService, type TestService } from './service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';
const LIMIT = 3;

describe('what is over the rate', () => {
  let [counted, failures] = [0, 0];
  let limit = LIMIT;
  let service: TestService;
  beforeEach(async () => {
    [counted, failures, limit] = [0, 0, LIMIT];
    const counter = memoryCounter('one group', Number.MAX_SAFE_INTEGER - 1);
    const meter: Meter = {
      async admit() {
        const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, limit])) as Record<RateGroup, number>;
        return {
          caller: { keyId: undefined, account: 'one', plan: { name: 'p', maxLimit: 9, rates }, scopes: SCOPES },
          charge: async () => ({}),
          recordFailure: () => void failures++,
        };
      },
      countRequest(_group, account) {
        counted++;
        return counter.consume(account);
      },
    };
    service = await startService({ meter });
  });
  afterEach(() => service.stop());

  it('is refused from memory, not counted again, recorded as a failure, and logged once', async () => {
    for (let sent = 0; sent < LIMIT; sent++) expect((await service.get(BROWSE)).status).toBe(200);
    for (let sent = 0; sent < 5; sent++) {
      const { status, headers, body } = await service.get(BROWSE, { headers: { 'X-Request-Id': `refused-${sent}` } });
      const wait = Number(headers.get('retry-after'));
      expect(body).toEqual({
        type: '/problems/rate_limited',
        title: 'Too many requests in a short time',
        status,
        detail: `This caller may send 3 requests a minute in the group "browse". Wait ${wait} seconds, then go on more slowly.`,
        instance: '/api/lexicon/browse',
        code: 'rate_limited',
        request_id: `refused-${sent}`,
      });
      expect([status, wait > 0 && wait <= 60]).toEqual([429, true]);
      expect(headers.get('ratelimit')).toBe(`"browse"; r=0; t=${wait}`);
      expect(headers.get('ratelimit-policy')).toMatch(/^"browse"; q=3; w=60; pk=:.+:$/);
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(headers.get('x-lexicon-generation')).toBe('gsmall');
    }
    expect(counted).toBe(LIMIT + 1);
    expect(failures).toBe(5);
    const logged = service.log.filter(({ status }) => status === 429);
    expect(logged.map(({ request_id }) => request_id)).toEqual(['refused-0']);
  });

  it('is that of the plan as it is now', async () => {
    for (let sent = 0; sent <= LIMIT; sent++) await service.get(BROWSE);
    limit = 100;
    expect((await service.get(BROWSE)).status).toBe(200);
  });

  it('closes a connection on which it goes on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        httpGet(service.url + BROWSE, { agent }, resolve).on('error', reject);
      });
      await text(response);
      return [response.statusCode, response.headers.connection];
    };
    for (let sent = 0; sent < LIMIT; sent++) expect(await ask()).toEqual([200, 'keep-alive']);
    for (let sent = 1; sent < 20; sent++) expect(await ask()).toEqual([429, 'keep-alive']);
    expect(await ask()).toEqual([429, 'close']);
    expect(await ask()).toEqual([429, 'keep-alive']);
    agent.destroy();
  });
});

const COMPLETE = '/api/lexicon/autocomplete?prefix=hoi';
const CONTOUR = { line: '我開心', moves: '=-' };
const PAGE = 'https://lyrics.example';

/** Requests a minute of each plan here: few, so that all are soon sent. Those that are shipped are looked at below. */
const RATES = { search: 3, browse: 4, autocomplete: 5, workflow: 6, annotate: 7, other: 8 };
const FREE_RATES = { ...RATES, search: 30, autocomplete: 6 };

type Request = readonly [path: string, body?: unknown];
/** Requests of one group, to be sent in turn. */
const GROUPS: Readonly<Record<keyof typeof RATES, readonly Request[]>> = {
  search: [['/api/lexicon/search']],
  browse: [['/api/lexicon/browse?limit=1']],
  autocomplete: [[COMPLETE]],
  workflow: [
    ['/api/lexicon/workflow/fix-contour', CONTOUR],
    ['/api/lexicon/workflow/check', { lines: [CONTOUR] }],
    ['/api/lexicon/workflow/rhyme-close?rhyme_char=%E4%BE%86'],
  ],
  annotate: [['/api/lexicon/annotate', { text: '我開心' }]],
  // Files cost nothing, and are large.
  other: [
    '/api/lexicon/vocabulary',
    '/api/account',
    '/api/lexicon/synonyms?word=a',
    '/openapi.json',
    '/readings.txt',
  ].map((path) => [path] as const),
};

describe('rates', () => {
  const plans = (plans: Record<string, object>) => {
    Object.assign(plans.anonymous!, { rates: RATES });
    Object.assign(plans.free!, { rates: FREE_RATES, page_rate: 9 });
  };
  const metered = forTests(() => startMetered({ plans }));
  const direct = forTests(() => startMetered({ plans, app: { config: { corsOrigins: ['*'], trustProxy: 0 } } }));

  it.each(Object.keys(GROUPS) as (keyof typeof GROUPS)[])('of %s are those of the plan', async (group) => {
    const [most, from] = [RATES[group], newClientIp()];
    const requests = Array.from({ length: most + 2 }, (_, at) => GROUPS[group][at % GROUPS[group].length]!);
    const answers = await Promise.all(requests.map(([path, body]) => metered.request(path, { from, body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body.code)).toEqual(['rate_limited', 'rate_limited']);
    const { headers, body } = refused[0]!;
    const wait = Number(headers.get('retry-after'));
    expect([wait >= 1, wait <= 60]).toEqual([true, true]);
    expect(body.detail).toContain(`${most} requests a minute`);
    expect(body.detail).toContain(`Wait ${wait} seconds`);
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"${group}"; r=0; t=\\d+$`));
    expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${group}"; q=${most}; w=60; pk=:.+:$`));
  });

  it('of a key are those of its plan, whatever address it comes from', async () => {
    const [{ key }, from] = [await metered.issue(), newClientIp()];
    for (let sent = 0; sent < 4; sent++) await metered.request('/api/lexicon/search', { from });
    const { status, headers } = await metered.request('/api/lexicon/search', { from, key });
    expect([status, headers.get('ratelimit-policy')?.slice(0, 22)]).toEqual([200, '"search"; q=30; w=60; ']);
    const asked = Array.from({ length: 7 }, () => metered.request(COMPLETE, { key, from: newClientIp() }));
    const statuses = (await Promise.all(asked)).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([...Array(6).fill(200), 429]);
  });

  it('of a page with a key are for each visitor those of its plan, and together what the plan allows', async () => {
    const { key } = await metered.issue({ scopes: ['lex_ac'], origins: [PAGE] });
    const ask = (from: string) => metered.request(COMPLETE, { key, from, origin: PAGE });
    const [one, other] = [newClientIp(), newClientIp()];
    const statuses = (await Promise.all(Array.from({ length: 7 }, () => ask(one)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(6).fill(200), 429]);
    const { status, headers } = await ask(other);
    expect([status, headers.get('ratelimit')?.replaceAll(/t=\d+/g, 't=…')]).toEqual([
      200,
      '"autocomplete"; r=5; t=…, "page"; r=2; t=…',
    ]);
    // Without the key a visitor has the rate of another account.
    expect((await metered.request(COMPLETE, { from: one })).headers.get('ratelimit')).toContain('r=4');
    for (let visitor = 0; visitor < 2; visitor++) expect((await ask(newClientIp())).status).toBe(200);
    const refused = await ask(newClientIp());
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.detail).toMatch(
      /^This caller may send 9 requests a minute for all visitors of its page together\. Wait/,
    );
    expect(refused.headers.get('ratelimit')).toMatch(/^"page"; r=0; t=\d+$/);
  });

  const left = async (service: MeteredService, path: string, from: string) =>
    (await service.request(path, { from })).headers.get('ratelimit')?.split(';')[1];

  it('are counted down in draft-8 headers, each group by itself', async () => {
    const from = newClientIp();
    const paths = ['/api/lexicon/search', '/api/lexicon/search', '/api/lexicon/browse'];
    const counts = [];
    for (const path of paths) counts.push(await left(metered, path, from));
    expect(counts).toEqual([' r=2', ' r=1', ' r=3']);
    const { headers } = await metered.request('/api/lexicon/search?limit=0', { from });
    expect(headers.get('ratelimit')).toMatch(/r=0; t=\d+$/);
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });

  it('are by X-Forwarded-For only from trusted proxies', async () => {
    const counts = async (service: MeteredService, ...from: string[]) => [
      await left(service, '/api/lexicon/search', from[0]!),
      await left(service, '/api/lexicon/search', from[1]!),
    ];
    expect(await counts(direct, '1.1.1.1', '2.2.2.2')).toEqual([' r=2', ' r=1']);
    expect(await counts(metered, '6.6.6.6, 1.1.1.1', '7.7.7.7, 1.1.1.1')).toEqual([' r=2', ' r=1']);
  });
});

it.each([
  // Most words of a page, credits a day, requests a minute of all visitors of a page, and of each group.
  ['anonymous', 100, 2000, 600, [60, 150, 60, 10, 30, 60]],
  ['free', 200, 20_000, 600, [120, 300, 60, 20, 60, 120]],
  ['partner', 1000, 1_000_000, 6000, [6000, 6000, 6000, 6000, 6000, 6000]],
] as const)(
  'the plan %s that is shipped is as it was specified and decided',
  (name, maxLimit, dailyCredits, pageRate, rates) => {
    const { plan, anonymous } = openPlans();
    const expected = Object.fromEntries(Object.keys(RATES).map((group, i) => [group, rates[i]]));
    const shipped = name === 'anonymous' ? anonymous : plan(name);
    expect(shipped).toEqual({ name, maxLimit, pageRate, dailyCredits, rates: expected });
  },
);
