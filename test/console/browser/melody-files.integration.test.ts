import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { HOSTILE_FILES, ZIP64_OF_98_BYTES } from '../../melody/hostile-files.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import { eventually, expectCount, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(2 * PAGE_TIMEOUT_MS);

const TOO_LARGE = '呢個檔入面太大。淨係匯出唱嗰個聲部再試。';
const TOO_SLOW = '呢個檔讀咗太耐。淨係匯出唱嗰個聲部再試。';

const choose = (page: Page, bytes: Uint8Array) =>
  page
    .locator('#melody-file')
    .setInputFiles({ name: 'song.mxl', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });

const hostileFile = (name: RegExp) => HOSTILE_FILES.find((file) => name.test(file.name))!.bytes;

describeInBrowser('a melody file that is meant ill', () => {
  const consoleFixture = useConsole();

  it.each([
    ['98 bytes that claim 2³² − 1 files', ZIP64_OF_98_BYTES, /zip64/],
    ['a zip of a megabyte of elements', hostileFile(/megabyte of empty elements/), TOO_LARGE],
    ['a MIDI event whose length leads back to it', hostileFile(/event whose length leads back/), /可能爛咗/],
    ['2,001 notes', midiFile([Array.from({ length: 2001 }, () => 60)]), TOO_LARGE],
    ['3 MB', new Uint8Array(3e6), TOO_LARGE],
  ])('of %s is refused, and the page goes on', async (_, bytes, message) => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const lines = await page.locator('.line').count();
    await choose(page, bytes);
    await page.locator('.toast', { hasText: message }).waitFor();
    expect(await page.locator('.line').count()).toBe(lines);
    await eventually(async () => page.workers().length, 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('is given up after some seconds, in which the page works, and the next one is read', async () => {
    // Else it fetches the worker's script, and not the page.
    const { page, close } = await consoleFixture.visit({ serviceWorkers: 'block' });
    await page.route('**/assets/melody-worker-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'for (;;);' }),
    );
    await choose(page, midiFile([[60, 62]]));
    await eventually(async () => page.workers().length, 1);
    await page.getByRole('button', { name: '檔案' }).click();
    await page.getByRole('button', { name: '新歌' }).click();
    expect(await textsOf(page, '.toast')).not.toContain(TOO_SLOW);
    await page.locator('.toast', { hasText: TOO_SLOW }).waitFor({ timeout: PAGE_TIMEOUT_MS });
    await eventually(async () => page.workers().length, 0);
    await page.unroute('**/assets/melody-worker-*.js');
    await choose(
      page,
      midiFile([
        [60, 62],
        [64, 65],
        [67, 69],
      ]),
    );
    await expectCount(page, '.line', 3);
    await close();
  });
});
