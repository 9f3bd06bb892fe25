import { it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { eventually, PAGE_TIMEOUT_MS } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

const focused = (page: Page) =>
  page.evaluate(
    "document.activeElement.getAttribute('aria-label') || document.activeElement.className || document.activeElement.tagName",
  );

describeInBrowser('the keyboard', () => {
  const consoleFixture = useConsole();

  it('goes from the lyrics to the words for this place and back, and writes on from there', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const { keyboard } = page;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.click();
    await line.press('Home');
    await page.locator('.slot-place', { hasText: '心事' }).waitFor();
    await page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
    await keyboard.press('Alt+f');
    await eventually(() => page.evaluate('document.activeElement.dataset.index'), '0');
    await keyboard.press('ArrowDown');
    const word = await page.locator('.word-row').nth(1).locator('.word').innerText();
    await page.locator('.preview-text', { hasText: word }).waitFor();
    await keyboard.press('Enter');
    await eventually(() => line.inputValue(), `${word}寫滿呢張紙`);
    // The place is still selected, and the focus in the list, though its words are others now.
    await page.locator('.slot-place', { hasText: word }).waitFor();
    await page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
    await eventually(() => page.evaluate('document.activeElement.className'), 'word-row');
    await keyboard.press('Escape');
    await eventually(() => focused(page), '第 1 行');
    await keyboard.type('x');
    await eventually(() => line.inputValue(), `x${word}寫滿呢張紙`);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('comes back from a menu to what opened it, and from a new song to its first line', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const menu = page.getByRole('button', { name: '檔案' });
    for (const leave of ['Escape', 'Tab']) {
      await menu.click();
      await eventually(() => focused(page), 'choice');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(leave);
      if (leave === 'Tab') await page.keyboard.press('Escape');
      await page.locator('.popover').waitFor({ state: 'detached' });
      await eventually(() => menu.evaluate((button) => button.matches(':focus')), true);
    }
    await menu.click();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page), '第 1 行');
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('plays and stops with Space, stops with Escape, and leaves both to the text while it is edited', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('.lines').waitFor();
    await page.locator('#lyrics').focus();
    await page.keyboard.press('Space');
    await page.locator('.heard').waitFor();
    await page.keyboard.press('Space');
    await page.locator('.heard').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await page.locator('.heard').waitFor();
    const line = page.getByRole('textbox', { name: '第 2 行' });
    await line.focus();
    await page.keyboard.press('Escape');
    await page.locator('.heard').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await eventually(async () => (await line.inputValue()).includes(' '), true);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('never loses the focus to the body', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const { keyboard } = page;
    const notBody = () => eventually(() => page.evaluate('document.activeElement === document.body'), false);
    // A button that goes with what it closes.
    await page.getByRole('button', { name: '唔使提' }).focus();
    await keyboard.press('Enter');
    await page.locator('.first-steps').waitFor({ state: 'detached' });
    await notBody();
    // A chip that is removed.
    await page.locator('#find-input').pressSequentially('33 ');
    await page.locator('.chip-x').focus();
    await keyboard.press('Enter');
    await page.locator('.chip').waitFor({ state: 'detached' });
    await notBody();
    // A toast's button.
    await page.getByRole('button', { name: '檔案' }).click();
    await page.getByRole('button', { name: '刪除呢首歌' }).click();
    await page.locator('.toast button').focus();
    await keyboard.press('Enter');
    await page.locator('.toast').waitFor({ state: 'detached' });
    await notBody();
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
