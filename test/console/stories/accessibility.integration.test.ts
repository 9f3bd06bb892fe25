import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { focused, lineAt, loadMelody, openSong, wordsListed } from '../support/desk.ts';
import {
  axeViolations,
  eventually,
  expectCount,
  PAGE_TIMEOUT_MS,
  PHONE,
  saveScreenshot,
  TABLET,
  textsOf,
  type VisitOptions,
  WIDE,
} from '../support/page.ts';

/** 回 falls where the melody holds; the second line has a note too few, the fourth one too many. */
const SONG = {
  format: 'cantonese-lyric',
  version: 3,
  title: '舊街',
  lines: [
    '[主歌]',
    { text: '今夜回憶仲未停', melody: [62, 57, 57, 64, 59, 59, 55] },
    { text: '夜風輕輕吹過舊街', melody: [60, 62, 64, 67, 64, 62, 60] },
    '',
    '[副歌]',
    { text: '如果時間', melody: [60, 62, 64, 67, 64] },
  ].map((line) =>
    typeof line === 'string' ? line : { ...line, melody: line.melody.map((pitch) => ({ pitch, beats: 1 })) },
  ),
};

async function openOldStreet(page: Page): Promise<void> {
  await openSong(page, SONG);
  await page.locator('.section-bar').first().waitFor();
}

const openMenu = (page: Page) => page.locator('.document-menu > button').click();

/** Each thing that the page can show, and how to come there. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async empty(page) {
    await openMenu(page);
    await page.locator('.choice').first().click();
    await page.locator('.line.blank').waitFor();
  },
  async words(page) {
    await openOldStreet(page);
    await page.locator('.line[data-line="1"] textarea').focus();
    await page.locator('.line[data-line="1"] .char-reading').first().waitFor();
  },
  async song(page) {
    await openOldStreet(page);
    await showPane(page, 0);
    await page.locator('.repair-song').waitFor();
  },
  async menu(page) {
    await openOldStreet(page);
    await openMenu(page);
    await page.locator('.popover').waitFor();
  },
  async reading(page) {
    await page.locator('.char-reading.several').first().click();
    await page.locator('.popover').waitFor();
  },
  async drafts(page) {
    await page.locator('.line textarea').first().focus();
    await page.locator('.line .gutter button').nth(2).click();
    await page.locator('.popover').waitFor();
  },
  async preview(page) {
    await openOldStreet(page);
    await page.locator('.line[data-line="1"] textarea').focus();
    const phrases = [8, 9].map((length) => Array.from({ length }, (_, i) => 60 + (i % 5)));
    await loadMelody(page, phrases);
    await page.locator('.lay-row.misfit').first().waitFor();
  },
  async repairs(page) {
    await openOldStreet(page);
    await showPane(page, 0);
    await page.locator('.repair-song').click();
    await page.locator('.repair-buttons button').first().waitFor();
  },
  async help(page) {
    await page.locator('.top-bar').press('?');
    await page.locator('.keys').first().waitFor();
  },
  async nothing(page) {
    await showPane(page, 2);
    await page.locator('#find-input').pressSequentially('0000 =愛 ~孤獨 ');
    await page.locator('.offer').first().waitFor();
  },
  async sheet(page) {
    await openOldStreet(page);
    await page.evaluate("location.hash = '#sheet'");
    await page.locator('.sheet-above', { hasText: 'wui4' }).waitFor();
  },
  async broken(page) {
    await page.evaluate("location.hash = '#song=abc'");
    await page.locator('[role="alert"] + a').waitFor();
  },
  async write(page) {
    await page.locator('.risk-mark').first().click();
    await page.locator('.swap').first().waitFor();
  },
  async find(page) {
    await showPane(page, 2);
    await page.locator('#find-input').pressSequentially('3? =~愛 ');
    await page.locator('.word-row').first().waitFor();
    await page.locator('.facet').nth(1).click();
    await page.locator('#facet-values .value').nth(1).click();
    await page.locator('.find-terms .facet-chip').waitFor();
  },
  async card(page) {
    await showPane(page, 2);
    await page.locator('#find-input').pressSequentially('~開心 ');
    await page.locator('.word-item .row-button').first().click();
    await page.locator('.relations').waitFor();
  },
  async rhyme(page) {
    await showPane(page, 3);
    await page.locator('.rhyme .asking-head input').fill('愛');
    await page.locator('.rhyme-group').first().waitFor();
  },
  async usage(page) {
    await page.evaluate("location.hash = '#usage'");
    await page.locator('.chart').first().waitFor();
  },
};

/** On a phone by the bar below, else by the tabs: two beside the song, or three where it is one of them. */
async function showPane(page: Page, index: number): Promise<void> {
  const bar = page.locator('.pane-bar button').nth(index);
  const tabs = page.locator('.tool-tabs button');
  if (await bar.isVisible()) await bar.click();
  else if ((await tabs.count()) === 3) await tabs.nth(Math.max(0, index - 1)).click();
  else if (index >= 2) await tabs.nth(index - 2).click();
}

const overflowOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** How a view is looked at: opened in the first way, then changed to the other theme, the other language and another width. */
interface Setting {
  readonly name: string;
  readonly options: VisitOptions;
  readonly second: { readonly name: string; readonly width: typeof WIDE; readonly colorScheme: 'light' | 'dark' };
}

const ON_A_PHONE: Setting = {
  name: 'dark-en-390',
  options: { viewport: PHONE, colorScheme: 'dark', locale: 'en-GB', hasTouch: true, isMobile: true },
  second: { name: 'light-zh-1440', width: WIDE, colorScheme: 'light' },
};
const ON_A_TABLET: Setting = {
  name: 'dark-zh-820',
  options: { viewport: TABLET, colorScheme: 'dark', locale: 'zh-HK' },
  second: { name: 'light-en-1440', width: WIDE, colorScheme: 'light' },
};

/** All that is searched for, found, and narrowed down is met in both settings, each other view in one. */
const viewsOf = (setting: Setting) =>
  Object.keys(VIEWS).filter((view, i) => view === 'find' || (i % 2 === 0) === (setting === ON_A_PHONE));

async function expectAccessible(page: Page, name: string): Promise<void> {
  await saveScreenshot(page, name);
  expect([name, await axeViolations(page)]).toEqual([name, []]);
  expect([name, await overflowOf(page)]).toEqual([name, 0]);
}

describeInBrowser('the page for everyone', () => {
  const desk = useConsole();

  it.each([ON_A_PHONE, ON_A_TABLET])(
    'breaks no rule of WCAG AA, fits each screen, and says nothing to the console: $name, then $second.name',
    async (setting) => {
      const { name, options, second } = setting;
      const page = await desk.open({ ...options, reducedMotion: 'reduce' });
      // Each view is one of a first visit.
      await page.addInitScript('localStorage.clear()');
      const languageIs = (language: string) => page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
      for (const view of viewsOf(setting)) {
        await page.setViewportSize(options.viewport!);
        await page.emulateMedia({ colorScheme: options.colorScheme! });
        await page.evaluate("history.replaceState(null, '', '/')");
        await page.reload();
        await page.locator('.line').first().waitFor();
        await languageIs(name.includes('-en-') ? 'en' : 'zh-HK');
        await VIEWS[view]!(page);
        await expectAccessible(page, `${view}-${name}`);
        await page.emulateMedia({ colorScheme: second.colorScheme });
        await page.setViewportSize(second.width);
        // Not by the pointer: it would close what is open, and cannot reach behind a dialog.
        await page.locator('.top-bar > button[lang]').dispatchEvent('click');
        await languageIs(second.name.includes('-en-') ? 'en' : 'zh-HK');
        await expectAccessible(page, `${view}-${second.name}`);
        for (const { width, height } of [WIDE, TABLET, PHONE]) {
          await page.setViewportSize({ width, height });
          await eventually(async () => [view, width, await overflowOf(page)], [view, width, 0]);
        }
      }
    },
    5 * PAGE_TIMEOUT_MS,
  );

  it('works with the keyboard alone: find, walk, open, close, put into the line', async () => {
    const page = await desk.open();
    const { keyboard } = page;
    const focusedClass = () => page.evaluate('document.activeElement.className || document.activeElement.id');
    await page.locator('.line').first().waitFor();
    // The first stop leads past the bars to the lyrics.
    await keyboard.press('Tab');
    expect(await focusedClass()).toBe('skip');
    await keyboard.press('Escape');
    await page.locator('textarea').first().focus();
    await page.locator('.slot-place').waitFor();
    // / goes to the field from anywhere that is no text.
    await page.locator('.tool-tabs [aria-selected="true"]').focus();
    await keyboard.press('/');
    await eventually(focusedClass, 'han');
    await keyboard.type('開心 ');
    // Before that the list may be of what was typed so far.
    await page.locator('.word-row').first().locator('.word', { hasText: '開心' }).waitFor();
    await page.locator('.total', { hasText: /\d/ }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await keyboard.press(key);
    await eventually(() => page.evaluate('document.activeElement.dataset.index'), '0');
    const word = await page.locator('.word-row').first().locator('.word').textContent();
    expect(word).toBe('開心');
    await keyboard.press('Space');
    await page.locator('.relations').waitFor();
    await eventually(focusedClass, 'card-word han');
    const related = page.locator('.relations button').first();
    const walked = await related.textContent();
    await related.focus();
    await keyboard.press('Enter');
    await eventually(() => page.locator('.card-word').textContent(), walked);
    await eventually(focusedClass, 'card-word han');
    await keyboard.press('Backspace');
    await eventually(() => page.locator('.card-word').textContent(), word);
    await keyboard.press('Escape');
    // The focus is back where it was.
    await eventually(() => page.evaluate('document.activeElement.dataset.index'), '0');
    await keyboard.press('Enter');
    await eventually(async () => (await page.locator('textarea').first().inputValue()).includes(word ?? '?'), true);
  });

  it('moves the notes of a line with the keyboard', async () => {
    const page = await desk.open();
    await lineAt(page, 1).click();
    await page.keyboard.press('Alt+m');
    const note = page.locator('.note:focus');
    await note.waitFor();
    const pitch = Number(await note.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowUp');
    await eventually(async () => Number(await note.getAttribute('aria-valuenow')), pitch + 1);
  });

  it('opens menus on their first item, takes arrows, and gives the focus back', async () => {
    const page = await desk.open();
    await page.locator('.risk-mark').first().waitFor();
    await page.getByRole('button', { name: /^檔案/ }).press('Enter');
    await eventually(() => focused(page), '新歌');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('匯入歌（JSON 或文字）');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('刪除呢首歌');
    await page.keyboard.press('Escape');
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
  });

  it('comes back from a menu to what opened it, and from a new song to its first line', async () => {
    const page = await desk.open();
    const menu = page.getByRole('button', { name: '檔案' });
    for (const leave of ['Escape', 'Tab']) {
      await menu.click();
      await eventually(() => focused(page), '新歌');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(leave);
      if (leave === 'Tab') await page.keyboard.press('Escape');
      await page.locator('.popover').waitFor({ state: 'detached' });
      await eventually(() => menu.evaluate((button) => button.matches(':focus')), true);
    }
    await menu.click();
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

  it('changes language and colours, and remembers both', async () => {
    const page = await desk.open({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Switch to English' }).click();
    await page.getByRole('tab', { name: 'Find' }).waitFor();
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: /^Colours/ }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await page.getByRole('tab', { name: 'Find' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it.each([
    ['1440', WIDE],
    ['820', TABLET],
    ['390', PHONE],
  ])('has its tools in one row at %s, whatever the language', async (_, viewport) => {
    for (const locale of ['zh-HK', 'en-GB']) {
      const page = await desk.open({ viewport, locale });
      await page.locator('.toolbar').waitFor();
      const rows = `new Set([...document.querySelectorAll('.toolbar > button')].map(({ offsetTop }) => offsetTop)).size`;
      expect([locale, await page.evaluate(rows)]).toEqual([locale, 1]);
    }
  });

  it('sets a line of eight in one row on a phone', async () => {
    const page = await desk.open({ viewport: PHONE });
    await eventually(() => page.locator('.line[data-line="1"] .char-reading').count(), 8);
    const tops = `new Set([...document.querySelectorAll('.line[data-line="1"] .char-reading')].map((one) => one.offsetTop)).size`;
    await eventually(() => page.evaluate(tops), 1);
    // Nothing is to the right of the lyrics there.
    expect((await textsOf(page, '.first-steps')).join()).not.toContain('右邊');
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

  it.each([
    ['1440', WIDE],
    ['390', PHONE],
  ])('moves the next lines down for a menu, rather than hiding them, at %s', async (_, viewport) => {
    const page = await desk.open({ viewport });
    await page.locator('.char-reading').first().waitFor();
    const edgeOf = (selector: string, edge: 'top' | 'bottom') =>
      page.locator(selector).evaluate((element, side) => element.getBoundingClientRect()[side], edge);
    const before = await edgeOf('.line[data-line="2"]', 'top');
    await page.locator('.line[data-line="1"] .char-reading').first().click();
    await page.locator('.popover').waitFor();
    await eventually(
      async () => (await edgeOf('.line[data-line="2"]', 'top')) >= (await edgeOf('.popover', 'bottom')),
      true,
    );
    await page.keyboard.press('Escape');
    await eventually(() => edgeOf('.line[data-line="2"]', 'top'), before);
  });

  it.each([
    ['zh-HK', '點樣睇', '通韻'],
    ['en-GB', 'What the signs mean', 'rub'],
  ])('explains its signs in %s', async (locale, title, term) => {
    const page = await desk.open({ locale });
    await page.locator('.top-bar').press('?');
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await textsOf(page, '.terms dt')).toContain(term);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('grows with the browser’s font, and nothing overlaps', async () => {
    const page = await desk.open();
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.reload();
    await page.locator('.char-reading').first().waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('.line-text')).fontSize")).toBe('72px');
    const overlaps = `[...document.querySelectorAll('.line')].flatMap((line) => {
      const boxes = [...line.querySelectorAll('.jyutping')].map((one) => one.getBoundingClientRect());
      return boxes.filter((box, i) => i > 0 && boxes[i - 1].top === box.top && boxes[i - 1].right > box.left);
    }).length`;
    await eventually(() => page.evaluate(overlaps), 0);
  });
});
