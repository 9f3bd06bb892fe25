import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { endpoint, operation } from '../../src/operations/operation.ts';
import { entryLines } from '../contract/small-lexicon.ts';
import { smallStore, startService, type TestService, UNDOCUMENTED } from './service.ts';

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
    for (const given of ['trace-42', 'A.b_c-9', 'flex-1']) expect(await id(given)).toBe(given);
    expect(await id('{"level":60}')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id('a'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id('urn:id')).toMatch(/^[0-9a-f-]{36}$/);
    // A key that somebody put there by mistake would come into the log, with whatever stands before it.
    const key = `lex_abcdefghijkl_${'a'.repeat(43)}`;
    for (const given of [key, `key-${key}`, `a.${key.toUpperCase()}`])
      expect(await id(given)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('logs method, route, status, time and work, no probe, and nothing that the caller wrote', async () => {
    for (const path of ['/healthz', '/readyz']) await service.get(path, { headers: { 'X-Request-Id': 'probe-1' } });
    await service.get('/api/lexicon/browse?facets=all', { headers: { 'X-Request-Id': 'costly-1' } });
    await service.get('/api/lexicon/word/%E5%94%94%E8%A6%8B', { headers: { 'X-Request-Id': 'refused-1' } });
    await service.get('/api/lexicon/word/%E6%84%9B?relations_limit=1', {
      headers: { 'X-Request-Id': 'logged-1', 'User-Agent': 'nosy' },
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const line = service.log.find((one) => one.request_id === 'logged-1');
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      request_id: 'logged-1',
      method: 'GET',
      route: '/api/lexicon/word/{text}',
      status: 200,
      ms: expect.any(Number),
      generation: 'gsmall',
      plan: 'anonymous',
      cached: false,
    });
    const others = service.log.filter((one) => /^(probe|costly|refused)-1$/.test(String(one.request_id)));
    expect(others).toEqual([
      expect.objectContaining({ request_id: 'costly-1', costly: 'facets', cached: false }),
      expect.objectContaining({ request_id: 'refused-1', status: 404, problem: 'word_not_found' }),
    ]);
  });

  it('compresses long answers and leaves short ones alone', async () => {
    const long = await service.get('/api/lexicon/browse');
    expect(long.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect(long.body.words).toHaveLength(entryLines().length);
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
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\nContent-Type: application\/problem\+json/);
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
    const away: LexiconStore = {
      ...smallStore(),
      health: async () => ({ ready: true, engineUp: false, detail: 'without its engine' }),
    };
    const degraded = await startService({ store: away });
    expect(await degraded.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'degraded', detail: 'without its engine' },
    });
    await degraded.stop();
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
        id: 'waiting',
        ...UNDOCUMENTED,
        request: {},
        response: z.string(),
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
