import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { startService } from './service.ts';

describe('the API document as it is served', () => {
  const service = forTests(() => startService());

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

  it('has a page without inline script or style, and serves every file that it asks for', async () => {
    const { body } = await service.get('/docs');
    expect(body).toContain('<title>API reference: Cantonese lyric lexicon</title>');
    expect(body).not.toMatch(/<script>|<style|style="|onload=|https?:/);
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
    expect(files).toHaveLength(6);
    // By HEAD: the package's bundle is large.
    for (const path of files) expect([path, (await service.get(path, { method: 'HEAD' })).status]).toEqual([path, 200]);
  });
});
