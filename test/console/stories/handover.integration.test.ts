import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { choose, clipboardOf, exported, lineAt, newSong, openSong, press } from '../support/desk.ts';
import { axeViolations, eventually, expectCount, PHONE, saveScreenshot, textsOf } from '../support/page.ts';

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

describeInBrowser('a song that is handed over and kept', () => {
  const desk = useConsole();

  it('prints a sheet with title, readings and contour, and nothing of the desk', async () => {
    const page = await desk.open();
    await choose(page, '歌紙（列印、PDF）');
    const sheet = page.locator('.singer-sheet');
    await sheet.waitFor();
    await eventually(() => sheet.locator('h2').textContent(), '今夜');
    await eventually(async () => (await textsOf(page, '.sheet-line:first-of-type .sheet-above'))[0], 'sam1');
    await eventually(() => sheet.locator('.sheet-note i').count(), 7 + 8 + 7 + 7);
    await page.getByRole('combobox', { name: '字上面' }).selectOption('code');
    expect((await textsOf(page, '.sheet-line .sheet-above')).slice(0, 7).join('')).toBe('3234333');
    await page.getByRole('combobox', { name: '欄' }).selectOption('2');
    // A dark screen does not make pale print.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const part of ['.sheet-char', '.singer-sheet h2'])
      await eventually(
        () => page.evaluate(`getComputedStyle(document.querySelector('${part}')).color`),
        'rgb(0, 0, 0)',
      );
    for (const part of ['.top-bar', '.sheet-tools', '.tools'])
      await eventually(() => page.locator(part).isVisible(), false);
    // All of it is on paper: a page of a fixed height would cut it.
    const pdf = await page.pdf({ format: 'A5' });
    expect(pdf.length).toBeGreaterThan(5000);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await eventually(() => axeViolations(page), []);
    // From there to another page, without the desk between them.
    await page.evaluate("location.hash = '#usage'");
    await page.locator('.usage h2').waitFor();
  });

  it('writes the rhythm over the characters of a song with a score, within the width of A4 and Letter', async () => {
    const page = await desk.open();
    const line = {
      text: '今夜回憶仲未停',
      melody: [62, 57, 64, 64, 59, 59, 55].map((pitch, i) => ({ pitch, beats: i === 6 ? 3 : 0.5 })),
    };
    const score = {
      leadIn: 0,
      tempos: [],
      meters: [{ start: 0, beats: 3, unit: 4 }],
      keys: [{ start: 0, fifths: 1, isMinor: false }],
      bars: [],
    };
    await openSong(page, { format: 'cantonese-lyric', version: 3, title: '拍', tempo: 92, lines: [line, line], score });
    await eventually(() => lineAt(page, 1).inputValue(), line.text);
    await choose(page, '歌紙（列印、PDF）');
    await page.locator('.with-rhythm').waitFor();
    await eventually(() => page.locator('.sheet-tempo').textContent(), '1 = G · 3/4 · ♩ = 92');
    const first = page.locator('.sheet-line').first();
    // Two measures of three beats, each closed by a bar line; the next line begins after a rest of one.
    await eventually(() => first.locator('.sheet-bar').count(), 2);
    await eventually(() => page.locator('.sheet-line').nth(1).locator('.sheet-degree').first().textContent(), '0');
    await eventually(() => first.locator('.sheet-degree').first().getAttribute('data-underlines'), '1');
    await saveScreenshot(page, 'sheet-rhythm');
    await page.emulateMedia({ media: 'print' });
    // The widths of A4 and Letter without their margins, in CSS pixels.
    for (const width of [688, 710]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const right: number = await page.evaluate(
        "Math.max(...[...document.querySelectorAll('.sheet-cell')].map((cell) => cell.getBoundingClientRect().right))",
      );
      expect(right).toBeLessThanOrEqual(width);
    }
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('checkbox', { name: '節奏（簡譜）' }).uncheck();
    await expectCount(page, '.with-rhythm', 0);
  });

  it('puts the song into a link, which opens it to be read and then kept', async () => {
    const page = await desk.open();
    await lineAt(page, 1).fill('獨家歌詞一句');
    await choose(page, '複製歌嘅連結');
    await page.locator('.toasts', { hasText: '連結複製咗' }).waitFor();
    const link: string = await clipboardOf(page);
    const visitor = await desk.open({ view: link.slice(link.indexOf('#')) });
    await visitor.locator('.singer-sheet', { hasText: '獨' }).waitFor();
    await eventually(() => lineAt(visitor, 1).count(), 0);
    await visitor.getByRole('button', { name: '收做自己嘅，開始改' }).click();
    await eventually(() => lineAt(visitor, 1).inputValue(), '獨家歌詞一句');
    // With its notes, its readings and its tempo.
    expect((await exported(visitor, '匯出 JSON')).toString()).toBe((await exported(page, '匯出 JSON')).toString());
    const cut = await desk.open({ view: link.slice(link.indexOf('#'), -40) });
    await cut.getByRole('alert').filter({ hasText: '可能畀人截短咗' }).waitFor();
  });

  it('opens songs that are dropped on the page, a file of its own as it was', async () => {
    const page = await desk.open();
    const song = (await exported(page, '匯出 JSON')).toString();
    await newSong(page);
    await drop(page, '今夜.json', song);
    await eventually(() => lineAt(page, 4).inputValue(), '今夜回憶仲未停');
    expect((await exported(page, '匯出 JSON')).toString()).toBe(song);
    await drop(page, '拖.txt', '拖入嚟嘅歌');
    await eventually(() => lineAt(page, 1).inputValue(), '拖入嚟嘅歌');
    await drop(page, '壞.json', '{"format": "another"}');
    await page.locator('.toast', { hasText: '呢個 JSON 唔係由呢度匯出嘅歌' }).waitFor();
    await eventually(() => lineAt(page, 1).inputValue(), '拖入嚟嘅歌');
  });

  it('keeps drafts that are written, gone through, starred and undone by keys, and exports the star', async () => {
    const page = await desk.open();
    const line = lineAt(page, 1);
    await line.click();
    // One that says nothing new is not kept.
    await press(page, 'Alt+ArrowDown', 'Alt+ArrowUp');
    await expectCount(page, '.several-drafts', 0);
    await press(page, 'Alt+ArrowDown');
    await page.keyboard.type('風');
    await eventually(() => line.inputValue(), '風');
    await press(page, 'Control+z', 'Control+z', 'Control+z');
    await eventually(() => line.inputValue(), '心事寫滿呢張紙');
    await expectCount(page, '.several-drafts', 0);
    // The copy is selected: typing replaces it.
    await line.press('Alt+ArrowDown');
    await page.keyboard.type('心裡藏住呢封信');
    await eventually(() => line.inputValue(), '心裡藏住呢封信');
    await press(page, 'Alt+s', 'Alt+ArrowDown', 'End', 'Backspace');
    await page.keyboard.type('紙');
    await eventually(() => line.inputValue(), '心裡藏住呢封紙');
    const drafts = page.getByRole('button', { name: /第 1 行嘅草稿/ });
    await eventually(() => drafts.textContent(), '3/3');
    await line.press('Alt+ArrowUp');
    await eventually(() => drafts.textContent(), '2/3★');
    await line.press('Alt+ArrowUp');
    await eventually(() => line.inputValue(), '心事寫滿呢張紙');
    expect((await exported(page, '匯出文字')).toString().split('\n')[0]).toBe('心裡藏住呢封信');
    await eventually(() => page.evaluate("JSON.stringify(localStorage).includes('心裡藏住呢封紙')"), true);
    await page.reload();
    await drafts.waitFor();
    expect([await drafts.textContent(), await line.inputValue()]).toEqual(['1/3', '心事寫滿呢張紙']);
  });

  it('previews drafts from a list and shows the chosen one, on a phone too', async () => {
    const page = await desk.open({ viewport: PHONE, hasTouch: true, isMobile: true });
    const line = lineAt(page, 1);
    await line.tap();
    const open = page.getByRole('button', { name: /第 1 行嘅草稿/ });
    await open.tap();
    await page.getByRole('button', { name: '再試一稿' }).tap();
    await line.fill('心裡藏住呢封信');
    await open.tap();
    await eventually(() => axeViolations(page), []);
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
  });

  it('says at once that a song is not kept, and until it is, with a file in its place', async () => {
    const page = await desk.open();
    await page.evaluate(`Storage.prototype.setItemBefore = Storage.prototype.setItem;
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`);
    const line = lineAt(page, 1);
    await line.focus();
    await page.keyboard.type('x');
    await page.locator('.storage-full').waitFor();
    await eventually(() => axeViolations(page), []);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: '存做檔案' }).click();
    expect(JSON.parse(await readFile(await (await downloading).path(), 'utf8')).lines[0].text).toBe('心事寫滿呢張紙x');
    await page.evaluate('Storage.prototype.setItem = Storage.prototype.setItemBefore');
    await line.focus();
    await page.keyboard.type('y');
    await expectCount(page, '.storage-full', 0);
  });
});
