import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import { type ConsolePage, eventually, expectCount, PAGE_TIMEOUT_MS, PHONE, textsOf } from '../support/page.ts';

jest.setTimeout(2 * PAGE_TIMEOUT_MS);

/** Four phrases with rests between them. */
const PHRASES = [
  [64, 62, 60, 62, 64],
  [67, 65, 64, 60, 62],
  [64, 64, 67, 65, 64],
  [62, 60, 57, 60, 60],
];

async function newSongFromMidi(page: Page): Promise<void> {
  await page.getByRole('button', { name: '檔案' }).click();
  await page.getByRole('button', { name: '新歌' }).click();
  await page.locator('#melody-file').setInputFiles({
    name: 'song.mid',
    mimeType: 'audio/midi',
    buffer: midiFile(PHRASES),
  });
  await expectCount(page, '.line', PHRASES.length);
}

/** The requests for words that were refused. */
function refusedRequests({ page }: ConsolePage): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  return refused;
}

const lyricsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('.lines textarea')].map(({ value }) => value)");
const chosenOf = (page: Page) => textsOf(page, '.slot-bar .value[aria-pressed="true"]');

/** Waits until the words for the next place are there. */
const nextWords = (page: Page, place: string) =>
  page
    .locator('.find', { has: page.locator('.slot-place', { hasText: place }) })
    .locator('.word-list[aria-busy="false"] .word-row')
    .first()
    .waitFor();

describeInBrowser('a song that begins with its melody', () => {
  const consoleFixture = useConsole();

  it('is written to the fourth line by clicking alone, every word fitting and the ends rhyming', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const refused = refusedRequests(consolePage);
    await newSongFromMidi(page);
    // Words for the first notes are there without anything typed or chosen.
    await nextWords(page, '第 1 行，下一個詞');
    expect(await chosenOf(page)).toEqual(['1 個音', '2 個音', '3 個音', '啱旋律']);
    for (let clicks = 0; clicks < 20; clicks++) {
      const lengths = (await lyricsOf(page)).map((text) => [...text].length);
      const at = lengths.findIndex((length, i) => length < PHRASES[i]!.length);
      if (at < 0) break;
      await nextWords(page, `第 ${at + 1} 行，下一個詞`);
      // Two notes or fewer left: the word that ends the line, with the rhyme of the lines before.
      if (at > 0 && PHRASES[at]!.length - lengths[at]! <= 2) expect((await chosenOf(page)).join()).toContain('押韻');
      expect(await page.locator('.fit.clashes').count()).toBe(0);
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
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('offers words of the lengths that are chosen', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await newSongFromMidi(page);
    await nextWords(page, '第 1 行，下一個詞');
    await page.locator('.slot-bar .value', { hasText: '1 個音' }).click();
    await page.locator('.slot-bar .value', { hasText: '3 個音' }).click();
    await eventually(
      async () => new Set((await textsOf(page, '.word-row .word')).map((word) => [...word].length)),
      new Set([2]),
    );
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('can be written on a phone, with the line in sight', async () => {
    const consolePage = await consoleFixture.visit({ viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = consolePage;
    await newSongFromMidi(page);
    await page.getByRole('button', { name: '搵字', exact: true }).tap();
    await nextWords(page, '第 1 行，下一個詞');
    const word = await page.locator('.word-row .word').first().innerText();
    await page.locator('.word-row').first().tap();
    await eventually(async () => (await textsOf(page, '.strip-cell .han')).join('').startsWith(word), true);
    expect((await page.locator('.strip-cell.at-slot').count()) > 0).toBe(true);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('prefers words of the song’s theme, and shows vulgar words only on request', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
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
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
