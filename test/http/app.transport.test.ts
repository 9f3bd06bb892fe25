import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { forTests } from '../support/for-tests.ts';
import { smallStore, startService, testEndpoint } from './service.ts';

describe('transport', () => {
  const service = forTests(() => startService());

  it('logs method, route, status, time and work, no probe, and nothing that the caller wrote', async () => {
    for (const path of ['/healthz', '/readyz']) await service.get(path, { headers: { 'X-Request-Id': 'probe-1' } });
    await service.get('/api/lexicon/browse?facets=all', { headers: { 'X-Request-Id': 'costly-1' } });
    await service.get('/api/lexicon/word/%E5%94%94%E8%A6%8B', { headers: { 'X-Request-Id': 'refused-1' } });
    await service.get('/api/lexicon/word/%E6%84%9B?relations_limit=1', {
      headers: { 'X-Request-Id': 'logged-1', 'User-Agent': 'nosy' },
    });
    const lineOf = async (requestId: string) => {
      for (;;) {
        const line = service.log.find((one) => one.request_id === requestId);
        if (line) return line;
        await sleep(5);
      }
    };
    expect(await lineOf('logged-1')).toEqual({
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
    expect(await lineOf('costly-1')).toMatchObject({ costly: 'facets', cached: false });
    expect(await lineOf('refused-1')).toMatchObject({ status: 404, problem: 'word_not_found' });
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
