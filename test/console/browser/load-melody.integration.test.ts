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
  TABLET,
  textsOf,
  WIDE,
} from '../support/page.ts';

jest.setTimeout(2 * PAGE_TIMEOUT_MS);

const VERSE = ['心事寫滿呢張紙張', '燈火未熄晚風未停', '海風帶我慢慢行行', '今夜回憶仲未停停'];
/** Headings and blank lines are lines too: those of the verse are 2 to 5 and 7 to 10. */
const LYRICS = ['[主歌]', ...VERSE, '', ...VERSE, '', '[副歌]', '風吹過', '雨落一地'].join('\n');
const [SUNG, CHORUS] = [
  [1, 2, 3, 4, 6, 7, 8, 9],
  [12, 13],
];

const phrase = (length: number) => Array.from({ length }, (_, i) => 60 + (i % 4));
const notesIn = (page: Page, line: number) => page.locator(`.line[data-line="${line}"] .note:not(.no-note)`).count();
const lyricsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('.lines textarea')].map(({ value }) => value)");

async function openLyrics(page: Page, text = LYRICS): Promise<void> {
  await page.locator('#song-file').setInputFiles({ name: '歌.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expectCount(page, '.line', text.split('\n').length);
}

/** As a writer brings words from elsewhere. */
async function pasteLyrics(page: Page): Promise<void> {
  await page.getByRole('button', { name: '檔案' }).click();
  await page.getByRole('button', { name: '新歌' }).click();
  await expectCount(page, '.line', 1);
  await page.getByRole('textbox', { name: '第 1 行' }).click();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(LYRICS)})`);
  await page.keyboard.press('Control+v');
  await eventually(() => lyricsOf(page), LYRICS.split('\n'));
}

const notesOfLines = (page: Page, lines: readonly number[]) => Promise.all(lines.map((line) => notesIn(page, line)));
const fits = (count: number) => `${count} 個音，8 個字`;

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

  it.each([
    ['1440', WIDE],
    ['820', TABLET],
    ['390', PHONE],
  ])('is shown phrase by phrase before it is taken, with breaks that can be shifted, at %s', async (name, viewport) => {
    const consolePage = await consoleFixture.visit({ viewport });
    const { page } = consolePage;
    await pasteLyrics(page);
    await page.getByRole('textbox', { name: '第 3 行' }).focus();
    await load(page, midiFile([8, 7, 9, 8, 7, 9, 8, 8].map(phrase)));
    await page.locator('dialog.preview[open]').waitFor();
    expect(await page.getByLabel('放喺邊度').locator('option:checked').textContent()).toBe('主歌');
    expect(await textsOf(page, '.lay-fit')).toEqual([8, 7, 9, 8, 7, 9, 8, 8].map(fits));
    await page.getByText('有 4 行音數同字數唔同').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await saveScreenshot(page, `load-melody-${name}`);
    // The third line's first note belongs to the second; what is shifted there and back is as it was.
    await page.getByRole('button', { name: '第 3 行多一個音' }).click();
    await eventually(() => textsOf(page, '.lay-fit'), [8, 8, 8, 8, 7, 9, 8, 8].map(fits));
    await page.getByRole('button', { name: '第 8 行少一個音' }).click();
    await eventually(() => textsOf(page, '.lay-fit'), [8, 8, 8, 8, 7, 8, 9, 8].map(fits));
    await page.getByRole('button', { name: '第 8 行多一個音' }).click();
    await page.getByRole('button', { name: '放入', exact: true }).click();
    await eventually(() => notesOfLines(page, [...SUNG, ...CHORUS]), [8, 8, 8, 8, 7, 9, 8, 8, 0, 0]);
    expect(await lyricsOf(page)).toEqual(LYRICS.split('\n'));
    // Seven notes for eight characters: one is told apart.
    expect(await textsOf(page, '.line[data-line="6"] .surplus-count')).toEqual(['+1多咗 1 個字冇音']);
    expect((await exportedText(page, '匯出文字')).toString()).toBe(`${LYRICS}\n`);
    // One step back is as it was before.
    await page.locator('.lines textarea').first().focus();
    await page.keyboard.press('Control+z');
    await eventually(() => notesIn(page, 1), 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('comes out again at the times at which it came', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await openLyrics(page);
    await page.getByRole('textbox', { name: '第 3 行' }).focus();
    await load(page, midiFile([8, 7, 9, 8, 7, 9, 8, 8].map(phrase)));
    await page.getByRole('button', { name: '放入', exact: true }).click();
    await eventually(() => notesIn(page, 1), 8);
    // Phrases of whole beats with four beats of silence between them, as they came.
    const { header, tracks } = parseMidi(await exportedText(page, '匯出 MIDI'));
    let tick = 0;
    const onsets = tracks[0]!.flatMap((event) => {
      tick += event.deltaTime;
      return event.type === 'noteOn' ? [tick / header.ticksPerBeat!] : [];
    });
    expect(onsets.slice(0, 17)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 23, 24]);
    expect((await exportedText(page, '匯出 MusicXML')).toString()).toContain('<text>sam1</text>');
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('with a note too many keeps it in its section', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await openLyrics(page);
    await page.getByRole('textbox', { name: '第 3 行' }).focus();
    await load(page, midiFile([8, 8, 8, 8, 8, 8, 8, 9].map(phrase)));
    await page.locator('dialog.preview[open]').waitFor();
    expect(await textsOf(page, '.lay-fit')).toEqual([8, 8, 8, 8, 8, 8, 8, 9].map(fits));
    // Given away, it is a line of its own, at the end of the verse and before the blank line.
    await page.getByRole('button', { name: '第 10 行少一個音' }).click();
    await eventually(() => textsOf(page, '.lay-fit'), [...[8, 8, 8, 8, 8, 8, 8, 8].map(fits), '1 個音']);
    await page.getByRole('button', { name: '放入', exact: true }).click();
    await eventually(() => notesOfLines(page, [...SUNG, 10, 13, 14]), [8, 8, 8, 8, 8, 8, 8, 8, 1, 0, 0]);
    expect(await lyricsOf(page)).toEqual(LYRICS.split('\n').toSpliced(10, 0, ''));
    await page.keyboard.press('Control+z');
    // Taken as it is, the last line of the verse has it.
    await page.getByRole('textbox', { name: '第 3 行' }).focus();
    await load(page, midiFile([8, 8, 8, 8, 8, 8, 8, 9].map(phrase)));
    await page.getByRole('button', { name: '放入', exact: true }).click();
    await eventually(() => notesOfLines(page, [...SUNG, ...CHORUS]), [8, 8, 8, 8, 8, 8, 8, 9, 0, 0]);
    expect(await lyricsOf(page)).toEqual(LYRICS.split('\n'));
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
