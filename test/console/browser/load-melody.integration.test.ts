import { readFile } from 'node:fs/promises';
import { expect, it, jest } from '@jest/globals';
import { parseMidi } from 'midi-file';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import {
  axeViolations,
  eventually,
  expectCount,
  PAGE_TIMEOUT_MS,
  PHONE,
  saveScreenshot,
  textsOf,
} from '../support/page.ts';

jest.setTimeout(2 * PAGE_TIMEOUT_MS);

const VERSE = ['心事寫滿呢張紙張', '燈火未熄晚風未停', '海風帶我慢慢行行', '今夜回憶仲未停停'];
const LYRICS = ['[主歌]', ...VERSE, ...VERSE, '', '[副歌]', '風吹過', '雨落一地'].join('\n');

const phrase = (length: number) => Array.from({ length }, (_, i) => 60 + (i % 4));
const notesIn = (page: Page, line: number) => page.locator(`.line[data-line="${line}"] .note:not(.no-note)`).count();
const lyricsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('.lines textarea')].map(({ value }) => value)");

async function openLyrics(page: Page, text = LYRICS): Promise<void> {
  await page.locator('#song-file').setInputFiles({ name: '歌.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expectCount(page, '.line', text.split('\n').length);
}

async function load(page: Page, buffer: Buffer): Promise<void> {
  await page.locator('#melody-file').setInputFiles({ name: 'demo.mid', mimeType: 'audio/midi', buffer });
}

async function exportedText(page: Page, item: string): Promise<Buffer> {
  await page.getByRole('button', { name: '檔案' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: item, exact: true }).click();
  return readFile(await (await downloading).path());
}

describeInBrowser('a demo that is loaded into a verse', () => {
  const consoleFixture = useConsole();

  it('is shown phrase by phrase before it is taken, with breaks that can be shifted, and leaves the rest alone', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await openLyrics(page);
    await page.getByRole('textbox', { name: '第 3 行' }).focus();
    await load(page, midiFile([8, 7, 9, 8, 7, 9, 8, 8].map(phrase)));
    await page.locator('dialog.preview[open]').waitFor();
    expect(await page.getByLabel('放喺邊度').locator('option:checked').textContent()).toBe('主歌');
    expect(await textsOf(page, '.lay-fit')).toEqual([
      '8 個音，8 個字',
      '7 個音，8 個字',
      '9 個音，8 個字',
      '8 個音，8 個字',
      '7 個音，8 個字',
      '9 個音，8 個字',
      '8 個音，8 個字',
      '8 個音，8 個字',
    ]);
    await page.getByText('有 4 行音數同字數唔同').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await saveScreenshot(page, 'load-melody');
    // The third line's first note belongs to the second.
    await page.getByRole('button', { name: '第 3 行多一個音' }).click();
    await eventually(async () => (await textsOf(page, '.lay-fit')).slice(1, 3), ['8 個音，8 個字', '8 個音，8 個字']);
    await page.getByRole('button', { name: '放入', exact: true }).click();
    await eventually(
      () => Promise.all([1, 2, 3, 5, 6, 10, 11].map((line) => notesIn(page, line))),
      [8, 8, 8, 7, 9, 0, 0],
    );
    expect(await lyricsOf(page)).toEqual(LYRICS.split('\n'));
    // Seven notes for eight characters: one is told apart.
    expect(await textsOf(page, '.line[data-line="5"] .surplus-count')).toEqual(['+1多咗 1 個字冇音']);
    expect((await exportedText(page, '匯出文字')).toString()).toBe(`${LYRICS}\n`);
    // Phrases of whole beats with four beats of silence between them, as they came.
    const { header, tracks } = parseMidi(await exportedText(page, '匯出 MIDI'));
    let tick = 0;
    const onsets = tracks[0]!.flatMap((event) => {
      tick += event.deltaTime;
      return event.type === 'noteOn' ? [tick / header.ticksPerBeat!] : [];
    });
    expect(onsets.slice(0, 17)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 23, 24]);
    expect((await exportedText(page, '匯出 MusicXML')).toString()).toContain('<text>sam1</text>');
    // One step back is as it was before.
    await page.locator('.lines textarea').first().focus();
    await page.keyboard.press('Control+z');
    await eventually(() => notesIn(page, 1), 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('asks for the part and the place, and can be left', async () => {
    const consolePage = await consoleFixture.visit({ viewport: PHONE });
    const { page } = consolePage;
    await openLyrics(page);
    await load(
      page,
      midiFile([
        [60, 62, 64],
        [65, 67],
      ]),
    );
    await page.getByLabel('放喺邊度').selectOption('副歌');
    await eventually(() => textsOf(page, '.lay-fit'), ['3 個音，3 個字', '2 個音，4 個字']);
    await saveScreenshot(page, 'load-melody-390');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expectCount(page, 'dialog.preview[open]', 0);
    expect(await page.locator('.note:not(.no-note)').count()).toBe(0);
    await consolePage.close();
  });
});
