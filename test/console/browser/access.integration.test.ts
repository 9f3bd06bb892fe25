import { describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import {
  axeViolations,
  eventually,
  NARROW,
  PAGE_TIMEOUT_MS,
  PHONE,
  saveScreenshot,
  type VisitOptions,
  WIDE,
} from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

/** Each thing that the page can show, and how to come there. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
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

/** On a phone by the bar below, on a wide screen by the tabs. */
async function showPane(page: Page, index: number): Promise<void> {
  const bar = page.locator('.pane-bar button').nth(index);
  if (await bar.isVisible()) await bar.click();
  else
    await page
      .locator('.tool-tabs button')
      .nth(index - 2)
      .click();
}

describeInBrowser('accessibility', () => {
  const consoleFixture = useConsole();

  describe.each<[string, VisitOptions]>([
    ['light-zh-1440', { viewport: WIDE, colorScheme: 'light', locale: 'zh-HK' }],
    ['dark-en-1440', { viewport: WIDE, colorScheme: 'dark', locale: 'en-GB' }],
    ['dark-zh-1024', { viewport: NARROW, colorScheme: 'dark', locale: 'zh-HK' }],
    ['light-en-1024', { viewport: NARROW, colorScheme: 'light', locale: 'en-GB' }],
    ['light-zh-390', { viewport: PHONE, colorScheme: 'light', locale: 'zh-HK', hasTouch: true, isMobile: true }],
    ['dark-en-390', { viewport: PHONE, colorScheme: 'dark', locale: 'en-GB', hasTouch: true, isMobile: true }],
  ])('%s', (name, options) => {
    it.each(Object.keys(VIEWS))(
      '%s breaks no rule of WCAG AA, fits the screen, and says nothing to the console',
      async (view) => {
        const consolePage = await consoleFixture.visit({ ...options, reducedMotion: 'reduce' });
        const { page } = consolePage;
        await page.locator('.line').first().waitFor();
        await VIEWS[view]!(page);
        await saveScreenshot(page, `${view}-${name}`);
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        expect(await page.locator('html').getAttribute('lang')).toBe(name.includes('-en-') ? 'en' : 'zh-HK');
        consolePage.expectNoErrors();
        await consolePage.close();
      },
    );
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
