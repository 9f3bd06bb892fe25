import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import { eventually, expectCount, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('a place where no word fits', () => {
  const consoleFixture = useConsole();

  it('says what would have to change, and shows the words that would fit then', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('button', { name: '檔案' }).click();
    await page.getByRole('button', { name: '新歌' }).click();
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.fill('人愛天');
    // 人 (jan4) is on the lowest level, and the melody goes down from it.
    await page.locator('#melody-file').setInputFiles({
      name: 'song.mid',
      mimeType: 'audio/midi',
      buffer: midiFile([[64, 60, 67]]),
    });
    await expectCount(page, '.note:not(.no-note)', 3);
    await line.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.locator('.impossible').waitFor();
    expect(await textsOf(page, '.impossible .value')).toEqual(['「人」換個高啲嘅字']);
    await page.locator('.impossible .value').click();
    await page.locator('.impossible .value[aria-pressed="true"]').waitFor();
    await page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
    // Every word leaves room below a higher neighbour and above it for 天 (3).
    await eventually(async () => {
      const codes = await textsOf(page, '.word-row .row-reading .visually-hidden');
      return codes.length > 0 && codes.every((code) => ['0', '2', '4'].includes(code));
    }, true);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
