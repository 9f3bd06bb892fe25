import { readFile } from 'node:fs/promises';
import type { Dialog, Locator, Page } from 'playwright-core';
import { midiFile } from './midi-file.ts';
import { expectCount, textsOf } from './page.ts';

/** What a writer does on the page in Chinese, and what is seen there. */

/** By its attribute: of a song of many lines a search by role and name takes seconds. */
export const lineAt = (page: Page, number: number): Locator => page.locator(`textarea[aria-label="第 ${number} 行"]`);

export const lyricsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('.lines textarea')].map(({ value }) => value)");

/** The notes of a line, counted from 0, as a screen reader says them. */
export const notesOf = (page: Page, line: number): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.line[data-line="${line}"] .note:not(.no-note)')].map((note) => note.ariaValueText)`,
  );

export const readingsOf = (page: Page, line: number): Promise<string[]> =>
  textsOf(page, `.line[data-line="${line}"] .jyutping`);

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** What has the focus: its label, else its text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate("(({ activeElement: one }) => (one.getAttribute('aria-label') ?? one.textContent).trim())(document)");

export const clipboardOf = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');

export async function choose(page: Page, item: string): Promise<void> {
  await page.locator('.document-menu > button').click();
  await page.locator('.popover').getByRole('button', { name: item, exact: true }).click();
}

export async function newSong(page: Page): Promise<void> {
  await choose(page, '新歌');
  await expectCount(page, '.line', 1);
}

/** Opens a song of the page's own format, or a text. */
export async function openSong(page: Page, song: object | string): Promise<void> {
  const isText = typeof song === 'string';
  const buffer = Buffer.from(isText ? song : JSON.stringify(song));
  const [name, mimeType] = isText ? ['song.txt', 'text/plain'] : ['song.json', 'application/json'];
  await page.locator('#song-file').setInputFiles({ name, mimeType, buffer });
}

export async function loadMelody(page: Page, phrases: readonly (readonly number[])[]): Promise<void> {
  const buffer = midiFile(phrases);
  await page.locator('#melody-file').setInputFiles({ name: 'song.mid', mimeType: 'audio/midi', buffer });
}

export async function typeMelody(page: Page, line: number, notes: string): Promise<void> {
  const label = `第 ${line + 1} 行嘅旋律`;
  await page.locator(`.line[data-line="${line}"]`).hover();
  await page.locator(`.line[data-line="${line}"]`).getByRole('button', { name: label }).click();
  await page.getByRole('textbox', { name: label }).fill(notes);
  await page.keyboard.press('Enter');
}

/** The file that an item of the song's menu gives. */
export async function exported(page: Page, item: string): Promise<Buffer> {
  const downloading = page.waitForEvent('download');
  // The page asks first where the file has no place for some words.
  const accept = (dialog: Dialog) => void dialog.accept();
  page.on('dialog', accept);
  await choose(page, item);
  const path = await (await downloading).path();
  page.off('dialog', accept);
  return readFile(path);
}

/** Types into the search field, emptied before. */
export async function find(page: Page, text: string): Promise<void> {
  await page.locator('#find-input').fill('');
  await page.locator('#find-input').pressSequentially(text);
}

export const chipsOf = (page: Page): Promise<string[]> => textsOf(page, '.find-terms .chip-body');

/** Waits until the words for the present search or place are listed. */
export const wordsListed = (page: Page): Promise<void> =>
  page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
