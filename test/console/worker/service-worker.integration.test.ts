import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { eventually, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('without a network', () => {
  const consoleFixture = useConsole();

  it('opens, says so, keeps what was written, and shows what was looked for before', async () => {
    // The second is what a load ends with that the service worker could not answer either.
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/;
    const consolePage = await consoleFixture.visit({ expected });
    const { page } = consolePage;
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await eventually(() => page.evaluate('navigator.serviceWorker.controller !== null'), true);
    const look = async () => {
      await page.locator('#find-input').pressSequentially('33 =愛 ');
      await page.locator('.word-row').first().waitFor();
      return textsOf(page, '.word-row .word');
    };
    const seen = await look();
    const kept =
      'caches.keys().then(async (names) => (await Promise.all(names.filter((name) => name.startsWith("answers-")).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())';
    await eventually(async () => ((await page.evaluate(kept)) as string[]).includes('/api/lexicon/search'), true);
    await page.getByRole('textbox', { name: '第 1 行' }).fill('冇網都寫得');

    await page.context().setOffline(true);
    await page.locator('.notice', { hasText: '連唔到詞庫' }).waitFor();
    await page.reload();
    await page.locator('.notice', { hasText: '連唔到詞庫' }).waitFor();
    expect(await page.getByRole('textbox', { name: '第 1 行' }).inputValue()).toBe('冇網都寫得');
    expect(await look()).toEqual(seen);
    // The account's numbers are never kept.
    expect(((await page.evaluate(kept)) as string[]).filter((path) => path.startsWith('/api/account'))).toEqual([]);

    await page.context().setOffline(false);
    await page.locator('.notice').waitFor({ state: 'detached' });
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
