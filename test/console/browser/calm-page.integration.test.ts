import { expect, it, jest } from '@jest/globals';
import { describeInBrowser, startChromium } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { eventually, PAGE_TIMEOUT_MS, textsOf, visit } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('a page that stays calm', () => {
  const consoleFixture = useConsole();

  it('shows swaps without scrolling for good, says what each replaces, and marks one at a time', async () => {
    const consolePage = await consoleFixture.visit({ viewport: { width: 1440, height: 640 }, reducedMotion: 'reduce' });
    const { page } = consolePage;
    const scrolled = () => page.evaluate("document.querySelector('.lyrics').scrollTop");
    await page.locator('.risk-mark').first().scrollIntoViewIfNeeded();
    const before = await scrolled();
    await page.locator('.risk-mark').first().click();
    await page.locator('.swap').first().waitFor();
    expect(await textsOf(page, '.swaps h3')).toEqual(['換「今夜」：意思相近嘅詞', '換「回憶」：意思相近嘅詞']);
    // A pointer that rests on one suggestion must not mark it beside the one that the keys have chosen.
    await page.locator('.swap').nth(3).hover();
    await page.keyboard.press('ArrowUp');
    expect(
      await page.evaluate(
        "new Set([...document.querySelectorAll('.swap:not(:focus)')].map((one) => getComputedStyle(one).backgroundColor)).size",
      ),
    ).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator('.popover').waitFor({ state: 'detached' });
    expect(await scrolled()).toBe(before);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('says in its own language that the lexicon cannot be reached', async () => {
    const consolePage = await consoleFixture.visit({ expected: /Failed to load|ERR_/ });
    const { page } = consolePage;
    await page.locator('.risk-mark').first().waitFor();
    await page.route('**/fix-contour', (route) => route.abort());
    await page.locator('.risk-mark').first().click();
    await page.locator('.popover .wrong', { hasText: '連唔到詞庫' }).waitFor();
    await consolePage.close();
  });

  it('keeps the character in sight that is sung', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('button', { name: '播放', exact: true }).click();
    await page.locator('.heard').waitFor();
    expect(Number(await page.evaluate("getComputedStyle(document.querySelector('.heard')).opacity"))).toBeLessThan(0.4);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('does not move the score when a hint has been followed', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('.risk-mark').first().waitFor();
    const top = () => page.evaluate("document.querySelector('.score').getBoundingClientRect().top");
    const before = await top();
    await page.locator('.note').first().focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('.followed').first().waitFor();
    expect(await top()).toBe(before);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('undoes with a toast what the toast tells of, and nothing else', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 4 行' });
    const swap = async () => {
      await page.locator('.risk-mark').first().click();
      await page.locator('.swap').first().click();
      await page.locator('.toast').waitFor();
    };
    await swap();
    const swapped = await line.inputValue();
    // Another change takes the offer away, for it would undo that one.
    await line.press('End');
    await page.keyboard.type('x');
    await page.locator('.toast').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await eventually(() => line.inputValue(), swapped);
    await page.keyboard.press('Control+z');
    await eventually(() => line.inputValue(), '今夜回憶仲未停');
    await swap();
    await page.locator('.toast button').click();
    await eventually(() => line.inputValue(), '今夜回憶仲未停');
    // After it nothing is left to undo, and what was undone can be done again.
    await page.keyboard.press('Control+z');
    expect(await line.inputValue()).toBe('今夜回憶仲未停');
    await page.keyboard.press('Control+Shift+z');
    await eventually(() => line.inputValue(), swapped);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('shares the key between the tabs that are open', async () => {
    const consolePage = await consoleFixture.visit({ view: '#usage' });
    const { page } = consolePage;
    await page.getByLabel('API key').fill(await consoleFixture.server().issueKey());
    await page.getByRole('button', { name: '用呢個 key' }).click();
    await page.getByText('而家用緊 key「lyrics」').waitFor();
    const second = await page.context().newPage();
    await second.goto(`${consoleFixture.server().url}/#usage`);
    await second.getByText('而家用緊 key「lyrics」').waitFor();
    await second.getByRole('button', { name: '唔再用呢個 key' }).click();
    await page.getByLabel('API key').waitFor();
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('grows with the browser’s font, and nothing overlaps', async () => {
    const browser = await startChromium(['--blink-settings=defaultFontSize=32']);
    const consolePage = await visit(browser, consoleFixture.server().url);
    const { page } = consolePage;
    await page.locator('.char-reading').first().waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('.line-text')).fontSize")).toBe('72px');
    const overlaps = `[...document.querySelectorAll('.line')].flatMap((line) => {
      const boxes = [...line.querySelectorAll('.jyutping')].map((one) => one.getBoundingClientRect());
      return boxes.filter((box, i) => i > 0 && boxes[i - 1].top === box.top && boxes[i - 1].right > box.left);
    }).length`;
    await eventually(() => page.evaluate(overlaps), 0);
    consolePage.expectNoErrors();
    await browser.close();
  });
});
