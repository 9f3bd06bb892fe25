import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { axeViolations, type ConsolePage, eventually, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

async function exportedSong(page: Page): Promise<string> {
  await page.getByRole('button', { name: '檔案' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '匯出 JSON' }).click();
  return readFile(await (await downloading).path(), 'utf8');
}

async function drop(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    return data;
  })()`);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.locator('.drop-target').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
  await page.locator('.drop-target').waitFor({ state: 'detached' });
}

describeInBrowser('handing a song over', () => {
  const consoleFixture = useConsole();
  let consolePage: ConsolePage;
  beforeEach(async () => {
    consolePage = await consoleFixture.visit();
  });
  afterEach(() => consolePage.close());

  const choose = async (name: string) => {
    await consolePage.page.getByRole('button', { name: '檔案' }).click();
    await consolePage.page.getByRole('button', { name }).click();
  };

  it('prints a sheet with title, readings and contour, and nothing of the desk', async () => {
    const { page } = consolePage;
    await choose('歌紙（列印、PDF）');
    const sheet = page.locator('.singer-sheet');
    await sheet.waitFor();
    expect(await sheet.locator('h2').textContent()).toBe('今夜');
    await eventually(async () => (await textsOf(page, '.sheet-line:first-of-type .sheet-above'))[0], 'sam1');
    expect(await sheet.locator('.sheet-note i').count()).toBe(7 + 8 + 7 + 7);
    await page.getByRole('combobox', { name: '字上面' }).selectOption('code');
    expect((await textsOf(page, '.sheet-line .sheet-above')).slice(0, 7).join('')).toBe('3234333');
    await page.getByRole('combobox', { name: '欄' }).selectOption('2');
    // A dark screen does not make pale print.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const part of ['.sheet-char', '.singer-sheet h2'])
      expect(await page.evaluate(`getComputedStyle(document.querySelector('${part}')).color`)).toBe('rgb(0, 0, 0)');
    for (const part of ['.top-bar', '.sheet-tools', '.tools']) expect(await page.locator(part).isVisible()).toBe(false);
    // All of it is on paper: a page of a fixed height would cut it.
    const pdf = await page.pdf({ format: 'A5' });
    expect(pdf.length).toBeGreaterThan(5000);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    expect(await axeViolations(page)).toEqual([]);
    consolePage.expectNoErrors();
  });

  it('puts the song into a link, which opens it to be read and then kept', async () => {
    const { page } = consolePage;
    await page.getByRole('textbox', { name: '第 1 行' }).fill('獨家歌詞一句');
    await choose('複製歌嘅連結');
    await page.locator('.toasts', { hasText: '連結複製咗' }).waitFor();
    const link: string = await page.evaluate('navigator.clipboard.readText()');
    const visitor = await consoleFixture.visit({ view: link.slice(link.indexOf('#')) });
    await visitor.page.locator('.singer-sheet', { hasText: '獨' }).waitFor();
    expect(await visitor.page.getByRole('textbox', { name: '第 1 行' }).count()).toBe(0);
    await visitor.page.getByRole('button', { name: '收做自己嘅，開始改' }).click();
    await eventually(() => visitor.page.getByRole('textbox', { name: '第 1 行' }).inputValue(), '獨家歌詞一句');
    // With its notes, its readings and its tempo.
    expect(await exportedSong(visitor.page)).toBe(await exportedSong(page));
    visitor.expectNoErrors();
    await visitor.close();
    const cut = await consoleFixture.visit({ view: link.slice(link.indexOf('#'), -40) });
    await cut.page.getByRole('alert').filter({ hasText: '可能畀人截短咗' }).waitFor();
    await cut.close();
    consolePage.expectNoErrors();
  });

  it('says of a song that is too long for a link that it goes as a file', async () => {
    const { page } = consolePage;
    // Words that cannot be compressed: 20 of the 20,000 commonest characters in each of 1,000 lines.
    const lines = Array.from({ length: 1000 }, () =>
      Array.from({ length: 20 }, () => String.fromCodePoint(0x4e00 + (randomBytes(2).readUInt16LE() % 20_000))).join(
        '',
      ),
    );
    await drop(page, '長.json', JSON.stringify({ format: 'cantonese-lyric', version: 1, title: '長', lines }));
    await eventually(() => page.getByRole('textbox', { name: '第 1 行' }).inputValue(), lines[0]);
    await choose('複製歌嘅連結');
    await page.locator('.toasts', { hasText: '首歌太長，一條連結裝唔晒。改用「匯出 JSON」' }).waitFor();
    consolePage.expectNoErrors();
  });

  it('opens songs that are dropped on the page, a file of its own as it was', async () => {
    const { page } = consolePage;
    const song = await exportedSong(page);
    await choose('新歌');
    await drop(page, '今夜.json', song);
    await eventually(() => page.getByRole('textbox', { name: '第 4 行' }).inputValue(), '今夜回憶仲未停');
    expect(await exportedSong(page)).toBe(song);
    await drop(page, '拖.txt', '拖入嚟嘅歌');
    await eventually(() => page.getByRole('textbox', { name: '第 1 行' }).inputValue(), '拖入嚟嘅歌');
    await drop(page, '壞.json', '{"format": "another"}');
    await page.locator('.toast', { hasText: '呢個 JSON 唔係由呢度匯出嘅歌' }).waitFor();
    expect(await page.getByRole('textbox', { name: '第 1 行' }).inputValue()).toBe('拖入嚟嘅歌');
    consolePage.expectNoErrors();
  });

  it('writes a file that is the same song when it is opened again', async () => {
    const { page } = consolePage;
    const download = page.waitForEvent('download');
    await choose('匯出 JSON');
    const path = await (await download).path();
    const { format, title, lines } = JSON.parse(await readFile(path, 'utf8'));
    expect([format, title, lines.length]).toEqual(['cantonese-lyric', '今夜', 4]);
    await choose('新歌');
    await page.locator('#song-file').setInputFiles(path);
    await eventually(() => page.getByRole('textbox', { name: '第 4 行' }).inputValue(), '今夜回憶仲未停');
    consolePage.expectNoErrors();
  });
});
