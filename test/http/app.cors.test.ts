import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { startService, type TestService } from './service.ts';

const ALLOWED = 'https://a.example';
const OTHER = 'https://b.example';

/** A path for each endpoint, whatever it answers: errors are read by pages too. */
const requests = ENDPOINTS.map(({ method, path }) => ({
  method,
  path: path
    .replace('{text}', encodeURIComponent('愛'))
    .replace('{char}', encodeURIComponent('愛'))
    .replace('{name}', 'noun.feeling'),
}));

describe('cross-origin requests', () => {
  let open: TestService;
  let closed: TestService;
  beforeAll(async () => {
    open = await startService();
    closed = await startService({ config: { corsOrigins: [ALLOWED], trustProxy: 0 } });
  });
  afterAll(() => Promise.all([open.stop(), closed.stop()]));

  const answered = (service: TestService, path: string, origin: string, method = 'GET') =>
    service.get(path, {
      method,
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET', 'Content-Type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });

  it('lets any page call, and lets it read the headers that matter', async () => {
    const preflight = await answered(open, '/api/lexicon/browse', ALLOWED, 'OPTIONS');
    expect(preflight.status).toBe(204);
    const allowedHeaders = preflight.headers.get('access-control-allow-headers')?.split(',');
    expect(allowedHeaders).toEqual(expect.arrayContaining(['Authorization', 'traceparent', 'tracestate']));
    const { headers } = await answered(open, '/api/lexicon/browse', ALLOWED);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    for (const name of ['X-Quota-Remaining', 'RateLimit', 'Link', 'ETag', 'X-Lexicon-Generation', 'Retry-After'])
      expect(headers.get('access-control-expose-headers')).toContain(name);
  });

  it.each([
    ...requests,
    { method: 'GET' as const, path: '/healthz' },
    { method: 'GET' as const, path: '/openapi.json' },
  ])('lets only configured pages read $method $path', async ({ method, path }) => {
    for (const asked of [method, 'OPTIONS']) {
      const allowed = await answered(closed, path, ALLOWED, asked);
      expect(allowed.headers.get('access-control-allow-origin')).toBe(ALLOWED);
      expect(allowed.headers.get('vary')?.split(/, */)).toContain('Origin');
      const other = await answered(closed, path, OTHER, asked);
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
