import { expect, it } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { lineAt, loadMelody, newSong, openSong } from '../support/desk.ts';
import { axeViolations, eventually, expectCount, PHONE, saveScreenshot, textsOf } from '../support/page.ts';

/** 回憶 rises where the melody holds. */
const CLASHING = { text: '今夜回憶仲未停', melody: [62, 57, 64, 64, 59, 59, 55] };
const SONG = {
  format: 'cantonese-lyric',
  version: 3,
  title: '改',
  lines: [CLASHING, { text: '一齊行', melody: [64, 57, 57] }, CLASHING],
};

describeInBrowser('the page at a clash', () => {
  const desk = useConsole();

  it('writes a line, loads a melody, sees a clash, swaps a word, and the clash is gone', async () => {
    const page = await desk.open();
    await newSong(page);
    const line = lineAt(page, 1);
    await line.fill('我在盼望');
    // 我在盼望 falls, rises and falls; this melody falls, falls and rises.
    // Songs never fall from the sixth tone into the third.
    await loadMelody(page, [[64, 60, 57, 60]]);
    const clash = page.locator('.risk-mark[data-position="2"]');
    await clash.waitFor();
    expect(await clash.getAttribute('aria-label')).toMatch(/^撞音：旋律向下，字音向上/);
    await clash.click();
    const swap = page.locator('.swap').first();
    await swap.waitFor();
    await swap.click();
    await expectCount(page, '.risk-mark[data-position="2"]', 0);
    expect(await line.inputValue()).not.toBe('我在盼望');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '復原' }).first().click();
    await eventually(() => line.inputValue(), '我在盼望');
  });

  it('counts characters without notes and notes without characters', async () => {
    const page = await desk.open();
    const line = lineAt(page, 1);
    const count = () => textsOf(page, '.line[data-line="0"] .surplus-count');
    await line.focus();
    await page.keyboard.press('End');
    await page.keyboard.insertText('今夜慢慢');
    await eventually(count, ['+4多咗 4 個字冇音']);
    await expectCount(page, '.line[data-line="0"] .surplus', 4);
    await line.fill('心事寫滿');
    await eventually(count, ['−3仲有 3 個音未有字']);
    await eventually(() => axeViolations(page), []);
    // A line that has no words yet lacks none.
    await line.fill('');
    await eventually(count, []);
  });

  it('shows swaps without scrolling for good, says what each replaces, and marks one at a time', async () => {
    const page = await desk.open({ viewport: { width: 1440, height: 640 }, reducedMotion: 'reduce' });
    const scrolled = () => page.evaluate("document.querySelector('.lyrics').scrollTop");
    await page.locator('.risk-mark').first().scrollIntoViewIfNeeded();
    const before = await scrolled();
    await page.locator('.risk-mark').first().click();
    await page.locator('.swap').first().waitFor();
    const headings = await textsOf(page, '.swaps h3');
    expect(headings.slice(0, 2)).toEqual(['換「今夜」：意思相近嘅詞', '換「回憶」：意思相近嘅詞']);
    for (const heading of headings.slice(2)) expect(heading).toBe('換「回」：同聲同韻嘅字');
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
    expect(await scrolled()).toEqual(before);
  });

  it('says once, in its own language, that the lexicon cannot be reached', async () => {
    const page = await desk.open({ expected: /Failed to load|ERR_/ });
    await page.locator('.risk-mark').first().waitFor();
    await page.route('**/fix-contour', (route) => route.abort());
    await page.locator('.risk-mark').first().click();
    await page.locator('.notice', { hasText: '連唔到詞庫' }).waitFor();
    const retry = page.locator('.popover').getByRole('button', { name: '再試' });
    await retry.waitFor();
    await eventually(() => page.getByText('連唔到詞庫').count(), 1);
    await page.unroute('**/fix-contour');
    await retry.click();
    await page.locator('.swap').first().waitFor();
  });

  it('does not move the score when a hint has been followed', async () => {
    const page = await desk.open();
    await page.locator('.risk-mark').first().waitFor();
    const top = () => page.evaluate("document.querySelector('.score').getBoundingClientRect().top");
    const before = await top();
    await page.locator('.note').first().focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('.followed').first().waitFor();
    expect(await top()).toEqual(before);
  });

  it('undoes with a toast what the toast tells of, and nothing else', async () => {
    const page = await desk.open();
    const line = lineAt(page, 4);
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
    await eventually(() => line.inputValue(), '今夜回憶仲未停');
    await page.keyboard.press('Control+Shift+z');
    await eventually(() => line.inputValue(), swapped);
  });

  it('goes through the clashes of a song by keys: takes, skips, undoes, and shows what changes', async () => {
    const page = await desk.open();
    await openSong(page, SONG);
    await expectCount(page, '.rail-line', 3);
    const asked = page.waitForRequest(/workflow\/repair/);
    await page.locator('.repair-song').click();
    // Only the lines that clash are paid for.
    expect((await asked).postDataJSON().lines.map(({ line }: { line: string }) => line)).toEqual([
      CLASHING.text,
      CLASHING.text,
    ]);
    await expectCount(page, '.line-repairs', 2);
    await eventually(() => axeViolations(page), []);
    await saveScreenshot(page, 'repair-song');
    const lyricsAt = (line: number) => page.locator(`.line[data-line="${line}"] textarea`).inputValue();
    const focusedLine = () =>
      page.evaluate("document.activeElement.closest('.line-repairs')?.getAttribute('aria-label')");
    const proposed = page.getByRole('article', { name: '第 1 行' });
    await eventually(focusedLine, '第 1 行');
    // As it is, and as it would be.
    const rows = proposed.locator('.repair-row');
    await eventually(() => rows.count(), 2);
    await eventually(() => rows.first().locator('.han').allTextContents(), [...CLASHING.text]);
    expect(await rows.last().locator('.new').count()).toBeGreaterThan(0);
    expect(await proposed.locator('.repair-effect').textContent()).toMatch(/^\d 處改好 [1-9] 處/);
    const after = (await rows.last().locator('.han').allTextContents()).join('');
    await page.keyboard.press('Enter');
    await eventually(() => lyricsAt(0), after);
    await eventually(focusedLine, '第 3 行');
    await page.keyboard.press('s');
    await page.getByText('跳過咗').waitFor();
    await eventually(() => lyricsAt(2), CLASHING.text);
    // The last step first, then the one before.
    await page.keyboard.press('z');
    await page.getByText('跳過咗').waitFor({ state: 'detached' });
    await eventually(focusedLine, '第 3 行');
    await eventually(() => lyricsAt(0), after);
    await page.keyboard.press('Enter');
    await eventually(async () => (await lyricsAt(2)) === CLASHING.text, false);
    await page.getByRole('button', { name: '第 1 行改返轉頭' }).click();
    await eventually(() => lyricsAt(0), CLASHING.text);
    expect(await lyricsAt(2)).not.toBe(CLASHING.text);
    await page.keyboard.press('Escape');
    await expectCount(page, '.line-repairs', 0);
  });

  it('lists them on a phone as well, which shows the song and not the lyrics', async () => {
    const page = await desk.open({ viewport: PHONE });
    await page.locator('.pane-bar button').first().click();
    await page.locator('.repair-song').click();
    await page.locator('.line-repairs').first().waitFor();
    await eventually(() => axeViolations(page), []);
  });

  it('says what stopped the search for repairs, and goes on', async () => {
    const page = await desk.open({ expected: /Failed to load|ERR_/ });
    await page.locator('.repair-song').waitFor();
    await page.route('**/workflow/repair', (route) => route.abort());
    await page.locator('.repair-song').click();
    await page.getByText('未搵晒').waitFor();
    await page.unroute('**/workflow/repair');
    await page.getByRole('button', { name: '再搵' }).click();
    await expectCount(page, '.line-repairs', 1);
  });
});
