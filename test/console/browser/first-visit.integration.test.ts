import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { PAGE_TIMEOUT_MS } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('the first visit', () => {
  const consoleFixture = useConsole();

  it('says what the page is for and what its signs mean, and takes the melody of one’s own', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByText('跟住旋律填粵語詞').waitFor();
    const items = page.locator('.legend-item');
    expect((await items.allInnerTexts()).map((text) => text.trim())).toEqual(['旋律', '字音', '相撞']);
    const tip = page.locator('.legend .tip', { hasText: '0、2、4、3' });
    expect(await tip.isVisible()).toBe(false);
    await items.nth(1).hover();
    await tip.waitFor();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '放入我嘅旋律' }).click();
    expect((await chosen).isMultiple()).toBe(false);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('loads at most 90 kB before it is used', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('.char-reading').first().waitFor();
    const bytes = await page.evaluate(
      "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, { transferSize }) => sum + transferSize, 0)",
    );
    expect(bytes).toBeLessThanOrEqual(90_000);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
