import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import type { createClient as CreateClient } from '../../client/src/client.ts';
import { chromiumForTests, describeInBrowser } from '../console/support/chromium.ts';
import { startService } from '../http/service.ts';
import { folderForTests, forTests } from '../support/for-tests.ts';

const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

describeInBrowser('the compiled client', () => {
  const service = forTests(() => startService());
  const chromium = chromiumForTests();
  const dist = folderForTests();
  beforeAll(() => promisify(execFile)(process.execPath, [TSC, '-p', CLIENT, '--outDir', dist]));

  it('runs as it is in a page with a strict policy', async () => {
    const page = await chromium.browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.route('**/client/*.js', async (route) => {
      const body = await readFile(join(dist, basename(new URL(route.request().url()).pathname)), 'utf8');
      await route.fulfill({ body, contentType: 'text/javascript' });
    });
    await page.goto(`${service.url}/docs`);
    const seen = await page.evaluate(async (path) => {
      const { createClient } = (await import(path)) as { createClient: typeof CreateClient };
      const client = createClient({ baseUrl: new URL('/', path).origin });
      const chars: string[] = [];
      for await (const { char } of client.browse.all({ limit: 20, length: 1 })) chars.push(char);
      const { lines } = await client.annotate({ text: '開心' });
      const missing = await client.word({ text: '甲乙' }).catch((error: { code: string }) => error.code);
      return { chars, code: lines[0]?.code, missing };
    }, `${service.url}/client/client.js`);
    const { body } = await service.get('/api/lexicon/browse?length=1&limit=100');
    expect(seen.chars).toEqual(body.words.map(({ char }: { char: string }) => char));
    expect(seen).toMatchObject({ code: '33', missing: 'word_not_found' });
    expect(faults).toEqual([]);
  });
});
