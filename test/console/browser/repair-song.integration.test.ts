import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { axeViolations, eventually, expectCount, PAGE_TIMEOUT_MS, PHONE, saveScreenshot } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

/** 回憶 rises where the melody holds. */
const CLASHING = { text: '今夜回憶仲未停', melody: [62, 57, 64, 64, 59, 59, 55] };
const SONG = {
  format: 'cantonese-lyric',
  version: 3,
  title: '改',
  lines: [CLASHING, { text: '一齊行', melody: [64, 57, 57] }, CLASHING],
};

describeInBrowser('the clashes of a whole song', () => {
  const consoleFixture = useConsole();

  it('are listed line by line, mended one after the other, and each undone by itself', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page
      .locator('#song-file')
      .setInputFiles({ name: 'song.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(SONG)) });
    await expectCount(page, '.rail-line', 3);
    const asked = page.waitForRequest(/workflow\/repair/);
    await page.locator('.repair-song').click();
    // Only the lines that clash are paid for.
    expect((await asked).postDataJSON().lines.map(({ line }: { line: string }) => line)).toEqual([
      CLASHING.text,
      CLASHING.text,
    ]);
    await expectCount(page, '.line-repairs', 2);
    expect(await axeViolations(page)).toEqual([]);
    await saveScreenshot(page, 'repair-song');
    const lyricsAt = (line: number) => page.locator(`.line[data-line="${line}"] textarea`).inputValue();
    const first = page.getByRole('region', { name: '第 1 行' });
    await first.locator('.repair-group button').first().click();
    await eventually(async () => (await lyricsAt(0)) === CLASHING.text, false);
    const third = page.getByRole('region', { name: '第 3 行' });
    await third.locator('.repair-group button').first().click();
    await eventually(async () => (await lyricsAt(2)) === CLASHING.text, false);
    await page.getByRole('button', { name: '第 1 行改返轉頭' }).click();
    await eventually(() => lyricsAt(0), CLASHING.text);
    expect(await lyricsAt(2)).not.toBe(CLASHING.text);
    await page.keyboard.press('Escape');
    await expectCount(page, '.line-repairs', 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('are listed on a phone as well, which shows the song and not the lyrics', async () => {
    const consolePage = await consoleFixture.visit({ viewport: PHONE });
    const { page } = consolePage;
    await page.locator('.pane-bar button').first().click();
    await page.locator('.repair-song').click();
    await page.locator('.line-repairs').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('say what stopped the search, and go on', async () => {
    const consolePage = await consoleFixture.visit({ expected: /Failed to load|ERR_/ });
    const { page } = consolePage;
    await page.locator('.repair-song').waitFor();
    await page.route('**/workflow/repair', (route) => route.abort());
    await page.locator('.repair-song').click();
    await page.getByText('未搵晒').waitFor();
    await page.unroute('**/workflow/repair');
    await page.getByRole('button', { name: '再搵' }).click();
    await expectCount(page, '.line-repairs', 1);
    await consolePage.close();
  });
});
