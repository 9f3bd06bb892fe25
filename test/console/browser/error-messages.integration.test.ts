import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { PAGE_TIMEOUT_MS } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('error messages', () => {
  const consoleFixture = useConsole({ rate: 3 });

  it('a key that is not valid', async () => {
    const consolePage = await consoleFixture.visit({ view: '#usage', expected: /401/ });
    await consolePage.page.getByLabel('API key').fill('lex_wrong_key');
    await consolePage.page.getByRole('button', { name: '用呢個 key' }).click();
    await consolePage.page.getByText('呢個 key 用唔到').first().waitFor();
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('no more suggestions for a while, in silence, and searches go on when they may', async () => {
    const consolePage = await consoleFixture.visit({ expected: /429/ });
    const { page } = consolePage;
    const field = page.locator('#find-input');
    await field.fill('愛');
    await page.locator('.word-row').first().waitFor();
    for (const text of ['開', '心', '海', '天', '夢']) {
      const answered = page.waitForResponse((response) => response.url().includes('/search?'));
      await field.fill(text);
      await answered;
    }
    await page.locator('.notice', { hasText: '一時問得太密' }).waitFor();
    // What was found before stays in sight.
    expect(await page.locator('.word-row').count()).toBeGreaterThan(0);
    expect(await page.locator('#find-input').inputValue()).toBe('夢');
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
