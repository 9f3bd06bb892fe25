import type { Page } from 'playwright-core';
import { loadMelody, openSong } from './desk.ts';
import { PHONE, TABLET, type VisitOptions, WIDE } from './page.ts';

/** 回 falls where the melody holds; the second line has a note too few, the fourth one too many. */
const SONG = {
  format: 'cantonese-lyric',
  version: 3,
  title: '舊街',
  lines: [
    '[主歌]',
    { text: '今夜回憶仲未停', melody: [62, 57, 57, 64, 59, 59, 55] },
    { text: '夜風輕輕吹過舊街', melody: [60, 62, 64, 67, 64, 62, 60] },
    '',
    '[副歌]',
    { text: '如果時間', melody: [60, 62, 64, 67, 64] },
  ].map((line) =>
    typeof line === 'string' ? line : { ...line, melody: line.melody.map((pitch) => ({ pitch, beats: 1 })) },
  ),
};

async function openOldStreet(page: Page): Promise<void> {
  await openSong(page, SONG);
  await page.locator('.section-bar').first().waitFor();
}

const openMenu = (page: Page) => page.locator('.document-menu > button').click();

/** Each thing that the page can show, and how to come there. */
export const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async empty(page) {
    await openMenu(page);
    await page.locator('.choice').first().click();
    await page.locator('.line.blank').waitFor();
  },
  async words(page) {
    await openOldStreet(page);
    await page.locator('.line[data-line="1"] textarea').focus();
    await page.locator('.line[data-line="1"] .char-reading').first().waitFor();
  },
  async song(page) {
    await openOldStreet(page);
    await showPane(page, 0);
    await page.locator('.repair-song').waitFor();
  },
  async menu(page) {
    await openOldStreet(page);
    await openMenu(page);
    await page.locator('.popover').waitFor();
  },
  async reading(page) {
    await page.locator('.char-reading.several').first().click();
    await page.locator('.popover').waitFor();
  },
  async drafts(page) {
    await page.locator('.line textarea').first().focus();
    await page.locator('.line .gutter button').nth(2).click();
    await page.locator('.popover').waitFor();
  },
  async preview(page) {
    await openOldStreet(page);
    await page.locator('.line[data-line="1"] textarea').focus();
    const phrases = [8, 9].map((length) => Array.from({ length }, (_, i) => 60 + (i % 5)));
    await loadMelody(page, phrases);
    await page.locator('.lay-row.misfit').first().waitFor();
  },
  async repairs(page) {
    await openOldStreet(page);
    await showPane(page, 0);
    await page.locator('.repair-song').click();
    await page.locator('.repair-buttons button').first().waitFor();
  },
  async help(page) {
    await page.locator('.top-bar').press('?');
    await page.locator('.keys').first().waitFor();
  },
  async nothing(page) {
    await showPane(page, 2);
    await page.locator('#find-input').pressSequentially('0000 =愛 ~孤獨 ');
    await page.locator('.offer').first().waitFor();
  },
  async sheet(page) {
    await openOldStreet(page);
    await page.evaluate("location.hash = '#sheet'");
    await page.locator('.sheet-above', { hasText: 'wui4' }).waitFor();
  },
  async broken(page) {
    await page.evaluate("location.hash = '#song=abc'");
    await page.locator('[role="alert"] + a').waitFor();
  },
  async write(page) {
    await page.locator('.risk-mark').first().click();
    await page.locator('.swap').first().waitFor();
  },
  async find(page) {
    await showPane(page, 2);
    await page.locator('#find-input').pressSequentially('3? =~愛 ');
    await page.locator('.word-row').first().waitFor();
    await page.locator('.facet').nth(1).click();
    await page.locator('#facet-values .value').nth(1).click();
    await page.locator('.find-terms .facet-chip').waitFor();
  },
  async card(page) {
    await showPane(page, 2);
    await page.locator('#find-input').pressSequentially('~開心 ');
    await page.locator('.word-item .row-button').first().click();
    await page.locator('.relations').waitFor();
  },
  async rhyme(page) {
    await showPane(page, 3);
    await page.locator('.rhyme .asking-head input').fill('愛');
    await page.locator('.rhyme-group').first().waitFor();
  },
  async usage(page) {
    await page.evaluate("location.hash = '#usage'");
    await page.locator('.usage table').first().waitFor();
  },
};

/** On a phone by the bar below, else by the tabs: two beside the song, or three where it is one of them. */
export async function showPane(page: Page, index: number): Promise<void> {
  const bar = page.locator('.pane-bar button').nth(index);
  const tabs = page.locator('.tool-tabs button');
  if (await bar.isVisible()) await bar.click();
  else if ((await tabs.count()) === 3) await tabs.nth(Math.max(0, index - 1)).click();
  else if (index >= 2) await tabs.nth(index - 2).click();
}

/** How a view is looked at: opened in the first way, then changed to the other theme, the other language and another width. */
interface Setting {
  readonly name: string;
  readonly options: VisitOptions;
  readonly second: { readonly name: string; readonly width: typeof WIDE; readonly colorScheme: 'light' | 'dark' };
}

const ON_A_PHONE: Setting = {
  name: 'dark-en-390',
  options: { viewport: PHONE, colorScheme: 'dark', locale: 'en-GB', hasTouch: true, isMobile: true },
  second: { name: 'light-zh-1440', width: WIDE, colorScheme: 'light' },
};
const ON_A_TABLET: Setting = {
  name: 'dark-zh-820',
  options: { viewport: TABLET, colorScheme: 'dark', locale: 'zh-HK' },
  second: { name: 'light-en-1440', width: WIDE, colorScheme: 'light' },
};

export const SETTINGS = [ON_A_PHONE, ON_A_TABLET];

/** All that is searched for, found, and narrowed down is met in both settings, each other view in one. */
export const viewsOf = (setting: Setting) =>
  Object.keys(VIEWS).filter((view, i) => view === 'find' || (i % 2 === 0) === (setting === ON_A_PHONE));
