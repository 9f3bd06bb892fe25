import { describe, expect, it } from '@jest/globals';
import { createAdmissionQueue } from '../../src/http/admission-queue.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { listenForOperators } from '../../src/http/operator-listener.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { cardOf, type MeteredService, newClientIp, startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { until } from '../support/until.ts';
import { accessLine, smallStore, startService } from './service.ts';

describe('the caller in the access log', () => {
  const metered = forTests(() => startMetered());

  const lineOf = (requestId: string) => accessLine(metered.service, requestId);

  it('names who asks by the id of the key, or for the day by a name without the address', async () => {
    const { key, record } = await metered.issue();
    const from = newClientIp();
    const ask = (id: string, caller: Parameters<MeteredService['request']>[1], path = cardOf('開心')) =>
      metered.request(path, { ...caller, headers: { 'X-Request-Id': id } });
    await ask('keyed', { key });
    await ask('anonymous-1', { from });
    await ask('anonymous-2', { from }, '/api/lexicon/browse?like=%E9%96%8B%E5%BF%83');
    await ask('other', { from: newClientIp() });
    expect(await lineOf('keyed')).toMatchObject({ key: record.id, plan: 'free', status: 200 });
    const [first, second, other] = [await lineOf('anonymous-1'), await lineOf('anonymous-2'), await lineOf('other')];
    expect(first).toMatchObject({ caller: expect.stringMatching(/^anonymous:[\w-]{12}$/), plan: 'anonymous' });
    expect(second!.caller).toBe(first!.caller);
    expect(other!.caller).not.toBe(first!.caller);
    const text = JSON.stringify(metered.service.log);
    for (const hidden of [key, key.slice(-43), from, '開心']) expect(text).not.toContain(hidden);
  });

  it('names the key that was refused', async () => {
    const { key, record } = await metered.issue();
    await metered.request(cardOf('開心'), { key: `${key.slice(0, -4)}AAAA`, headers: { 'X-Request-Id': 'wrong' } });
    expect(await lineOf('wrong')).toMatchObject({ key: record.id, status: 401, problem: 'invalid_key' });
    await metered.request(cardOf('開心'), { key: 'junk', headers: { 'X-Request-Id': 'junk' } });
    expect(await lineOf('junk')).toMatchObject({ caller: expect.stringMatching(/^anonymous:/), status: 401 });
  });

  it('says how long a request waited for its turn', async () => {
    const queue = createAdmissionQueue({ warn: () => undefined });
    await using service = await startService({
      admissionQueue: {
        ...queue,
        enqueue: (account, hasKey, request) => setTimeout(() => queue.enqueue(account, hasKey, request), 30),
      },
    });
    await service.get('/api/lexicon/browse');
    await until(() => service.log.length > 0);
    expect(service.log[0]).toMatchObject({ route: '/api/lexicon/browse', wait: expect.any(Number) });
  });
});

describe('the address of a caller', () => {
  const BROWSE = '/api/lexicon/browse?limit=1';

  /** The account that the RateLimit headers name. */
  async function accountOf(metered: MeteredService, forwarded: string, path = BROWSE): Promise<string> {
    const response = await fetch(metered.service.url + path, { headers: { 'X-Forwarded-For': forwarded } });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    return /pk=:([^:]+):/.exec(response.headers.get('ratelimit-policy') ?? '')![1]!;
  }

  /** Forms of one caller's address, as proxies write them. */
  const CALLERS = [
    ['192.0.2.1', '192.0.2.1:4711', '192.0.2.1:4712', '::ffff:192.0.2.1', '[::ffff:192.0.2.1]:4711', '::ffff:c000:201'],
    ['192.0.2.2', '192.0.2.2:4711', '[::ffff:c000:202]:80'],
    // An IPv6 caller has its /56.
    ['2001:db8:1:200::1', '[2001:db8:1:200::1]', '[2001:db8:1:200::1]:4711', '[2001:db8:1:2ff::9]:4712'],
    ['2001:db8:1:300::1', '[2001:db8:1:300::1]:4711'],
  ];

  /** Guard of issue "ports in X-Forwarded-For put everybody into one account". */
  describe('callers behind a proxy that writes ports', () => {
    const config = { corsOrigins: ['*'], trustProxy: ['loopback', '10.0.0.0/8'] };
    const counted = forTests(() => startMetered());
    const named = forTests(() => startMetered({ app: { config } }));

    it.each([BROWSE, '/api/lexicon/word/%E6%84%9B'])('have an account each at %s', async (path) => {
      const accounts = new Set<string>();
      for (const forms of CALLERS) {
        const own = new Set<string>();
        for (const form of forms) own.add(await accountOf(counted, form, path));
        expect([...own]).toHaveLength(1);
        accounts.add([...own][0]!);
      }
      expect(accounts.size).toBe(CALLERS.length);
    });

    it('have it through proxies that are trusted by their addresses too', async () => {
      const behind = (form: string) => `198.51.100.7:1, ${form}, 10.1.2.3:443,[::ffff:10.1.2.4]:80`;
      const accounts = new Set<string>();
      for (const forms of CALLERS) for (const form of forms) accounts.add(await accountOf(named, behind(form)));
      expect(accounts.size).toBe(CALLERS.length);
      expect(accounts.has(await accountOf(named, '192.0.2.1'))).toBe(true);
    });

    it('cannot take another account by what they write before their own address', async () => {
      const own = await accountOf(counted, '192.0.2.9:1');
      expect(await accountOf(counted, '192.0.2.1:1, 192.0.2.9:2')).toBe(own);
      expect(await accountOf(counted, '[192.0.2.1, 192.0.2.9:2')).toBe(own);
    });
  });
});

/** The value of a line of the metrics; 0 where there is none. */
function sample(text: string, line: string): number {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}

describe('the metrics', () => {
  it('keep all that a store can', async () => {
    const [warmed, closed]: [string[], string[]] = [[], []];
    const store: LexiconStore = {
      ...smallStore('g1'),
      warm: async () => void warmed.push('tables'),
      isCircuitOpen: () => true,
      close: async () => void closed.push('store'),
    };
    const instrumented = createMetrics().instrumented(store);
    expect(Object.keys(instrumented).sort()).toEqual(Object.keys(store).sort());
    await instrumented.warm!();
    await instrumented.close();
    expect([instrumented.isCircuitOpen!(), warmed, closed]).toEqual([true, ['tables'], ['store']]);
  });

  it('count requests, time, credits, caches, the engine and the generation, and name nothing that a caller wrote', async () => {
    const metrics = createMetrics();
    const metered = await startMetered({
      app: {
        store: metrics.instrumented(smallStore('g77')),
        onRequestEnd: metrics.recordRequest,
        onCacheLookup: metrics.recordCacheLookup,
      },
      onCharge: metrics.recordCharge,
      onKeyCheck: metrics.recordKeyCheck,
      onKeyLookup: (atHand) => metrics.recordCacheLookup('keys', atHand),
    });
    metrics.gauge('lexicon_metering_down', 'down', () => Number(metered.isDown()));
    const listening = await listenForOperators(
      { metrics, store: smallStore(), isDraining: () => false },
      { host: '127.0.0.1', port: 0 },
    );
    const { key } = await metered.issue();
    for (const path of [
      cardOf('開心'),
      cardOf('開心'),
      cardOf('冇呢個詞'),
      '/api/lexicon/search?limit=0',
      '/secret-path',
    ])
      await metered.request(path, { key });
    await metered.request('/api/lexicon/browse', { key: 'wrong' });

    const response = await fetch(listening.url);
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const requests = (endpoint: string, status: number) =>
      sample(text, `lexicon_requests_total{method="GET",endpoint="${endpoint}",status="${status}"}`);
    expect(requests('/api/lexicon/word/{text}', 200)).toBe(2);
    expect(requests('/api/lexicon/word/{text}', 404)).toBe(1);
    expect(requests('/api/lexicon/search', 400)).toBe(1);
    expect(requests('/api/lexicon/browse', 401)).toBe(1);
    expect(requests('-', 404)).toBe(1);
    expect(sample(text, 'lexicon_request_duration_seconds_count{endpoint="/api/lexicon/word/{text}"}')).toBe(3);
    expect(sample(text, 'lexicon_credits_total{plan="free",endpoint="/api/lexicon/word/{text}"}')).toBe(5);
    // The second card was at hand.
    expect(sample(text, 'lexicon_engine_duration_seconds_count{question="relatedWords"}')).toBe(1);
    expect(sample(text, 'lexicon_cache_lookups_total{cache="answers",result="hit"}')).toBe(1);
    expect(sample(text, 'lexicon_cache_lookups_total{cache="answers",result="miss"}')).toBe(2);
    expect(sample(text, 'lexicon_cache_lookups_total{cache="keys",result="miss"}')).toBeGreaterThanOrEqual(1);
    const lookups = ['hit', 'miss'].map((result) =>
      sample(text, `lexicon_cache_lookups_total{cache="keys",result="${result}"}`),
    );
    expect(lookups[0]! + lookups[1]!).toBe(4);
    for (const [result, count] of Object.entries({ valid: 4, refused: 1, limited: 0 }))
      expect([result, sample(text, `lexicon_key_checks_total{result="${result}"}`)]).toEqual([result, count]);
    const answers = 'lexicon_answer_duration_seconds_count{endpoint="/api/lexicon/word/{text}",costly="no"';
    expect([sample(text, `${answers},cached="no"}`), sample(text, `${answers},cached="yes"}`)]).toEqual([1, 1]);
    expect(sample(text, 'lexicon_generation_info{generation="g77"}')).toBe(1);
    expect(text).toContain('lexicon_metering_down 0');
    expect(text).toContain('process_cpu_seconds_total');
    for (const private_ of ['secret-path', key, key.slice(4, 16), '開心']) expect(text).not.toContain(private_);

    // They are on their own port alone, and nothing else is there.
    expect((await metered.request('/metrics')).status).toBe(404);
    expect((await fetch(listening.url.replace('/metrics', '/api/lexicon/browse'))).status).toBe(404);
    await listening.stop();
    await metered.stop();
  });
});
