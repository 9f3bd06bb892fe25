import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService } from '../http/service.ts';

describe('the API document as it is served', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('comes as JSON that anyone may read, and is not sent again while it stays the same', async () => {
    const { status, headers, body } = await service.get('/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({ openapi: '3.1.1', info: { title: 'Cantonese lyric lexicon', version: '1.0.0' } });
    const tag = headers.get('etag')!;
    const again = await service.get('/openapi.json', { headers: { 'If-None-Match': tag } });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await service.get('/openapi.json', { method: 'HEAD' })).body).toBe('');
    expect((await service.get('/openapi.json', { method: 'POST' })).body).toMatchObject({ code: 'method_not_allowed' });
    expect((await service.get('/openapi.jsn')).body.detail).toBe('Did you mean /openapi.json?');
  });

  it('has a page whose policy lets nothing in from elsewhere, and no inline script or style', async () => {
    for (const path of ['/docs', '/docs/']) {
      const { status, headers, body } = await service.get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      );
      expect(body).toContain('<title>API reference: Cantonese lyric lexicon</title>');
      expect(body).not.toMatch(/<script>|<style|style="|onload=|https?:/);
    }
  });

  it('serves every file that the page asks for', async () => {
    const { body } = await service.get('/docs');
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
    expect(files).toHaveLength(6);
    for (const path of files) expect([path, (await service.get(path)).status]).toEqual([path, 200]);
    expect((await service.get('/docs/nothing.js')).status).toBe(404);
    expect((await service.get('/docs/package.json')).status).toBe(404);
  });
});
