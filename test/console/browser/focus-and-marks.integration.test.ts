import { expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import { axeViolations, eventually, expectCount, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

/** What has the focus: its label, else its text. */
const FOCUSED = `(({ activeElement: one }) => (one.getAttribute('aria-label') ?? one.textContent).trim())(document)`;

describeInBrowser('focus and marks', () => {
  const consoleFixture = useConsole();

  it('opens menus on their first item, takes arrows, and gives the focus back', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const focused = () => page.evaluate(FOCUSED);
    await page.locator('.risk-mark').first().waitFor();
    await page.getByRole('button', { name: /^檔案/ }).press('Enter');
    await eventually(focused, '新歌');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('匯入歌（JSON 或文字）');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('刪除呢首歌');
    await page.keyboard.press('Escape');
    await eventually(focused, '檔案 ▾');

    // Readings and drafts of a line, by its keys.
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Alt+l');
    await page.locator('.popover').waitFor();
    await eventually(() => page.evaluate("document.activeElement.matches('.popover [data-item]')"), true);
    await page.keyboard.press('Escape');
    await eventually(focused, '第 1 行');
    await page.getByRole('button', { name: '第 1 行嘅草稿' }).press('Enter');
    await eventually(() => page.evaluate("document.activeElement.matches('.popover [data-item]')"), true);
    await page.keyboard.press('Escape');
    await eventually(focused, '第 1 行嘅草稿');

    // What would mend a clash is asked for, and has the focus when it comes.
    await page.locator('.risk-mark').first().press('Enter');
    await page.locator('.swap').first().waitFor();
    await eventually(
      () => page.evaluate("document.activeElement === document.querySelector('.popover [data-item]')"),
      true,
    );
    await page.keyboard.press('ArrowDown');
    expect(
      await page.evaluate("[...document.querySelectorAll('.popover [data-item]')].indexOf(document.activeElement)"),
    ).toBe(1);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('goes on from the title to the first line, and after a load', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const focused = () => page.evaluate(FOCUSED);
    await page.getByLabel('歌名').fill('海邊');
    await page.keyboard.press('Enter');
    await eventually(focused, '第 1 行');
    await page.keyboard.type('a');
    await eventually(() => page.getByRole('textbox', { name: '第 1 行' }).inputValue(), 'a心事寫滿呢張紙');
    const text = '[Verse]\n今夜\n[Chorus]\n海風';
    await page
      .locator('#song-file')
      .setInputFiles({ name: 'song.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    // The heading is no line to write on.
    await eventually(focused, '第 2 行');
    await page.getByRole('textbox', { name: '第 4 行' }).focus();
    // Three notes for two characters of the verse: there it goes on.
    const buffer = midiFile([[60, 62, 64]]);
    await page.locator('#melody-file').setInputFiles({ name: 'demo.mid', mimeType: 'audio/midi', buffer });
    await page.getByLabel('放喺邊度').selectOption({ label: 'Verse' });
    await page.getByRole('button', { name: '放入', exact: true }).click();
    await eventually(focused, '第 2 行');
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('does not move the sheet while a line is typed', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 2 行' });
    await line.focus();
    await page.keyboard.press('End');
    await page.waitForTimeout(600);
    const place = `(() => {
      const { left, top } = document.querySelector('.line[data-line="1"] .score').getBoundingClientRect();
      const { scrollLeft, scrollTop } = document.querySelector('.lyrics');
      return [left, top, scrollLeft, scrollTop].join(' ');
    })()`;
    const before = await page.evaluate(place);
    const places = new Set<unknown>();
    for (const character of '今夜回憶 goodbye 2046') {
      await page.keyboard.insertText(character);
      places.add(await page.evaluate(place));
    }
    // Once the service has read the line, too.
    await page.waitForTimeout(1800);
    places.add(await page.evaluate(place));
    expect([...places]).toEqual([before]);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('counts characters without notes and notes without characters', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    const count = () => textsOf(page, '.line[data-line="0"] .surplus-count');
    await line.focus();
    await page.keyboard.press('End');
    await page.keyboard.insertText('今夜慢慢');
    await eventually(count, ['+4多咗 4 個字冇音']);
    await expectCount(page, '.line[data-line="0"] .surplus', 4);
    await line.fill('心事寫滿');
    await eventually(count, ['−3仲有 3 個音未有字']);
    expect(await axeViolations(page)).toEqual([]);
    // A line that has no words yet lacks none.
    await line.fill('');
    await eventually(count, []);
    consolePage.expectNoErrors();
    await consolePage.close();
  });

  it('says how seldom songs move as a clash does, and marks it by that', async () => {
    const consolePage = await consoleFixture.visit();
    const { page } = consolePage;
    const mark = page.locator('.risk-mark').first();
    await mark.waitFor();
    expect(await mark.getAttribute('aria-label')).toMatch(/歌入面 \d+ 次先有 1 次咁行。$|咁行嘅歌，數過嘅都冇。$/);
    await mark.hover();
    await mark.locator('.tip').waitFor();
    expect(
      Number(await page.locator('.contours .risk-ground').first().getAttribute('fill-opacity')),
    ).toBeGreaterThanOrEqual(0.75);
    consolePage.expectNoErrors();
    await consolePage.close();
  });
});
