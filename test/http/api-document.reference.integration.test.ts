import { expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { chromiumForTests, describeInBrowser } from '../console/support/chromium.ts';
import { axeViolations } from '../console/support/page.ts';
import { forTests } from '../support/for-tests.ts';
import { startService } from './service.ts';

describeInBrowser('the reference page', () => {
  const service = forTests(() => startService());
  const chromium = chromiumForTests();

  it('shows every endpoint and tries one out, without a fault and without leaving its host', async () => {
    const page = await chromium.browser.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${service.url}/`) && !url.startsWith('data:')) faults.push(`left the host: ${url}`);
    });

    await page.goto(`${service.url}/docs`);
    await page.waitForSelector('.opblock');
    expect(await page.locator('.opblock').count()).toBe(ENDPOINTS.length + 4);

    const autocomplete = page.locator('#operations-Search-autocomplete');
    await autocomplete.locator('.opblock-summary-control').click();
    await autocomplete.locator('.parameters input[placeholder="prefix"]').fill('海');
    await autocomplete.locator('.execute').click();
    const answer = autocomplete.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.locator('tbody .response-col_status').first().innerText()).toMatch(/^200/);
    // From the small lexicon of the tests: 海 and 海洋.
    expect(JSON.parse(await answer.locator('pre').first().innerText())).toEqual(['海', '海洋']);
    expect(faults).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('breaks no rule of WCAG AA in a %s theme', async (colorScheme) => {
    const context = await chromium.browser.newContext({ colorScheme });
    const page = await context.newPage();
    await page.goto(`${service.url}/docs`);
    await page.waitForSelector('.opblock');
    expect(await axeViolations(page, [])).toEqual([]);
    const isTurnedRound = await page.evaluate("getComputedStyle(document.documentElement).filter !== 'none'");
    expect(isTurnedRound).toBe(colorScheme === 'dark');
    await context.close();
  });
});
