import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../../support/chromium.ts';
import { useConsole } from '../../support/console-fixture.ts';
import { eventually, expectCount, PAGE_TIMEOUT_MS, textsOf } from '../../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

const EXAMPLE = ['心事寫滿呢張紙', '燈火未熄晚風未停', '海風帶我慢慢行', '今夜回憶仲未停'];

const lyricsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('.lines textarea')].map(({ value }) => value)");
const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()');

describeInBrowser('a selection over lines', () => {
  const consoleFixture = useConsole();

  it('copies, cuts and pastes verses with their melodies, by keys', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const { keyboard } = page;
    await page.getByRole('textbox', { name: '第 1 行' }).click();
    await keyboard.press('Control+a');
    await keyboard.press('Control+c');
    await eventually(() => clipboard(page), EXAMPLE.join('\n'));
    await expectCount(page, '.selected-line', 4);
    await keyboard.press('Escape');
    await expectCount(page, '.selected-line', 0);
    // The first two lines go to the end.
    await keyboard.press('Home');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+End');
    await keyboard.press('Escape');
    await page.getByRole('textbox', { name: '第 1 行' }).focus();
    await keyboard.press('Home');
    for (let i = 0; i < EXAMPLE[0]!.length + 1 + EXAMPLE[1]!.length; i++) await keyboard.press('Shift+ArrowRight');
    await keyboard.press('Control+x');
    await eventually(() => lyricsOf(page), EXAMPLE.slice(2));
    expect(await clipboard(page)).toBe(EXAMPLE.slice(0, 2).join('\n'));
    await page.getByRole('textbox', { name: '第 2 行' }).focus();
    await keyboard.press('End');
    await keyboard.press('Control+v');
    await eventually(() => lyricsOf(page), [...EXAMPLE.slice(2), ...EXAMPLE.slice(0, 2)]);
    await expectCount(page, '.line[data-line="3"] .note:not(.no-note)', EXAMPLE[1]!.length);
    // Typing replaces what is selected; undo brings it back.
    await keyboard.press('Control+a');
    await keyboard.insertText('新');
    await eventually(() => lyricsOf(page), ['新']);
    await keyboard.press('Control+z');
    await eventually(async () => (await lyricsOf(page)).length, 4);
    await keyboard.press('Control+a');
    await keyboard.press('Delete');
    await eventually(() => lyricsOf(page), ['']);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('is dragged with the pointer, and moves lines with Alt, Shift and the arrows', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.locator('.char-reading').first().waitFor();
    const boxOf = async (line: number, place: number) =>
      (await page.locator(`.line[data-line="${line}"] .char-reading[data-place="${place}"]`).boundingBox())!;
    const [from, to] = [await boxOf(1, 2), await boxOf(2, 2)];
    await page.mouse.move(from.x + 2, from.y - 30);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y - 60);
    await page.mouse.move(to.x + to.width, to.y - 25);
    await page.mouse.up();
    await expectCount(page, '.selected-line', 2);
    await page.keyboard.press('Control+c');
    await eventually(() => clipboard(page), '未熄晚風未停\n海風帶');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await eventually(() => lyricsOf(page), [EXAMPLE[1]!, EXAMPLE[2]!, EXAMPLE[0]!, EXAMPLE[3]!]);
    await page.keyboard.press('Delete');
    await eventually(() => lyricsOf(page), ['燈火我慢慢行', EXAMPLE[0]!, EXAMPLE[3]!]);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('takes pasted lyrics as lines, with the names of sections as headings that are not sung', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    await page.getByRole('textbox', { name: '第 1 行' }).click();
    await page.keyboard.press('Control+a');
    await page.evaluate("navigator.clipboard.writeText('[Verse]\\r\\n海風吹\\r\\n副歌：\\r\\n夜未停')");
    await page.keyboard.press('Control+v');
    await eventually(() => lyricsOf(page), ['[Verse]', '海風吹', '副歌：', '夜未停']);
    await expectCount(page, '.line.heading', 2);
    await eventually(() => textsOf(page, '.line[data-line="3"] .jyutping'), ['je6', 'mei6', 'ting4']);
    await expectCount(page, '.heading .char-reading', 0);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
