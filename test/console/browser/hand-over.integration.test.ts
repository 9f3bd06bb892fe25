import { readFile } from 'node:fs/promises';
import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { axeViolations, eventually, expectCount, PAGE_TIMEOUT_MS, saveScreenshot, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: '檔案' }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
}

const isShown = (page: Page, selector: string) => page.locator(selector).isVisible();

describeInBrowser('handing a song over', () => {
  const consoleFixture = useConsole();

  it('prints a singer’s sheet in place of the page', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('.char-reading').first().waitFor();
    await chooseInMenu(page, '歌紙（列印／PDF）');
    await page.locator('dialog.print-dialog[open]').waitFor();
    expect((await textsOf(page, '.sheet-line b')).slice(0, 7).join('')).toBe('心事寫滿呢張紙');
    expect((await textsOf(page, '.sheet-line small')).slice(0, 2)).toEqual(['sam1', 'si6']);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('字上面').selectOption('0243');
    await eventually(async () => (await textsOf(page, '.sheet-line small')).slice(0, 2), ['3', '2']);
    await page.getByLabel('欄數').selectOption('2');
    await saveScreenshot(page, 'singer-sheet');
    await page.keyboard.press('Escape');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect([await isShown(page, '.printed h1'), await isShown(page, '.top-bar')]).toEqual([true, false]);
    expect((await textsOf(page, '.printed .sheet-line small')).slice(0, 2)).toEqual(['3', '2']);
    await saveScreenshot(page, 'singer-sheet-printed');
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'screen' });
    await expectCount(page, '.printed *', 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('goes by a link, is looked at, and made one’s own', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('textbox', { name: '歌名' }).fill('送你');
    await chooseInMenu(page, '複製歌嘅連結');
    await page.locator('.toast', { hasText: '連結複製咗' }).waitFor();
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    await consolePage.close();
    const other = await consoleFixture.visit({ view: link.slice(link.indexOf('#')) });
    await other.page.locator('.shared-song .sheet-line').first().waitFor();
    expect(await other.page.locator('.shared-song h1').innerText()).toBe('送你');
    expect(await other.page.evaluate("localStorage.getItem('lexicon.songs')")).toBeNull();
    await eventually(async () => (await textsOf(other.page, '.shared-song small'))[0], 'sam1');
    expect(await axeViolations(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: '變做我嘅，開始改' }).click();
    await eventually(() => other.page.getByRole('textbox', { name: '歌名' }).inputValue(), '送你');
    await expectCount(other.page, '.line', 4);
    expect(await other.page.locator('.line[data-line="0"] .note:not(.no-note)').count()).toBe(7);
    other.expectNoErrors();
    await other.close();
    const cut = await consoleFixture.visit({ view: link.slice(link.indexOf('#'), -40) });
    await cut.page.getByText('冇一首完整嘅歌').waitFor();
    await cut.close();
  });

  it('goes by a file that is dropped on the page', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('button', { name: '檔案' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: '匯出 JSON' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      const text = ${JSON.stringify(file.replace('今夜', '拖嚟嘅'))};
      dataTransfer.items.add(new File([text], 'song.json', { type: 'application/json' }));
      document.querySelector('.write').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await eventually(() => page.getByRole('textbox', { name: '歌名' }).inputValue(), '拖嚟嘅');
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('is heard line by line or section by section', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const loop = page.locator('.toolbar .loop');
    expect(await loop.getAttribute('aria-label')).toBe('冇循環');
    await loop.click();
    expect(await loop.getAttribute('aria-label')).toBe('循環呢行');
    await loop.click();
    expect(await loop.getAttribute('aria-label')).toBe('循環呢段');
    expect(await loop.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: '播放', exact: true }).click();
    await page.locator('.heard').waitFor();
    await page.keyboard.press('Escape');
    await expectCount(page, '.heard', 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
