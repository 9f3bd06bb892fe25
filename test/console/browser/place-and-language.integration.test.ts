import { readFile } from 'node:fs/promises';
import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import {
  axeViolations,
  eventually,
  expectCount,
  PAGE_TIMEOUT_MS,
  PHONE,
  TABLET,
  textsOf,
  WIDE,
} from '../support/page.ts';

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

  it.each([
    ['1440', WIDE],
    ['820', TABLET],
    ['390', PHONE],
  ])('has its tools in one row at %s, whatever the language', async (_, viewport) => {
    for (const locale of ['zh-HK', 'en-GB']) {
      const consolePage = await consoleFixture.visit({ viewport, locale });
      const { page } = consolePage;
      await page.locator('.toolbar').waitFor();
      const rows = `new Set([...document.querySelectorAll('.toolbar > button')].map(({ offsetTop }) => offsetTop)).size`;
      expect([locale, await page.evaluate(rows)]).toEqual([locale, 1]);
      await consolePage.close();
    }
  });

  it('leaves the tips of the first visit to it, and shows blank lines as spaces that open', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('.first-steps').waitFor();
    await page
      .locator('#song-file')
      .setInputFiles({ name: '歌.txt', mimeType: 'text/plain', buffer: Buffer.from('心事寫滿\n\n燈火未熄') });
    await expectCount(page, '.line', 3);
    await expectCount(page, '.first-steps', 0);
    const heightOf = (line: number) =>
      page.locator(`.line[data-line="${line}"]`).evaluate((element) => element.clientHeight);
    const written = await heightOf(0);
    expect(await heightOf(1)).toBeLessThan(written / 2);
    await page.getByRole('textbox', { name: '第 2 行' }).focus();
    await eventually(() => heightOf(1), written);
    await page.getByRole('textbox', { name: '第 3 行' }).focus();
    await eventually(async () => (await heightOf(1)) < written / 2, true);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it.each([
    ['1440', WIDE],
    ['390', PHONE],
  ])('moves the next lines down for a menu, rather than hiding them, at %s', async (_, viewport) => {
    const consolePage = await consoleFixture.visit({ viewport });
    const { page } = consolePage;
    await page.locator('.char-reading').first().waitFor();
    const edgeOf = (selector: string, edge: 'top' | 'bottom') =>
      page.locator(selector).evaluate((element, side) => element.getBoundingClientRect()[side], edge);
    const before = await edgeOf('.line[data-line="2"]', 'top');
    await page.locator('.line[data-line="1"] .char-reading').first().click();
    await page.locator('.popover').waitFor();
    await eventually(
      async () => (await edgeOf('.line[data-line="2"]', 'top')) >= (await edgeOf('.popover', 'bottom')),
      true,
    );
    await page.keyboard.press('Escape');
    await eventually(() => edgeOf('.line[data-line="2"]', 'top'), before);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('shows the filters that are used most, and all of them when asked for', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('#find-input').pressSequentially('33 ');
    await page.locator('.word-row').first().waitFor();
    expect(await textsOf(page, '.facet')).toEqual(['字數', '情感', '主題', '語域', '詞性', '其他篩選']);
    await page.getByRole('button', { name: '其他篩選' }).click();
    await page.getByRole('button', { name: '褒貶' }).click();
    await page.locator('#facet-values .value', { hasText: '負' }).click();
    // One that is chosen stays with the usual ones.
    await page.getByRole('button', { name: '收返埋' }).click();
    await eventually(
      async () => (await textsOf(page, '.facet')).map((text) => text.replace(/\d/u, '')),
      ['字數', '情感', '主題', '褒貶', '語域', '詞性', '其他篩選'],
    );
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
