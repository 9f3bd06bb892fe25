import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { eventually, expectCount, PAGE_TIMEOUT_MS } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

const WORDS = '心事寫滿呢張紙';
const melody = [62, 57, 62, 60, 64, 64, 64].map((pitch) => ({ pitch, beats: 1 }));
/** 回 falls where the melody holds, as no song has it. */
const CLASHING = { text: '今夜回憶仲未停', melody: [62, 57, 57, 64, 59, 59, 55].map((pitch) => ({ pitch, beats: 1 })) };
const LINES = Array.from({ length: 100 }, (_, i) => (i === 80 ? CLASHING : { text: WORDS, melody }));

async function openLongSong(page: Page): Promise<void> {
  const song = JSON.stringify({ format: 'cantonese-lyric', version: 3, title: '長', lines: LINES });
  await page
    .locator('#song-file')
    .setInputFiles({ name: 'song.json', mimeType: 'application/json', buffer: Buffer.from(song) });
  await expectCount(page, '.rail-line', 100);
}

const focused = (page: Page) => page.evaluate("document.activeElement.getAttribute('aria-label')");
const isInView = (page: Page, line: number) =>
  page.evaluate(`(() => {
    const box = document.querySelector('.line[data-line="${line}"]')?.getBoundingClientRect();
    return box !== undefined && box.bottom > 0 && box.top < innerHeight;
  })()`);

describeInBrowser('a song of a hundred lines', () => {
  const consoleFixture = useConsole();

  it('draws what is in view, and is written, walked through and marked as a whole', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await openLongSong(page);
    // Once it is open, the first line has the focus.
    await eventually(() => focused(page), '第 1 行');
    expect(await page.locator('.line').count()).toBeLessThan(30);
    await page.locator('.rail-line').nth(60).click();
    await eventually(() => focused(page), '第 61 行');
    await eventually(() => isInView(page, 60), true);
    await page.keyboard.type('x');
    expect(await page.getByRole('textbox', { name: '第 61 行' }).inputValue()).toBe(`x${WORDS}`);
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowDown');
    await eventually(() => focused(page), '第 69 行');
    await eventually(() => isInView(page, 68), true);
    // The writer looks elsewhere, and goes on writing where the caret is.
    await page.locator('.lyrics').hover();
    await page.mouse.wheel(0, -20_000);
    await eventually(() => isInView(page, 0), true);
    await page.keyboard.type('y');
    await eventually(
      async () => (await page.getByRole('textbox', { name: '第 69 行' }).inputValue()).includes('y'),
      true,
    );
    // The clash is out of view, and is found all the same.
    await page.locator('.lines textarea').first().focus();
    for (let i = 0; i < 20 && !(await isInView(page, 80)); i++) {
      await page.keyboard.press('Alt+r');
      await page.waitForTimeout(100);
    }
    await page.locator('.line[data-line="80"] .risk-mark:focus').waitFor();
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('takes twenty thousand characters at once, and does not move sideways while one writes', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('button', { name: '檔案' }).click();
    // The menu begins at its first item.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('新歌');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page), '第 1 行');
    const left = () => page.evaluate("document.querySelector('.score').getBoundingClientRect().left");
    const before = await left();
    await page.keyboard.insertText(WORDS + WORDS);
    await eventually(() => page.locator('.char-reading').count(), 14);
    expect(await left()).toBe(before);
    const pasted = Array.from({ length: 2500 }, () => WORDS).join('\n');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+v');
    await eventually(() => focused(page), '第 2501 行');
    expect(await page.locator('.line').count()).toBeLessThan(40);
    await page.keyboard.press('Control+z');
    await expectCount(page, '.line', 2);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('leads from the title to the first line with Enter', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('textbox', { name: '歌名' }).fill('夜');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page), '第 1 行');
    expect(await page.locator('.quota').count()).toBe(0);
    await consolePage.close();
  });
});
