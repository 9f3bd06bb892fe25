import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MAX_NOTES } from '../../../src/melody/limits.ts';
import { HOSTILE_FILES, ZIP64_OF_98_BYTES } from '../../melody/hostile-files.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { exported, lineAt, loadMelody, lyricsOf, newSong, openSong } from '../support/desk.ts';
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
} from '../support/page.ts';

const VERSE = ['心事寫滿呢張紙張', '燈火未熄晚風未停', '海風帶我慢慢行行', '今夜回憶仲未停停'];
/** Headings and blank lines are lines too: those of the verse are 2 to 5 and 7 to 10. */
const LYRICS = ['[主歌]', ...VERSE, '', ...VERSE, '', '[副歌]', '風吹過', '雨落一地'].join('\n');
const [SUNG, CHORUS] = [
  [1, 2, 3, 4, 6, 7, 8, 9],
  [12, 13],
];

const phrase = (length: number) => Array.from({ length }, (_, i) => 60 + (i % 4));
const notesIn = (page: Page, line: number) => page.locator(`.line[data-line="${line}"] .note:not(.no-note)`).count();
const notesOfLines = (page: Page, lines: readonly number[]) => Promise.all(lines.map((line) => notesIn(page, line)));
const fits = (count: number) => `${count} 個音，8 個字`;
const takeMelody = (page: Page) => page.getByRole('button', { name: '放入', exact: true }).click();

async function openLyrics(page: Page): Promise<void> {
  await openSong(page, LYRICS);
  await expectCount(page, '.line', LYRICS.split('\n').length);
}

const TOO_LARGE = '呢個檔入面太大。淨係匯出唱嗰個聲部再試。';
const TOO_SLOW = '呢個檔讀咗太耐。淨係匯出唱嗰個聲部再試。';

const files: string[] = [];
afterAll(() => Promise.all(files.map((directory) => rm(directory, { recursive: true }))));

/** From a file: its bytes would be handed to the browser as text, which takes seconds on a busy machine. */
async function chooseFile(page: Page, bytes: Uint8Array): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'melody-'));
  const path = join(directory, 'song.mxl');
  files.push(directory);
  await writeFile(path, bytes);
  await page.locator('#melody-file').setInputFiles(path);
}

const hostileFile = (name: RegExp) => HOSTILE_FILES.find((file) => name.test(file.name))!.bytes;

/** Files that are not read, and what is said of them. */
const REFUSED: readonly (readonly [bytes: Uint8Array, message: string | RegExp])[] = [
  [ZIP64_OF_98_BYTES, /zip64/],
  [hostileFile(/event whose length leads back/), /可能爛咗/],
  [midiFile([Array.from({ length: MAX_NOTES + 1 }, () => 60)]), TOO_LARGE],
];

/** Four phrases with rests between them. */
const PHRASES = [
  [64, 62, 60, 62, 64],
  [67, 65, 64, 60, 62],
  [64, 64, 67, 65, 64],
  [62, 60, 57, 60, 60],
];

async function newSongFromMidi(page: Page): Promise<void> {
  await newSong(page);
  await loadMelody(page, PHRASES);
  await expectCount(page, '.line', PHRASES.length);
}

const chosenOf = (page: Page) => textsOf(page, '.slot-bar .value[aria-pressed="true"]');

/** Waits until the words for the next place are there. */
const nextWords = (page: Page, place: string) =>
  page
    .locator('.find', { has: page.locator('.slot-place', { hasText: place }) })
    .locator('.word-list[aria-busy="false"] .word-row')
    .first()
    .waitFor();

describeInBrowser('a melody', () => {
  const desk = useConsole();

  it('is shown phrase by phrase before it is taken, with breaks that can be shifted', async () => {
    const page = await desk.open({ viewport: TABLET });
    await openLyrics(page);
    await lineAt(page, 3).focus();
    await loadMelody(page, [8, 7, 9, 8, 7, 9, 8, 8].map(phrase));
    await page.locator('dialog.preview[open]').waitFor();
    await eventually(() => page.getByLabel('放喺邊度').locator('option:checked').textContent(), '主歌');
    await eventually(() => textsOf(page, '.lay-fit'), [8, 7, 9, 8, 7, 9, 8, 8].map(fits));
    await page.getByText('有 4 行音數同字數唔同').waitFor();
    await eventually(() => axeViolations(page), []);
    await saveScreenshot(page, 'load-melody-820');
    // The third line's first note belongs to the second; what is shifted there and back is as it was.
    await page.getByRole('button', { name: '第 3 行多一個音' }).click();
    await eventually(() => textsOf(page, '.lay-fit'), [8, 8, 8, 8, 7, 9, 8, 8].map(fits));
    await page.getByRole('button', { name: '第 8 行少一個音' }).click();
    await eventually(() => textsOf(page, '.lay-fit'), [8, 8, 8, 8, 7, 8, 9, 8].map(fits));
    await page.getByRole('button', { name: '第 8 行多一個音' }).click();
    await takeMelody(page);
    await eventually(() => notesOfLines(page, [...SUNG, ...CHORUS]), [8, 8, 8, 8, 7, 9, 8, 8, 0, 0]);
    await eventually(() => lyricsOf(page), LYRICS.split('\n'));
    // Seven notes for eight characters: one is told apart.
    await eventually(() => textsOf(page, '.line[data-line="6"] .surplus-count'), ['+1多咗 1 個字冇音']);
    expect((await exported(page, '匯出文字')).toString()).toBe(`${LYRICS}\n`);
    // One step back is as it was before.
    await page.locator('.lines textarea').first().focus();
    await page.keyboard.press('Control+z');
    await eventually(() => notesIn(page, 1), 0);
  });

  it('asks for the part and the place, and can be left', async () => {
    const page = await desk.open({ viewport: PHONE });
    await openLyrics(page);
    await loadMelody(page, [
      [60, 62, 64],
      [65, 67],
    ]);
    await page.getByLabel('放喺邊度').selectOption('副歌');
    await eventually(() => textsOf(page, '.lay-fit'), ['3 個音，3 個字', '2 個音，4 個字']);
    await saveScreenshot(page, 'load-melody-390');
    await eventually(() => axeViolations(page), []);
    await page.keyboard.press('Escape');
    await expectCount(page, 'dialog.preview[open]', 0);
    await eventually(() => page.locator('.note:not(.no-note)').count(), 0);
  });

  it('asks which encoding its words are in where their bytes do not say, and takes the chosen one', async () => {
    const page = await desk.open();
    // Two bytes that are 我 in one encoding, 乖 in another.
    const file = { name: 'song.mid', mimeType: 'audio/midi', buffer: midiFile([[60]], ['\xce\xd2']) };
    for (const word of ['我', '乖']) {
      await page.locator('#melody-file').setInputFiles(file);
      const choices = page.locator('dialog.preview[open] .reading');
      await choices.first().waitFor();
      await eventually(() => textsOf(page, '.reading .han'), ['我', '乖']);
      await eventually(() => axeViolations(page), []);
      await choices.filter({ hasText: word }).click();
      await eventually(() => lyricsOf(page), [word]);
      await newSong(page);
    }
  });

  it('is refused where it is damaged or too large, and the page goes on', async () => {
    const page = await desk.open();
    const lines = await page.locator('.line').count();
    for (const [bytes, message] of REFUSED) {
      await chooseFile(page, bytes);
      await page.locator('.toast', { hasText: message }).waitFor();
      await eventually(() => page.locator('.line').count(), lines);
      await eventually(async () => page.workers().length, 0);
      await page.locator('.toast').waitFor({ state: 'detached' });
    }
  });

  it('is given up after some seconds, in which the page works, and the next one is read', async () => {
    // Else it fetches the worker's script, and not the page.
    const page = await desk.open();
    await page.route('**/assets/melody-worker-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'for (;;);' }),
    );
    await chooseFile(page, midiFile([[60, 62]]));
    await eventually(async () => page.workers().length, 1);
    await newSong(page);
    expect(await textsOf(page, '.toast')).not.toContain(TOO_SLOW);
    await page.locator('.toast', { hasText: TOO_SLOW }).waitFor({ timeout: PAGE_TIMEOUT_MS });
    await eventually(async () => page.workers().length, 0);
    await page.unroute('**/assets/melody-worker-*.js');
    await loadMelody(page, [
      [60, 62],
      [64, 65],
      [67, 69],
    ]);
    await expectCount(page, '.line', 3);
  });

  it('is written to the fourth line by clicking alone, every word fitting and the ends rhyming', async () => {
    const page = await desk.open();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await newSongFromMidi(page);
    // Words for the first notes are there without anything typed or chosen.
    await nextWords(page, '第 1 行，下一個詞');
    await eventually(() => chosenOf(page), ['2 個音', '3 個音', '啱旋律']);
    for (let clicks = 0; clicks < 20; clicks++) {
      const lengths = (await lyricsOf(page)).map((text) => [...text].length);
      const at = lengths.findIndex((length, i) => length < PHRASES[i]!.length);
      if (at < 0) break;
      await nextWords(page, `第 ${at + 1} 行，下一個詞`);
      // Two notes or fewer left: the word that ends the line, with the rhyme of the lines before.
      if (at > 0 && PHRASES[at]!.length - lengths[at]! <= 2) expect((await chosenOf(page)).join()).toContain('押韻');
      await eventually(() => page.locator('.fit.clashes').count(), 0);
      const before = await lyricsOf(page);
      await page.locator('.word-row').first().click();
      await eventually(async () => (await lyricsOf(page)).join() !== before.join(), true);
    }
    const lines = await lyricsOf(page);
    expect(lines.map((line) => [...line].length)).toEqual(PHRASES.map((phrase) => phrase.length));
    await expectCount(page, '.risk-mark', 0);
    const letters = await textsOf(page, '.rail-line .letter');
    expect(new Set(letters).size).toBe(1);
    expect(refused).toEqual([]);
  });

  it('prefers words of the song’s theme and the chosen lengths, and shows vulgar ones only on request', async () => {
    const page = await desk.open();
    await newSongFromMidi(page);
    await nextWords(page, '第 1 行，下一個詞');
    const asked = page.waitForRequest(
      (request) => request.url().includes('/browse?') && request.url().includes('theme='),
    );
    const theme = page.getByLabel('主題');
    await theme.focus();
    await theme.locator('option', { hasText: '海' }).first().waitFor({ state: 'attached' });
    await theme.selectOption('海');
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get('theme')).toBe('海');
    expect(searchParams.get('vulgar')).toBe('false');
    await page.locator('.slot-bar .value[aria-pressed="true"]', { hasText: '主題 海' }).waitFor();
    const again = page.waitForRequest(
      (request) => request.url().includes('/browse?') && !request.url().includes('vulgar='),
    );
    await page.getByRole('button', { name: '其他篩選' }).click();
    await page.getByRole('button', { name: '粗口' }).click();
    await again;
    for (const notes of ['1 個音', '2 個音', '3 個音'])
      await page.locator('.slot-bar .value', { hasText: notes }).click();
    await eventually(
      async () => new Set((await textsOf(page, '.word-row .word')).map((word) => [...word].length)),
      new Set([1]),
    );
  });
});
