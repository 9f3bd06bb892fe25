import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { eventually, expectCount, PAGE_TIMEOUT_MS, PHONE } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('words that are put into the lyrics', () => {
  const consoleFixture = useConsole();

  it('shows the word under the pointer in the line, puts it in with a click, and leaves the caret in the lyrics', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.click();
    await line.press('Home');
    await page.locator('.slot-place', { hasText: '心事' }).waitFor();
    await page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
    const row = page.locator('.word-row').nth(2);
    const word = await row.locator('.word').innerText();
    await row.hover();
    const preview = page.locator('.preview-text', { hasText: `${word}寫滿呢張紙` });
    await preview.waitFor();
    await expectCount(page, '.word-item.previewed', 1);
    await page.mouse.move(600, 800);
    await preview.waitFor({ state: 'detached' });
    expect(await line.inputValue()).toBe('心事寫滿呢張紙');
    // Typing goes on under a preview.
    await row.hover();
    await preview.waitFor();
    await page.keyboard.type('呀');
    await eventually(() => line.inputValue(), '呀心事寫滿呢張紙');
    await preview.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await eventually(() => line.inputValue(), '心事寫滿呢張紙');
    await page.locator('.slot-place', { hasText: '心事' }).waitFor();
    await page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
    await row.click();
    await eventually(() => line.inputValue(), `${word}寫滿呢張紙`);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('第 1 行');
    await expectCount(page, '.card', 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('offers what goes with the word at the cursor and the words beside it, previews it and puts it in', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.click();
    await line.press('Home');
    const row = page.getByRole('group', { name: '夾「心事」' });
    await row.waitFor();
    const partner = row.getByRole('button').first();
    const word = await partner.innerText();
    await partner.hover();
    await page.locator('.preview-text', { hasText: `${word}寫滿呢張紙` }).waitFor();
    await partner.click();
    await eventually(() => line.inputValue(), `${word}寫滿呢張紙`);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('keeps the line in sight on a phone, with what was put in', async () => {
    const consolePage = await consoleFixture.visit({ viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.tap();
    await line.press('Home');
    await page.getByRole('button', { name: '搵字', exact: true }).tap();
    const strip = page.locator('.line-strip');
    await strip.waitFor();
    expect(await strip.locator('.han').allInnerTexts()).toEqual([...'心事寫滿呢張紙']);
    expect(await strip.locator('.at-slot .han').allInnerTexts()).toEqual([...'心事']);
    await page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
    const row = page.locator('.word-row').nth(2);
    const word = await row.locator('.word').innerText();
    await row.tap();
    await eventually(async () => (await strip.locator('.han').allInnerTexts()).join(''), `${word}寫滿呢張紙`);
    await strip.tap();
    expect(await line.inputValue()).toBe(`${word}寫滿呢張紙`);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it.each([
    [820, ['歌', '搵字', '押韻']],
    [1440, ['搵字', '押韻']],
  ])('shows the lyrics beside a tool at %i pixels', async (width, tabs) => {
    const consolePage = await consoleFixture.visit({ viewport: { width, height: 1000 } });
    const { page } = consolePage;
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(tabs);
    expect(await page.getByRole('textbox', { name: '第 1 行' }).isVisible()).toBe(true);
    expect(await page.locator('#find-input').isVisible()).toBe(true);
    await page
      .getByRole('navigation', { name: '歌' })
      .or(page.getByRole('tab', { name: '歌' }))
      .first()
      .click();
    await page.locator('.rail-line').first().waitFor();
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
