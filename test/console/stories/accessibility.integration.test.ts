import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { focused, lineAt, loadMelody, openSong, wordsListed } from '../support/desk.ts';
import {
  axeViolations,
  eventually,
  expectCount,
  PHONE,
  saveScreenshot,
  TABLET,
  textsOf,
  WIDE,
} from '../support/page.ts';
import { SETTINGS, VIEWS, viewsOf } from '../support/views.ts';

const overflowOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

async function expectAccessible(page: Page, name: string): Promise<void> {
  await saveScreenshot(page, name);
  expect([name, await axeViolations(page)]).toEqual([name, []]);
  expect([name, await overflowOf(page)]).toEqual([name, 0]);
}

const languageIs = (page: Page, language: string) =>
  page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });

/** Not by the pointer: it would close what is open, and cannot reach behind a dialog. */
const switchLanguage = (page: Page) => page.locator('.top-bar > button[lang]').dispatchEvent('click');

describeInBrowser('the page for everyone', () => {
  const desk = useConsole();

  it.each(SETTINGS)(
    'breaks no rule of WCAG AA, fits each screen, and says nothing to the console: $name, then $second.name',
    async (setting) => {
      const { name, options, second } = setting;
      const page = await desk.open({ ...options, reducedMotion: 'reduce' });
      // Each view is one of a first visit.
      await page.addInitScript('localStorage.clear()');
      for (const view of viewsOf(setting)) {
        await page.setViewportSize(options.viewport!);
        await page.emulateMedia({ colorScheme: options.colorScheme! });
        await page.evaluate("history.replaceState(null, '', '/')");
        await page.reload();
        await page.locator('.line').first().waitFor();
        await languageIs(page, name.includes('-en-') ? 'en' : 'zh-HK');
        await VIEWS[view]!(page);
        await expectAccessible(page, `${view}-${name}`);
        await page.emulateMedia({ colorScheme: second.colorScheme });
        await page.setViewportSize(second.width);
        await switchLanguage(page);
        await languageIs(page, second.name.includes('-en-') ? 'en' : 'zh-HK');
        await expectAccessible(page, `${view}-${second.name}`);
        for (const { width, height } of [WIDE, TABLET, PHONE]) {
          await page.setViewportSize({ width, height });
          await eventually(async () => [view, width, await overflowOf(page)], [view, width, 0]);
        }
      }
    },
  );

  it('opens menus on their first item, takes arrows, and gives the focus back', async () => {
    const page = await desk.open();
    await page.locator('.risk-mark').first().waitFor();
    await page.getByRole('button', { name: /^檔案/ }).press('Enter');
    await eventually(() => focused(page), '新歌');
    await page.keyboard.press('ArrowDown');
    await eventually(() => focused(page), '匯入歌（JSON 或文字）');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await eventually(() => focused(page), '刪除呢首歌');
    await page.keyboard.press('Escape');
    await eventually(() => focused(page), '檔案 ▾');
    // By the pointer as by the keyboard, and left with Tab too.
    await page.getByRole('button', { name: /^檔案/ }).click();
    await eventually(() => focused(page), '新歌');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.locator('.popover').waitFor({ state: 'detached' });
    await eventually(() => focused(page), '檔案 ▾');

    // Readings and drafts of a line, by its keys.
    const line = lineAt(page, 1);
    await line.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Alt+l');
    await page.locator('.popover').waitFor();
    await eventually(() => page.evaluate("document.activeElement.matches('.popover [data-item]')"), true);
    await page.keyboard.press('Escape');
    await eventually(() => focused(page), '第 1 行');
    await page.getByRole('button', { name: '第 1 行嘅草稿' }).press('Enter');
    await eventually(() => page.evaluate("document.activeElement.matches('.popover [data-item]')"), true);
    await page.keyboard.press('Escape');
    await eventually(() => focused(page), '第 1 行嘅草稿');

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
    // A new song begins at its first line.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^檔案/ }).click();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page), '第 1 行');
  });

  it('goes on from the title to the first line, and after a load', async () => {
    const page = await desk.open();
    await page.getByLabel('歌名').fill('海邊');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page), '第 1 行');
    await page.keyboard.type('a');
    await eventually(() => lineAt(page, 1).inputValue(), 'a心事寫滿呢張紙');
    const text = '[Verse]\n今夜\n[Chorus]\n海風';
    await openSong(page, text);
    // The heading is no line to write on.
    await eventually(() => focused(page), '第 2 行');
    await lineAt(page, 4).focus();
    // Three notes for two characters of the verse: there it goes on.
    await loadMelody(page, [[60, 62, 64]]);
    await page.getByLabel('放喺邊度').selectOption({ label: 'Verse' });
    await page.getByRole('button', { name: '放入', exact: true }).click();
    await eventually(() => focused(page), '第 2 行');
  });

  it('plays and stops with Space, stops with Escape, and leaves both to the text while it is edited', async () => {
    const page = await desk.open();
    await page.locator('.lines').waitFor();
    await page.locator('#lyrics').focus();
    await page.keyboard.press('Space');
    await page.locator('.heard').waitFor();
    await page.keyboard.press('Space');
    await page.locator('.heard').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await page.locator('.heard').waitFor();
    const line = lineAt(page, 2);
    await line.focus();
    await page.keyboard.press('Escape');
    await page.locator('.heard').waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await eventually(async () => (await line.inputValue()).includes(' '), true);
  });

  it('never loses the focus to the body', async () => {
    const page = await desk.open();
    const { keyboard } = page;
    const notBody = () => eventually(() => page.evaluate('document.activeElement === document.body'), false);
    // A button that goes with what it closes.
    await page.getByRole('button', { name: '唔使提' }).focus();
    await keyboard.press('Enter');
    await page.locator('.first-steps').waitFor({ state: 'detached' });
    await notBody();
    // A chip that is removed.
    await page.locator('#find-input').pressSequentially('33 ');
    await page.locator('.chip-x').focus();
    await keyboard.press('Enter');
    await page.locator('.chip').waitFor({ state: 'detached' });
    await notBody();
    // A toast's button.
    await page.getByRole('button', { name: '檔案' }).click();
    await page.getByRole('button', { name: '刪除呢首歌' }).click();
    await page.locator('.toast button').focus();
    await keyboard.press('Enter');
    await page.locator('.toast').waitFor({ state: 'detached' });
    await notBody();
  });

  it('does not move the sheet while a line is typed', async () => {
    const page = await desk.open();
    const line = lineAt(page, 2);
    await line.focus();
    await page.keyboard.press('End');
    await wordsListed(page);
    const place = `(() => {
      const { left, top } = document.querySelector('.line[data-line="1"] .score').getBoundingClientRect();
      const { scrollLeft, scrollTop } = document.querySelector('.lyrics');
      return [left, top, scrollLeft, scrollTop].join(' ');
    })()`;
    const before = await page.evaluate(place);
    const places = new Set<unknown>();
    const read = page.waitForResponse(
      (response) => response.url().endsWith('/annotate') && (response.request().postData() ?? '').includes('2046'),
    );
    for (const character of '今夜回憶 goodbye 2046') {
      await page.keyboard.insertText(character);
      places.add(await page.evaluate(place));
    }
    // Once the service has read the line, too.
    await (await read).finished();
    await wordsListed(page);
    places.add(await page.evaluate(place));
    expect([...places]).toEqual([before]);
  });

  it('explains its signs, changes language and colours, and remembers both', async () => {
    const page = await desk.open({ colorScheme: 'light' });
    const explains = async (title: string, term: string) => {
      await page.locator('.top-bar').press('?');
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await textsOf(page, '.terms dt')).toContain(term);
      await page.keyboard.press('Escape');
    };
    await explains('點樣睇', '通韻');
    await page.getByRole('button', { name: 'Switch to English' }).click();
    await page.getByRole('tab', { name: 'Find' }).waitFor();
    await explains('What the signs mean', 'rub');
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: /^Colours/ }).click();
    await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark');
    await page.reload();
    await page.getByRole('tab', { name: 'Find' }).waitFor();
    await eventually(() => page.locator('html').getAttribute('data-theme'), 'dark');
  });

  it('has its tools in one row at each width in both languages, and a line of eight in one on a phone', async () => {
    const page = await desk.open();
    const rowsOf = (selector: string) =>
      page.evaluate(`new Set([...document.querySelectorAll('${selector}')].map(({ offsetTop }) => offsetTop)).size`);
    for (const language of ['zh-HK', 'en'])
      for (const viewport of [WIDE, TABLET, PHONE]) {
        await page.setViewportSize(viewport);
        await languageIs(page, language);
        await eventually(
          async () => [language, viewport.width, await rowsOf('.toolbar > button')],
          [language, viewport.width, 1],
        );
        if (language === 'zh-HK' && viewport === PHONE) {
          await expectCount(page, '.line[data-line="1"] .char-reading', 8);
          await eventually(() => rowsOf('.line[data-line="1"] .char-reading'), 1);
          // Nothing is to the right of the lyrics there.
          expect((await textsOf(page, '.first-steps')).join()).not.toContain('右邊');
          await switchLanguage(page);
        }
      }
  });

  it('leaves the tips of the first visit to it, and shows blank lines as spaces that open', async () => {
    const page = await desk.open();
    await page.locator('.first-steps').waitFor();
    await openSong(page, '心事寫滿\n\n燈火未熄');
    await expectCount(page, '.line', 3);
    await expectCount(page, '.first-steps', 0);
    const heightOf = (line: number) =>
      page.locator(`.line[data-line="${line}"]`).evaluate((element) => element.clientHeight);
    const written = await heightOf(0);
    expect(await heightOf(1)).toBeLessThan(written / 2);
    await lineAt(page, 2).focus();
    await eventually(() => heightOf(1), written);
    await lineAt(page, 3).focus();
    await eventually(async () => (await heightOf(1)) < written / 2, true);
  });

  it('moves the next lines down for a menu, rather than hiding them, on each screen', async () => {
    const page = await desk.open();
    const edgeOf = (selector: string, edge: 'top' | 'bottom') =>
      page.locator(selector).evaluate((element, side) => element.getBoundingClientRect()[side], edge);
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      await page.reload();
      await page.locator('.char-reading').first().waitFor();
      const before = await edgeOf('.line[data-line="2"]', 'top');
      await page.locator('.line[data-line="1"] .char-reading').first().click();
      await page.locator('.popover').waitFor();
      await eventually(
        async () => (await edgeOf('.line[data-line="2"]', 'top')) >= (await edgeOf('.popover', 'bottom')),
        true,
      );
      await page.keyboard.press('Escape');
      await eventually(() => edgeOf('.line[data-line="2"]', 'top'), before);
    }
  });

  it('grows with the browser’s font, and nothing overlaps', async () => {
    const page = await desk.open();
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.reload();
    await page.locator('.char-reading').first().waitFor();
    await eventually(() => page.evaluate("getComputedStyle(document.querySelector('.line-text')).fontSize"), '72px');
    const overlaps = `[...document.querySelectorAll('.line')].flatMap((line) => {
      const boxes = [...line.querySelectorAll('.jyutping')].map((one) => one.getBoundingClientRect());
      return boxes.filter((box, i) => i > 0 && boxes[i - 1].top === box.top && boxes[i - 1].right > box.left);
    }).length`;
    await eventually(() => page.evaluate(overlaps), 0);
  });
});
