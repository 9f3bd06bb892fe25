import { describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import {
  axeViolations,
  eventually,
  PAGE_TIMEOUT_MS,
  PHONE,
  saveScreenshot,
  TABLET,
  type VisitOptions,
  WIDE,
} from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

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

async function openSong(page: Page): Promise<void> {
  await page
    .locator('#song-file')
    .setInputFiles({ name: 'song.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(SONG)) });
  await page.locator('.section-bar').first().waitFor();
}

const openMenu = (page: Page) => page.locator('.document-menu > button').click();

/** Each thing that the page can show, and how to come there. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async empty(page) {
    await openMenu(page);
    await page.locator('.choice').first().click();
    await page.locator('.line.blank').waitFor();
  },
  async words(page) {
    await openSong(page);
    await page.locator('.line[data-line="1"] textarea').focus();
    await page.locator('.line[data-line="1"] .char-reading').first().waitFor();
  },
  async song(page) {
    await openSong(page);
    await showPane(page, 0);
    await page.locator('.repair-song').waitFor();
  },
  async menu(page) {
    await openSong(page);
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
    await openSong(page);
    await page.locator('.line[data-line="1"] textarea').focus();
    const phrases = [8, 9].map((length) => Array.from({ length }, (_, i) => 60 + (i % 5)));
    await page
      .locator('#melody-file')
      .setInputFiles({ name: 'demo.mid', mimeType: 'audio/midi', buffer: midiFile(phrases) });
    await page.locator('.lay-row.misfit').first().waitFor();
  },
  async repairs(page) {
    await openSong(page);
    await showPane(page, 0);
    await page.locator('.repair-song').click();
    await page.locator('.repair-group button').first().waitFor();
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
    await openSong(page);
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
    await page.locator('.graph').waitFor();
  },
  async rhyme(page) {
    await showPane(page, 3);
    await page.locator('.rhyme .asking-head input').fill('愛');
    await page.locator('.rhyme-group').first().waitFor();
  },
  async usage(page) {
    await page.evaluate("location.hash = '#usage'");
    await page.locator('.chart').first().waitFor();
  },
};

/** On a phone by the bar below, else by the tabs: two beside the song, or three where it is one of them. */
async function showPane(page: Page, index: number): Promise<void> {
  const bar = page.locator('.pane-bar button').nth(index);
  const tabs = page.locator('.tool-tabs button');
  if (await bar.isVisible()) await bar.click();
  else if ((await tabs.count()) === 3) await tabs.nth(Math.max(0, index - 1)).click();
  else if (index >= 2) await tabs.nth(index - 2).click();
}

const overflowOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

const names = Object.keys(VIEWS);
/** All that is searched for, found, and narrowed down is met in every setting. */
const isIn = (half: number) => names.filter((name, i) => i % 2 === half || name === 'find');

/** Two settings are opposite in theme, language and width: each view is seen in two such, and so in each theme and each language. */
const SETTINGS: readonly [name: string, options: VisitOptions, views: readonly string[]][] = [
  ['light-zh-1440', { viewport: WIDE, colorScheme: 'light', locale: 'zh-HK' }, isIn(0)],
  ['dark-en-390', { viewport: PHONE, colorScheme: 'dark', locale: 'en-GB', hasTouch: true, isMobile: true }, isIn(0)],
  ['dark-zh-820', { viewport: TABLET, colorScheme: 'dark', locale: 'zh-HK' }, isIn(1)],
  ['light-en-1440', { viewport: WIDE, colorScheme: 'light', locale: 'en-GB' }, isIn(1)],
];

describeInBrowser('accessibility', () => {
  const consoleFixture = useConsole();

  describe.each(SETTINGS)('%s', (name, options, views) => {
    it.each(views)('%s breaks no rule of WCAG AA, fits each screen, and says nothing to the console', async (view) => {
      const consolePage = await consoleFixture.visit({ ...options, reducedMotion: 'reduce' });
      const { page } = consolePage;
      await page.locator('.line').first().waitFor();
      await VIEWS[view]!(page);
      await saveScreenshot(page, `${view}-${name}`);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      for (const viewport of [WIDE, TABLET, PHONE]) {
        await page.setViewportSize(viewport);
        await eventually(() => overflowOf(page), 0);
      }
      expect(await page.locator('html').getAttribute('lang')).toBe(name.includes('-en-') ? 'en' : 'zh-HK');
      consolePage.expectNoErrors();
      await consolePage.close();
    });
  });

  it('works with the keyboard alone: find, walk, open, close, put into the line', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const { keyboard } = page;
    const focused = () => page.evaluate('document.activeElement.className || document.activeElement.id');
    await page.locator('.line').first().waitFor();
    // The first stop leads past the bars to the lyrics.
    await keyboard.press('Tab');
    expect(await focused()).toBe('skip');
    await keyboard.press('Escape');
    await page.locator('textarea').first().focus();
    await page.locator('.slot-place').waitFor();
    // / goes to the field from anywhere that is no text.
    await page.locator('.tool-tabs [aria-selected="true"]').focus();
    await keyboard.press('/');
    await eventually(focused, 'han');
    await keyboard.type('開心 ');
    // Before that the list may be of what was typed so far.
    await page.locator('.word-row').first().locator('.word', { hasText: '開心' }).waitFor();
    await page.locator('.total', { hasText: /\d/ }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await keyboard.press(key);
    await eventually(() => page.evaluate('document.activeElement.dataset.index'), '0');
    const word = await page.locator('.word-row').first().locator('.word').textContent();
    expect(word).toBe('開心');
    await keyboard.press('Space');
    await page.locator('.graph').waitFor();
    await eventually(focused, 'card-word han');
    await page.locator('.node[tabindex="0"]').focus();
    const before = await page.evaluate('document.activeElement.textContent');
    await keyboard.press('ArrowRight');
    expect(await page.evaluate('document.activeElement.textContent')).not.toBe(before);
    const walked = await page.evaluate('document.activeElement.textContent');
    await keyboard.press('Enter');
    await eventually(() => page.locator('.card-word').textContent(), walked as string | null);
    await eventually(focused, 'card-word han');
    await keyboard.press('Backspace');
    await eventually(() => page.locator('.card-word').textContent(), word);
    await keyboard.press('Escape');
    // The focus is back where it was.
    await eventually(() => page.evaluate('document.activeElement.dataset.index'), '0');
    await keyboard.press('Enter');
    await eventually(async () => (await page.locator('textarea').first().inputValue()).includes(word ?? '?'), true);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('moves the notes of a line with the keyboard', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('textbox', { name: '第 1 行' }).click();
    await page.keyboard.press('Alt+m');
    const note = page.locator('.note:focus');
    await note.waitFor();
    const pitch = Number(await note.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowUp');
    await eventually(async () => Number(await note.getAttribute('aria-valuenow')), pitch + 1);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('changes language and colours, and remembers both', async () => {
    const consolePage = await consoleFixture.visit({ colorScheme: 'light' });
    const { page } = consolePage;
    await page.getByRole('button', { name: 'Switch to English' }).click();
    await page.getByRole('tab', { name: 'Find' }).waitFor();
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: /^Colours/ }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await page.getByRole('tab', { name: 'Find' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
