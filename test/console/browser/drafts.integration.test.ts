import { readFile } from 'node:fs/promises';
import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { axeViolations, eventually, expectCount, PAGE_TIMEOUT_MS, PHONE } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

const lyricsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('.lines textarea')].map(({ value }) => value)");

async function exportedText(page: Page): Promise<string> {
  await page.getByRole('button', { name: '檔案' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '匯出文字' }).click();
  return await readFile(await (await download).path(), 'utf8');
}

describeInBrowser('drafts of a line', () => {
  const consoleFixture = useConsole();

  it('are written, gone through and starred by keys; the star is exported and all of them are kept', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.click();
    // The copy is selected: typing replaces it.
    await line.press('Alt+ArrowDown');
    await page.keyboard.type('心裡藏住呢封信');
    await eventually(() => line.inputValue(), '心裡藏住呢封信');
    await line.press('Alt+s');
    await line.press('Alt+ArrowDown');
    await line.press('End');
    await line.press('Backspace');
    await page.keyboard.type('紙');
    await eventually(() => line.inputValue(), '心裡藏住呢封紙');
    const drafts = page.getByRole('button', { name: /第 1 行嘅草稿/ });
    await eventually(() => drafts.textContent(), '3/3');
    await line.press('Alt+ArrowUp');
    await eventually(() => drafts.textContent(), '2/3★');
    await line.press('Alt+ArrowUp');
    await eventually(() => line.inputValue(), '心事寫滿呢張紙');
    expect((await exportedText(page)).split('\n')[0]).toBe('心裡藏住呢封信');
    await eventually(() => page.evaluate("JSON.stringify(localStorage).includes('心裡藏住呢封紙')"), true);
    await page.reload();
    await drafts.waitFor();
    expect([await drafts.textContent(), await line.inputValue()]).toEqual(['1/3', '心事寫滿呢張紙']);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('come and go with undo, and those that say nothing new are not kept', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.click();
    await line.press('Alt+ArrowDown');
    await line.press('Alt+ArrowUp');
    await expectCount(page, '.several-drafts', 0);
    await line.press('Alt+ArrowDown');
    await page.keyboard.type('風');
    await eventually(() => line.inputValue(), '風');
    for (let undone = 0; undone < 3; undone++) await line.press('Control+z');
    await eventually(() => lyricsOf(page).then(([first]) => first), '心事寫滿呢張紙');
    await expectCount(page, '.several-drafts', 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('are previewed and chosen from a list, on a phone too', async () => {
    const consolePage = await consoleFixture.visit({ viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.tap();
    const open = page.getByRole('button', { name: /第 1 行嘅草稿/ });
    await open.tap();
    await page.getByRole('button', { name: '再試一稿' }).tap();
    await line.fill('心裡藏住呢封信');
    await open.tap();
    expect(await axeViolations(page)).toEqual([]);
    const list = page.getByRole('dialog', { name: '第 1 行嘅草稿' });
    await list.getByRole('button', { name: '第 1 稿最好' }).tap();
    await list.getByRole('button', { name: '心事寫滿呢張紙' }).focus();
    await page.locator('.preview-text', { hasText: '心事寫滿呢張紙' }).waitFor();
    await list.getByRole('button', { name: '心事寫滿呢張紙' }).tap();
    await eventually(() => line.inputValue(), '心事寫滿呢張紙');
    await eventually(() => open.textContent(), '1/2★');
    await open.tap();
    await page.getByRole('button', { name: '刪除第 2 稿' }).tap();
    await expectCount(page, '.several-drafts', 0);
    await page.locator('.toast').getByRole('button', { name: '復原' }).tap();
    await expectCount(page, '.several-drafts', 1);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
