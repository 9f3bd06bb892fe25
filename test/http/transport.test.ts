import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ENDPOINTS } from '../../src/endpoints.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { ANONYMOUS } from '../../src/metering/caller.ts';
import type { Cost, Credentials, Meter } from '../../src/metering/meter-port.ts';
import { endpoint, operation } from '../../src/operations/operation.ts';
import { Problem } from '../../src/problem.ts';
import { smallStore, startService, type TestService } from './service.ts';

/** Sends bytes as they are and answers all that comes back until the connection ends. */
function sendRaw({ url }: { url: string }, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
  });
}

describe('transport', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('gives every answer an id, the generation and safe headers', async () => {
    const { headers } = await service.get('/api/lexicon/browse?limit=1');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-lexicon-generation')).toBe('gsmall');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    for (const name of ['x-frame-options', 'strict-transport-security', 'referrer-policy'])
      expect([name, headers.has(name)]).toEqual([name, true]);
    // Those only pages heed, and an answer is none.
    for (const name of ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-dns-prefetch-control', 'x-powered-by'])
      expect([name, headers.has(name)]).toEqual([name, false]);
    // Kept only by whoever asked, for a minute; the fixed lists are asked about before they are used again.
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(headers.get('vary')).toBe('Accept-Encoding, Authorization');
    const list = await service.get('/api/lexicon/vocabulary');
    expect(list.headers.get('cache-control')).toBe('private, no-cache');
    const own = await service.get('/api/lexicon/annotate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"text":"愛"}',
    });
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('keeps a harmless request id and replaces any other', async () => {
    const id = async (given: string) =>
      (await service.get('/healthz', { headers: { 'X-Request-Id': given } })).headers.get('x-request-id');
    expect(await id('trace-42')).toBe('trace-42');
    expect(await id('{"level":60}')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id('a'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
    // A key that somebody put there by mistake would come into the log.
    expect(await id(`lex_abcdefghijkl_${'a'.repeat(43)}`)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('logs method, route, status and time, and nothing that the caller wrote', async () => {
    await service.get('/api/lexicon/word/%E6%84%9B?relations_limit=1', {
      headers: { 'X-Request-Id': 'logged-1', 'User-Agent': 'nosy' },
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const line = service.log.find((one) => one.request_id === 'logged-1');
    expect(line).toEqual({
      ...{ level: 30, time: expect.any(Number), request_id: 'logged-1', method: 'GET' },
      ...{ route: '/api/lexicon/word/{text}', status: 200, ms: expect.any(Number) },
    });
  });

  it('compresses long answers and leaves short ones alone', async () => {
    const long = await service.get('/api/lexicon/browse');
    expect(long.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect(long.body.words).toHaveLength(33);
    expect((await service.get('/api/lexicon/autocomplete?prefix=x')).headers.get('content-encoding')).toBeNull();
  });

  it('answers HEAD as GET without the body', async () => {
    const { status, headers, body } = await service.get('/api/lexicon/autocomplete?prefix=hoi', { method: 'HEAD' });
    expect([status, body]).toEqual([200, '']);
    const { length } = Buffer.from('["海","開心","海洋","開","害"]');
    expect(headers.get('content-length')).toBe(String(length));
    expect((await service.get('/api/lexicon/word/x', { method: 'HEAD' })).status).toBe(404);
  });

  it('accepts request targets in raw UTF-8, as curl sends them', async () => {
    const text = await sendRaw(service, 'GET /api/lexicon/autocomplete?prefix=海 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\n\r\n\["海","海洋"\]$/);
    const inPath = await sendRaw(
      service,
      'GET /api/lexicon/word/愛 HTTP/1.1\r\nHost: x\r\nX-Request-Id: raw-1\r\n\r\n',
    );
    expect(inPath).toContain('"char":"愛"');
    expect(inPath.toLowerCase()).toContain('x-request-id: raw-1');
    const broken = await sendRaw(service, Buffer.from('GET /a?b=\xff HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'));
    expect(broken).toMatch(/^HTTP\/1\.1 404/);
  });

  it('answers malformed HTTP with a problem document', async () => {
    const nonsense = await sendRaw(service, 'HELLO\r\n\r\n');
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/);
    const large = await sendRaw(service, `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(large.split('\r\n\r\n')[1]!)).toMatchObject({ code: 'header_fields_too_large', status: 431 });
    const head = await sendRaw(service, `HEAD / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n$/);
  });

  it('tells whether it lives and whether it is ready', async () => {
    expect((await service.get('/healthz')).body).toEqual({ status: 'ok' });
    const ready = await service.get('/readyz');
    expect(ready.body).toEqual({ status: 'ready', detail: 'embedded store, generation gsmall' });
    const failing: LexiconStore = {
      ...smallStore(),
      health: async () => ({ ready: false, detail: 'The engine does not answer.' }),
    };
    const unready = await startService({ store: failing });
    const { status, headers, body } = await unready.get('/readyz');
    await unready.stop();
    expect([status, headers.get('retry-after'), body.detail]).toEqual([503, '5', 'The engine does not answer.']);
  });

  it('does not wait for connections that were opened and never used', async () => {
    const going = await startService();
    const socket = connect(Number(new URL(going.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const ended = Promise.all([going.stop(), once(socket, 'close')]).then(() => 'stopped');
    expect(await Promise.race([ended, sleep(3_000, 'still waiting', { ref: false })])).toBe('stopped');
  });

  it('answers requests in flight on keep-alive connections during shutdown, then closes them', async () => {
    const going = await startService();
    const { hostname, port } = new URL(going.url);
    const socket = connect(Number(port), hostname);
    const ask = () => socket.write('GET /healthz HTTP/1.1\r\nHost: lexicon\r\n\r\n');
    ask();
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1.1 200 /);
    const stopped = going.stop();
    await sleep(100);
    ask();
    const [second] = await once(socket, 'data');
    expect(String(second)).toMatch(/^HTTP\/1.1 200 /);
    expect(String(second)).toContain('\r\nConnection: close\r\n');
    await Promise.all([once(socket, 'close'), stopped]);
  });

  it('finishes responses in flight during shutdown, and accepts no more', async () => {
    let release: (value: string) => void = () => undefined;
    let begun: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const waiting = endpoint(
      'GET',
      '/waiting',
      operation({
        ...{ id: 'waiting', summary: '', description: '', request: {}, response: z.string() },
        handle: () =>
          new Promise<string>((resolve) => {
            release = resolve;
            begun();
          }),
      }),
      { group: 'other', scopes: ['lex_read'], cost: () => ({ credits: 0 }) },
    );
    let draining = false;
    const going = await startService({ endpoints: [waiting], isDraining: () => draining });
    const answer = going.get('/waiting');
    await arrived;
    draining = true;
    const unready = await going.get('/readyz');
    const stopped = going.stop();
    release('done');
    expect((await answer).body).toBe('done');
    await stopped;
    expect(unready.status).toBe(503);
    await expect(going.get('/healthz')).rejects.toThrow();
  });
});

describe('the meter', () => {
  const admitted: (Credentials & { readonly endpoint: string })[] = [];
  const charged: Cost[] = [];
  const meter: Meter = {
    async admit(request, endpoint) {
      admitted.push({ ...request, endpoint });
      if (request.authorization === 'Bearer slow')
        throw new Problem('rate_limited', { headers: { 'Retry-After': '3' } });
      return {
        caller: { ...ANONYMOUS, plan: { name: 'small', maxLimit: 2 } },
        async charge(cost) {
          if (request.authorization === 'Bearer poor') throw new Problem('quota_exhausted');
          charged.push(cost);
          return { 'X-Quota-Remaining': '7' };
        },
      };
    },
  };
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ meter, config: { corsOrigins: ['*'], trustProxy: 1 } });
  });
  afterAll(() => service.stop());
  const costOf = async (path: string, headers: Record<string, string> = {}) => {
    charged.length = 0;
    const answer = await service.get(path, { headers });
    return { answer, cost: charged[0] };
  };

  it('is told of endpoint, key, origin and address, behind a proxy too', async () => {
    await service.get('/api/lexicon/word/a', {
      headers: { Authorization: 'Bearer k', Origin: 'https://a.example', 'X-Forwarded-For': '1.2.3.4, 9.9.9.9' },
    });
    const { connection, ...admission } = admitted.at(-1)!;
    expect(typeof connection).toBe('object');
    expect(admission).toEqual({
      endpoint: '/api/lexicon/word/{text}',
      ...{ authorization: 'Bearer k', origin: 'https://a.example', clientIp: '9.9.9.9' },
    });
  });

  it('gives the plan by which limits are lowered, and headers for successes', async () => {
    const { body, headers } = await service.get('/api/lexicon/browse?limit=50');
    expect([body.limit, body.words.length]).toEqual([2, 2]);
    expect(headers.get('x-quota-remaining')).toBe('7');
    expect((await service.get('/api/lexicon/browse?limit=0')).headers.get('x-quota-remaining')).toBeNull();
  });

  it('charges what the specification says', async () => {
    const word = (text: string) => `/api/lexicon/word/${encodeURIComponent(text)}`;
    const costs = {
      card: await costOf(word('開心')),
      shortCard: await costOf(`${word('开心')}?relations_limit=1`),
      bareCard: await costOf(`${word('開心')}?relations_limit=0`),
      relation: await costOf('/api/lexicon/synonyms?word=%E5%BC%80%E5%BF%83&limit=1'),
      homophones: await costOf(`/api/lexicon/homophones/${encodeURIComponent('说')}`),
      search: await costOf('/api/lexicon/search'),
      autocomplete: await costOf('/api/lexicon/autocomplete?prefix=hoi'),
      sources: await costOf('/api/lexicon/sources'),
    };
    const seen = Object.fromEntries(Object.entries(costs).map(([name, { cost }]) => [name, cost]));
    expect(seen).toEqual({
      card: { credits: 5, subject: '開心' },
      shortCard: { credits: 2, subject: '開心' },
      bareCard: { credits: 1, subject: '開心' },
      relation: { credits: 1, subject: '開心' },
      homophones: { credits: 1, subject: '説' },
      search: { credits: 1 },
      autocomplete: { credits: 1 },
      sources: { credits: 0 },
    });
  });

  it('charges nothing for errors and for what the caller already has', async () => {
    expect((await costOf('/api/lexicon/word/nothing')).cost).toBeUndefined();
    expect((await costOf('/api/lexicon/browse?limit=0')).cost).toBeUndefined();
    expect((await costOf('/api/lexicon/categories', { 'If-None-Match': '"gsmall"' })).cost).toEqual({ credits: 0 });
    expect((await costOf('/healthz')).answer.headers.get('ratelimit')).toBeNull();
  });

  it('may refuse at authentication or at charging', async () => {
    const slow = await service.get('/api/lexicon/browse', { headers: { Authorization: 'Bearer slow' } });
    expect([slow.status, slow.body.code, slow.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3']);
    const poor = await service.get('/api/lexicon/browse', { headers: { Authorization: 'Bearer poor' } });
    expect([poor.status, poor.body.code, poor.body.words]).toEqual([429, 'quota_exhausted', undefined]);
  });

  it('finds every endpoint of the table in a group and with scopes', () => {
    const table = Object.fromEntries(ENDPOINTS.map(({ path, group, scopes }) => [path, [group, ...scopes]]));
    expect(table['/api/lexicon/search']).toEqual(['search', 'lex_read']);
    expect(table['/api/lexicon/browse']).toEqual(['browse', 'lex_read']);
    expect(table['/api/lexicon/autocomplete']).toEqual(['autocomplete', 'lex_ac', 'lex_read']);
    expect(Object.values(table).every((row) => row.length >= 2)).toBe(true);
  });
});
