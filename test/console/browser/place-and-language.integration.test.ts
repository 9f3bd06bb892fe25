import { readFile } from 'node:fs/promises';
import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { axeViolations, eventually, expectCount, PAGE_TIMEOUT_MS, PHONE, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('place and language', () => {
  const consoleFixture = useConsole();

  it('sets a line of eight in one row on a phone', async () => {
    const consolePage = await consoleFixture.visit({ viewport: PHONE });
    const { page } = consolePage;
    await eventually(() => page.locator('.line[data-line="1"] .char-reading').count(), 8);
    const tops = `new Set([...document.querySelectorAll('.line[data-line="1"] .char-reading')].map((one) => one.offsetTop)).size`;
    await eventually(() => page.evaluate(tops), 1);
    // Nothing is to the right of the lyrics there.
    expect((await textsOf(page, '.first-steps')).join()).not.toContain('右邊');
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('says at once that a song is not kept, and until it is, with a file in its place', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.evaluate(`Storage.prototype.setItemBefore = Storage.prototype.setItem;
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`);
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.focus();
    await page.keyboard.type('x');
    await page.locator('.storage-full').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: '存做檔案' }).click();
    expect(JSON.parse(await readFile(await (await downloading).path(), 'utf8')).lines[0].text).toBe('心事寫滿呢張紙x');
    await page.evaluate('Storage.prototype.setItem = Storage.prototype.setItemBefore');
    await line.focus();
    await page.keyboard.type('y');
    await expectCount(page, '.storage-full', 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it.each([
    ['zh-HK', '點樣睇', '通韻'],
    ['en-GB', 'What the signs mean', 'oblique'],
  ])('explains its signs in %s', async (locale, title, term) => {
    const consolePage = await consoleFixture.visit({ locale });
    const { page } = consolePage;
    await page.locator('.top-bar').press('?');
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await textsOf(page, '.terms dt')).toContain(term);
    expect(await axeViolations(page)).toEqual([]);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
