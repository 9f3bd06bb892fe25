import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMetered } from '../metering/metered-service.ts';
import { startService, type TestService } from './service.ts';

describe('the API document as it is served', () => {
  let service: TestService;
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

  it('tells the limits of the plans as they are now', async () => {
    const metered = await startMetered({ plans: (plans) => Object.assign(plans.anonymous!, { daily_credits: 123 }) });
    const told = await startService({ plans: metered.plans });
    try {
      const creditsTold = async () =>
        /without a key \| (\d+) /.exec((await told.get('/openapi.json')).body.info.description)?.[1];
      expect(await creditsTold()).toBe('123');
      const text = await readFile(metered.plansFile, 'utf8');
      await writeFile(metered.plansFile, text.replace('"daily_credits":123', '"daily_credits":456'));
      metered.plans.reload();
      expect(await creditsTold()).toBe('456');
    } finally {
      await told.stop();
      await metered.stop();
    }
  });

  it('has a page whose policy lets nothing in from elsewhere, and no inline script or style', async () => {
    for (const path of ['/docs', '/docs/']) {
      const { status, headers, body } = await service.get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';script-src 'self';style-src 'self';connect-src 'self';img-src 'self' data:;base-uri 'none';frame-ancestors 'none';form-action 'none'",
      );
      expect(body).toContain('<title>API reference: Cantonese lyric lexicon</title>');
      expect(body).not.toMatch(/<script>|<style|style="|onload=|https?:/);
    }
  });

  it('serves every file that the page asks for', async () => {
    const { body } = await service.get('/docs');
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
    expect(files).toHaveLength(6);
    // By HEAD: the package's bundle is large.
    for (const path of files) expect([path, (await service.get(path, { method: 'HEAD' })).status]).toEqual([path, 200]);
    expect((await service.get('/docs/nothing.js')).status).toBe(404);
    expect((await service.get('/docs/package.json')).status).toBe(404);
  });
});
