import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { eventually, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

/** 46 characters. */
const LYRICS = [
  '海邊的風吹過舊時碼頭',
  '燈光之下有人唱著離愁',
  '你話過會等我等到盡頭',
  '如今只剩我獨自地走過',
  '一直走到盡頭',
];

describeInBrowser('tones as one types', () => {
  const consoleFixture = useConsole();

  it('costs five credits at most for 46 characters', async () => {
    expect(LYRICS.join('')).toHaveLength(46);
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    // The first change fetches the table of readings; what is typed before it has come is asked of the service.
    const table = page.waitForResponse((response) => response.url().endsWith('/readings.txt'));
    await page.getByRole('button', { name: '檔案' }).click();
    await page.getByRole('button', { name: '新歌' }).click();
    await (await table).finished();
    const remaining: number[] = [];
    page.on('response', (response) => {
      const header = response.headers()['x-quota-remaining'];
      if (header !== undefined) remaining.push(Number(header));
    });
    await page.getByRole('textbox', { name: '第 1 行' }).click();
    for (const [i, line] of LYRICS.entries()) {
      for (const character of line) {
        await page.keyboard.insertText(character);
        await page.waitForTimeout(80);
      }
      if (i < LYRICS.length - 1) await page.keyboard.press('Enter');
    }
    expect(await page.locator('.char-reading').count()).toBe(46);
    await page.waitForTimeout(2500);
    // The first call costs one credit too.
    expect(Math.max(...remaining) + 1 - Math.min(...remaining)).toBeLessThanOrEqual(5);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('needs no network, and keeps the readings with the song', async () => {
    const consolePage = await consoleFixture.visit({ expected: /ERR_|Failed to/ });
    const { page } = consolePage;
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await eventually(() => page.evaluate('navigator.serviceWorker.controller !== null'), true);
    const line = page.getByRole('textbox', { name: '第 1 行' });
    const loaded = page.waitForResponse((response) => response.url().endsWith('/readings.txt'));
    await line.fill('佢去銀行');
    await loaded;
    await page.locator('.jyutping', { hasText: 'hong4' }).waitFor();
    const cached = "caches.match('/readings.txt').then((response) => response !== undefined)";
    await eventually(() => page.evaluate(cached), true);
    await page.context().setOffline(true);
    await line.fill('行路去旅行');
    const readings = () => textsOf(page, '.line[data-line="0"] .jyutping');
    await eventually(readings, ['haang4', 'lou6', 'heoi3', 'leoi5', 'hang4']);
    // What the service then says more is kept.
    const annotated = page.waitForResponse((response) => response.url().endsWith('/annotate'));
    await page.context().setOffline(false);
    await annotated;
    const corrected = await readings();
    await page.waitForTimeout(600);
    await page.context().setOffline(true);
    await page.reload();
    await eventually(readings, corrected);
    await consolePage.close();
  });
});
