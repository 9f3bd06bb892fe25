import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import { axeViolations, eventually, expectCount, PAGE_TIMEOUT_MS } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

const lyricsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('.lines textarea')].map(({ value }) => value)");
/** What the notes of a line are, as a screen reader says them. */
const notesOf = (page: Page, line: number): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.line[data-line="${line}"] .note:not(.no-note)')].map((note) => note.ariaValueText)`,
  );
const marksOf = (page: Page, line: number) => page.locator(`.line[data-line="${line}"] .risk-mark`).count();

async function newSong(page: Page): Promise<void> {
  await page.getByRole('button', { name: '檔案' }).click();
  await page.getByRole('button', { name: '新歌' }).click();
  await expectCount(page, '.line', 1);
}

async function typeMelody(page: Page, line: number, notes: string): Promise<void> {
  await page.locator(`.line[data-line="${line}"]`).hover();
  await page
    .locator(`.line[data-line="${line}"]`)
    .getByRole('button', { name: `第 ${line + 1} 行嘅旋律` })
    .click();
  await page.getByRole('textbox', { name: `第 ${line + 1} 行嘅旋律` }).fill(notes);
  await page.keyboard.press('Enter');
}

describeInBrowser('sections of a song', () => {
  const consoleFixture = useConsole();

  it('share their melody when they come again, and its changes; only the clashes of the new words are marked', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await newSong(page);
    await page.getByRole('textbox', { name: '第 1 行' }).click();
    await page.keyboard.insertText('[副歌]');
    await page.keyboard.press('Enter');
    // 回 falls where the melody stays, a clash of the first words.
    await page.keyboard.insertText('今夜回憶仲未停');
    await typeMelody(page, 1, 'D4 A3 A3 E4 B3 B3 G3');
    await page.locator('.line[data-line="1"] .risk-mark').first().waitFor();
    const firstMarks = await marksOf(page, 1);
    expect(firstMarks).toBeGreaterThan(0);
    await page.getByRole('button', { name: '填新詞' }).click();
    await expectCount(page, '.line', 4);
    expect(await notesOf(page, 3)).toEqual(await notesOf(page, 1));
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('第 4 行');
    // The same words have the same clashes: none is marked.
    await page.keyboard.insertText('今夜回憶仲未停');
    await expectCount(page, '.line[data-line="3"] .risk-ground.shared', firstMarks);
    expect(await marksOf(page, 3)).toBe(0);
    // 海風 against the falling first two notes is a clash of its own.
    await page.getByRole('textbox', { name: '第 4 行' }).fill('河海回憶仲未停');
    await page.locator('.line[data-line="3"] .risk-mark[data-position="1"]').waitFor();
    // A note that is changed below is changed above.
    await page.getByRole('textbox', { name: '第 4 行' }).press('Alt+m');
    await page.keyboard.press('ArrowUp');
    await eventually(async () => (await notesOf(page, 1))[0], 'E♭4');
    expect(await axeViolations(page)).toEqual([]);
    const melody = page.getByRole('combobox', { name: '「副歌」用邊段旋律' });
    await melody.selectOption('自己嘅旋律');
    await page.getByRole('textbox', { name: '第 4 行' }).press('Alt+m');
    await page.keyboard.press('ArrowUp');
    await eventually(async () => (await notesOf(page, 3))[0], 'E4');
    expect((await notesOf(page, 1))[0]).toBe('E♭4');
    await eventually(() => page.locator('.line[data-line="3"] .risk-ground.shared').count(), 0);
    await melody.selectOption('旋律同「副歌」');
    await eventually(async () => (await notesOf(page, 3))[0], 'E♭4');
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('get the melody of their kind when lyrics are pasted, and are sung again with their words', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await newSong(page);
    const first = page.getByRole('textbox', { name: '第 1 行' });
    await first.click();
    await page.evaluate(
      `navigator.clipboard.writeText('[Verse 1]\\n風吹過\\n[Chorus]\\n心事寫滿\\n[Verse 2]\\n雨落過')`,
    );
    await first.press('Control+v');
    await eventually(() => lyricsOf(page), ['[Verse 1]', '風吹過', '[Chorus]', '心事寫滿', '[Verse 2]', '雨落過']);
    await typeMelody(page, 1, 'C4 D4 E4');
    await eventually(() => notesOf(page, 5), ['C4', 'D4', 'E4']);
    expect(await notesOf(page, 3)).toEqual([]);
    await page.locator('.line[data-line="2"]').getByRole('button', { name: '再唱' }).click();
    await eventually(async () => (await lyricsOf(page)).slice(6), ['[Chorus]', '心事寫滿']);
    await typeMelody(page, 3, 'G4 F4 E4 D4');
    await eventually(() => notesOf(page, 7), ['G4', 'F4', 'E4', 'D4']);
    await page.keyboard.press('Control+z');
    await eventually(() => notesOf(page, 7), []);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('get the notes of a melody file that has each section once', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('#song-file').setInputFiles({
      name: 'song.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('[副歌]\n心事寫滿\n[主歌]\n風吹過\n[副歌]\n雨落一地'),
    });
    await expectCount(page, '.line', 6);
    await page.locator('#melody-file').setInputFiles({
      name: 'song.mid',
      mimeType: 'audio/midi',
      buffer: midiFile([
        [60, 62, 64, 65],
        [67, 65, 64],
      ]),
    });
    await eventually(() => notesOf(page, 3), ['G4', 'F4', 'E4']);
    await eventually(() => notesOf(page, 1), ['C4', 'D4', 'E4', 'F4']);
    await eventually(() => notesOf(page, 5), ['C4', 'D4', 'E4', 'F4']);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
