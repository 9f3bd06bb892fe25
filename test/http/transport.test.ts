import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { withTimeout } from '../../src/http/endpoint-handler.ts';
import { listenForOperators, type OperatorServer } from '../../src/http/operator-listener.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { createYielder } from '../../src/time-slicing.ts';
import { forTests } from '../support/for-tests.ts';
import { accessLine, smallStore, startService, testEndpoint } from './service.ts';

describe('transport', () => {
  const service = forTests(() => startService());

  it('logs method, route, status, time and work, no probe, and nothing that the caller wrote', async () => {
    for (const path of ['/healthz', '/readyz']) await service.get(path, { headers: { 'X-Request-Id': 'probe-1' } });
    await service.get('/api/lexicon/browse?facets=all', { headers: { 'X-Request-Id': 'costly-1' } });
    await service.get('/api/lexicon/word/%E5%94%94%E8%A6%8B', { headers: { 'X-Request-Id': 'refused-1' } });
    await service.get('/api/lexicon/word/%E6%84%9B?relations_limit=1', {
      headers: { 'X-Request-Id': 'logged-1', 'User-Agent': 'nosy' },
    });
    expect(await accessLine(service, 'logged-1')).toEqual({
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
    expect(await accessLine(service, 'costly-1')).toMatchObject({ costly: 'facets', cached: false });
    expect(await accessLine(service, 'refused-1')).toMatchObject({ status: 404, problem: 'word_not_found' });
    expect(service.log.filter((one) => one.request_id === 'probe-1')).toEqual([]);
  });

  it('tells that it is not ready, or only in part', async () => {
    const failing: LexiconStore = {
      ...smallStore(),
      health: async () => ({ ready: false, detail: 'The engine does not answer.' }),
    };
    const away: LexiconStore = {
      ...smallStore(),
      health: async () => ({ ready: true, engineUp: false, detail: 'without its engine' }),
    };
    await using degraded = await startService({ store: away });
    expect(await degraded.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'degraded', detail: 'without its engine' },
    });
    await using unready = await startService({ store: failing });
    const { status, headers, body } = await unready.get('/readyz');
    expect([status, headers.get('retry-after'), body.detail]).toEqual([503, '5', 'The engine does not answer.']);
  });

  it('does not wait for connections that were opened and never used', async () => {
    const going = await startService();
    const socket = connect(Number(new URL(going.url).port), '127.0.0.1');
    await once(socket, 'connect');
    // Accepted by now, as connections are accepted in order.
    expect((await going.get('/healthz')).status).toBe(200);
    const ended = Promise.all([going.stop(), once(socket, 'close')]).then(() => 'stopped');
    // Below the 10 s after which every connection is closed.
    expect(await Promise.race([ended, sleep(8_000, 'still waiting', { ref: false })])).toBe('stopped');
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
    ask();
    const [second] = await once(socket, 'data');
    expect(String(second)).toMatch(/^HTTP\/1.1 200 /);
    expect(String(second)).toContain('\r\nConnection: close\r\n');
    await Promise.all([once(socket, 'close'), stopped]);
  });

  it('finishes responses in flight during shutdown, and accepts no more', async () => {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const waiting = testEndpoint('/waiting', () => {
      arrived.resolve();
      return released.promise;
    });
    let draining = false;
    const going = await startService({ endpoints: [waiting], isDraining: () => draining });
    const answer = going.get('/waiting');
    await arrived.promise;
    draining = true;
    const unready = await going.get('/readyz');
    const stopped = going.stop();
    released.resolve('done');
    expect((await answer).body).toBe('done');
    await stopped;
    expect(unready.status).toBe(503);
    await expect(going.get('/healthz')).rejects.toThrow();
  });
});

describe('the listener', () => {
  it('looks every two seconds for heads that are overdue, not every thirty', async () => {
    const service = await startService({ listening: { timeouts: { headersTimeout: 100 } } });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ');
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
    await service.stop();
  });
});

describe('the listener for operators', () => {
  let server: OperatorServer;
  let isDraining = false;
  let metrics = async () => 'lexicon_ready 1\n';
  afterEach(() => server.stop());

  it('answers probes and scrapes, and nothing else', async () => {
    server = await listenForOperators(
      {
        metrics: { text: () => metrics(), contentType: 'text/plain; version=0.0.4' },
        store: smallStore(),
        isDraining: () => isDraining,
      },
      { host: '127.0.0.1', port: 0 },
    );
    const ask = async (path: string) => {
      const response = await fetch(new URL(path, server.url));
      return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
    };
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect(await ask('/readyz')).toMatchObject({ status: 200, text: expect.stringContaining('"ready"') });
    expect(await ask('/metrics')).toEqual({
      status: 200,
      text: 'lexicon_ready 1\n',
      type: expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    });
    expect((await ask('/api/lexicon/browse')).status).toBe(404);
    isDraining = true;
    const { status, text, type } = await ask('/readyz');
    expect([status, type]).toEqual([503, expect.stringContaining('application/problem+json')]);
    expect(JSON.parse(text)).toMatchObject({ detail: 'The service is going down. Ask another instance.' });
    metrics = () => Promise.reject(new Error('broken'));
    expect((await ask('/metrics')).status).toBe(500);
  });
});

const never = () => new Promise<never>(() => undefined);

describe('a timeout', () => {
  afterEach(() => void jest.useRealTimers());

  it('resolves and rejects as the work does', async () => {
    const inTime = <T>(work: () => Promise<T>) => withTimeout(10_000, work);
    await expect(inTime(async () => 'done')).resolves.toBe('done');
    await expect(inTime(async () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  });

  it('rejects only what exceeds its own timeout', async () => {
    jest.useFakeTimers();
    const rejected: string[] = [];
    const start = (name: string) =>
      withTimeout(60, never).catch(({ kind, message }) => rejected.push(name, kind, message));
    void start('first');
    await jest.advanceTimersByTimeAsync(30);
    void start('second');
    await jest.advanceTimersByTimeAsync(29);
    expect(rejected).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(rejected).toEqual(['first', 'timeout', 'no answer within 60 ms']);
    await jest.advanceTimersByTimeAsync(30);
    expect(rejected.slice(3)).toEqual(['second', 'timeout', 'no answer within 60 ms']);
  });
});

describe('a caller who disconnects', () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  /** Works in slices until it is stopped. */
  const endless = testEndpoint('/api/lexicon/endless', async () => {
    const yieldIfDue = createYielder();
    begun.resolve();
    try {
      for (;;) {
        for (const sliceEnd = performance.now() + 6; performance.now() < sliceEnd; );
        await yieldIfDue();
      }
    } finally {
      ended.resolve();
    }
  });

  const service = forTests(() => startService({ endpoints: [endless] }));

  it('stops long work whose caller is gone', async () => {
    const leaving = new AbortController();
    const answer = service.get('/api/lexicon/endless', { signal: leaving.signal });
    await begun.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await ended.promise;
  });
});
