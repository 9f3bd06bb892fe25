import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { BackendError } from '../../src/lexicon/backend-error.ts';
import { Problem } from '../../src/problem.ts';
import { forTests } from '../support/for-tests.ts';
import { startService, testEndpoint } from './service.ts';

const failing = (path: string, error: unknown) => testEndpoint(path, () => Promise.reject(error));

describe('errors', () => {
  const secret = new Error('password hunter2 in /srv/secret');
  const service = forTests(() =>
    startService({
      endpoints: [
        ...ENDPOINTS,
        testEndpoint('/slow', () => new Promise(() => undefined)),
        failing('/broken', secret),
        failing('/down', new BackendError('unavailable', 'connect ECONNREFUSED 10.0.0.7', { retryAfterSeconds: 7 })),
        failing('/late', new BackendError('timeout', 'no answer')),
        failing('/limited', new Problem('rate_limited', { headers: { 'Retry-After': '12' } })),
      ],
      handlerTimeoutMs: 50,
    }),
  );
  const get = (path: string, init?: RequestInit) => service.get(path, init);

  it('of a body that is too large when it is decompressed are a 413', async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify({ text: 'a'.repeat(5_000_000) })));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect((await get('/api/lexicon/annotate', { method: 'POST', body, headers })).status).toBe(413);
  });

  it('of ours leak nothing and are logged', async () => {
    const { status, body } = await get('/broken', { headers: { 'X-Request-Id': 'broken-1' } });
    expect([status, body.code, body.request_id]).toEqual([500, 'internal', 'broken-1']);
    expect(JSON.stringify(body)).not.toMatch(/hunter2|secret|stack|\.ts/);
    const logged = service.log.find((line) => line.request_id === 'broken-1' && line.msg === 'a request failed');
    expect(logged).toMatchObject({ level: 50, route: '/broken', err: { message: 'password hunter2 in /srv/secret' } });
  });

  it('of the store are 503 and 504, and say when to try again', async () => {
    const down = await get('/down');
    expect([down.status, down.body.code, down.headers.get('retry-after')]).toEqual([503, 'backend_unavailable', '7']);
    expect(JSON.stringify(down.body)).not.toContain('10.0.0.7');
    // One line, without a stack.
    const logged = service.log.filter(({ route, msg }) => route === '/down' && msg !== undefined);
    expect(logged).toEqual([expect.objectContaining({ level: 40, reason: expect.stringContaining('10.0.0.7') })]);
    expect(logged[0]).not.toHaveProperty('err');
    const late = await get('/late');
    expect([late.status, late.body.code]).toEqual([504, 'backend_timeout']);
    const stuck = await get('/slow');
    expect([stuck.status, stuck.body.code]).toEqual([504, 'backend_timeout']);
    const limited = await get('/limited');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '12']);
  });
});
