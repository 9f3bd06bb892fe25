import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { axeViolations, eventually, expectCount, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

const textOf = (page: Page, line: number) => page.getByRole('textbox', { name: `第 ${line} 行` }).inputValue();

/** Puts a text in place of the first line. */
async function writeLines(page: Page, text: string): Promise<void> {
  const line = page.getByRole('textbox', { name: '第 1 行' });
  await line.focus();
  await line.selectText();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (document.activeElement.dispatchEvent(event)) document.execCommand('insertText', false, ${JSON.stringify(text)});
  }`);
}

describeInBrowser('letters, digits and simplified characters', () => {
  const consoleFixture = useConsole();

  it('offers to write simplified lines in traditional characters, all at one click, and takes it back', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await writeLines(page, '今天没有爱\n听日见');
    const offer = page.getByRole('button', { name: '2 行轉做繁體' });
    await offer.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await offer.click();
    await eventually(() => textOf(page, 1), '今天沒有愛');
    expect(await textOf(page, 2)).toBe('聽日見');
    await expectCount(page, '.convert-offer', 0);
    await page.getByRole('button', { name: '復原' }).last().click();
    await eventually(() => textOf(page, 1), '今天没有爱');
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('reads digits, and lets another reading be chosen', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await writeLines(page, '2046');
    const readings = () => textsOf(page, '.line[data-line="0"] .jyutping');
    await eventually(readings, ['ji6', 'ling4', 'sei3', 'luk6']);
    await page.locator('.line[data-line="0"] .char-reading').first().click();
    await page.getByRole('dialog').getByText('loeng5').click();
    await eventually(readings, ['loeng5', 'ling4', 'sei3', 'luk6']);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('does not break a word that has room in one row', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await writeLines(page, '2046 年 80後 say goodbye');
    await page.locator('.line[data-line="0"] .char-reading').first().waitFor();
    // One line under each of 2046, 年, 80, 後, say and goodbye, which would not fit beside the others.
    await expectCount(page, '.line[data-line="0"] .word-line', 6);
    const height = 'document.querySelector(\'.line[data-line="0"] .score\').offsetHeight';
    expect(Number(await page.evaluate(height))).toBe(2 * 146);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('has a Latin word as a whole, over a note for each syllable, and words of like meaning for it', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await writeLines(page, 'goodbye');
    await page.locator('.line[data-line="0"] textarea').press('Home');
    await eventually(() => textsOf(page, '.slot-place'), ['第 1 行「goodbye」呢個位']);
    const spacing = `getComputedStyle(document.querySelector('.line[data-line="0"] textarea')).letterSpacing`;
    expect(await page.evaluate(spacing)).toBe('normal');
    const labels = await page
      .locator('.line[data-line="0"] .note')
      .evaluateAll((notes) => notes.slice(0, 3).map((one) => one.getAttribute('aria-label')));
    expect(labels).toEqual(['第 1 個音「good」', '第 2 個音「bye」', '第 3 個音']);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
