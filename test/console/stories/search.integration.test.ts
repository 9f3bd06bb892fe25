import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { chipsOf, find, lineAt, wordsListed } from '../support/desk.ts';
import { axeViolations, eventually, expectCount, textsOf } from '../support/page.ts';

const totalOf = (page: Page, text: RegExp) => page.locator('.total', { hasText: text }).waitFor();

/** Searches for something else, and waits for the answer. */
async function searchFor(page: Page, text: string): Promise<void> {
  const clear = page.getByRole('button', { name: '清走', exact: true });
  if (await clear.isVisible()) await clear.click();
  await page.locator('#find-input').fill(`${text} `);
  await page.keyboard.press('Enter');
  await page.locator('.word-list[aria-busy="false"]').waitFor({ state: 'attached' });
}

/** What is typed, how the field understands it, and a word that is found among the first. */
const MEANINGS: readonly (readonly [text: string, chips: readonly string[], word: string])[] = [
  ['broken promise', [], '承諾'],
  ['~孤獨 =夜 2字', ['韻 夜', '長 2'], '不捨'],
  // Some are near, few of them.
  ['lost love =光', ['韻 光'], '徬徨'],
];

/** Searches that find nothing, and which wider one is offered. */
const NOTHING_FOUND: readonly (readonly [text: string, offer: string])[] = [
  ['33 =愛 9字', '唔限字同讀音'],
  ['!傷心 =夜 33 2字', '唔使押韻'],
];

describeInBrowser('the first visit and the search', () => {
  const desk = useConsole();

  it('says what the page is for and what its signs mean, and takes the melody of one’s own', async () => {
    const page = await desk.open();
    await page.getByText('跟住旋律填粵語詞').waitFor();
    const items = page.locator('.legend-item');
    expect((await items.allInnerTexts()).map((text) => text.trim())).toEqual(['旋律', '字音', '相撞']);
    const tip = page.locator('.legend .tip', { hasText: '0、2、4、3' });
    await eventually(() => tip.isVisible(), false);
    await items.nth(1).hover();
    await tip.waitFor();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '放入我嘅旋律' }).click();
    expect((await chosen).isMultiple()).toBe(false);
    // Credits are none of a writer's business until few are left.
    await expectCount(page, '.quota', 0);
  });

  it('loads at most 90 kB before it is used', async () => {
    const page = await desk.open();
    await page.locator('.char-reading').first().waitFor();
    const bytes = await page.evaluate(
      "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, { transferSize }) => sum + transferSize, 0)",
    );
    expect(bytes).toBeLessThanOrEqual(90_000);
  });

  it('finds what fits the place of the cursor, and of another one when the search is shown again', async () => {
    const page = await desk.open();
    await lineAt(page, 1).click();
    await page.locator('.slot-place').waitFor();
    await page.locator('.word-row').first().waitFor();
    // The melody's demand is on: every word that is shown fits.
    await expectCount(page, '.slot-bar .value[aria-pressed="true"]:first-of-type', 1);
    await eventually(() => page.locator('.fit.clashes').count(), 0);
    expect(await page.locator('.fit.fits').count()).toBeGreaterThan(0);
    await page.getByRole('tab', { name: '押韻' }).click();
    await lineAt(page, 2).click();
    await page.getByRole('tab', { name: '搵字' }).click();
    await page.locator('.slot-place', { hasText: '第 2 行' }).waitFor();
    await wordsListed(page);
  });

  it('searches by sound and meaning, and narrows by several facets at once', async () => {
    const page = await desk.open();
    await find(page, '33 =愛 ');
    await eventually(() => chipsOf(page), ['調 33', '韻 愛']);
    await page.locator('.word-row').first().waitFor();
    const before = Number((await page.locator('.total').innerText()).replace(/\D/g, ''));
    await page.getByRole('button', { name: '語域' }).click();
    const counts = await textsOf(page, '#facet-values .value');
    const countOf = (name: string) => Number(counts.find((one) => one.startsWith(name))?.replace(/\D/g, ''));
    // Each value says how many words it leaves; together they are all there are.
    expect(countOf('粵') + countOf('通') + (countOf('雅') || 0)).toBe(before);
    await page.locator('#facet-values .value', { hasText: '粵' }).click();
    await totalOf(page, new RegExp(`^${countOf('粵')} `));
    // The alternatives keep the counts that they would add.
    await eventually(() => textsOf(page, '#facet-values .value'), counts);
    await page.locator('#facet-values .value', { hasText: '通' }).click();
    await totalOf(page, new RegExp(`^${countOf('粵') + countOf('通')} `));
  });

  it('loads more words while scrolling', async () => {
    const page = await desk.open();
    await find(page, '33 ');
    await page.locator('.word-row').nth(49).waitFor();
    await page.locator('.word-row').first().focus();
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('End');
      await page
        .locator('.word-row')
        .nth(60 + 50 * i)
        .waitFor();
    }
    const words = await textsOf(page, '.word-row .word');
    expect(words.length).toBeGreaterThanOrEqual(200);
    expect(new Set(words).size).toBe(words.length);
  });

  it('finds what is meant by words in either language, beside the filters', async () => {
    const page = await desk.open();
    await eventually(() => textsOf(page, '#find-hint'), ['例如：broken promise · ~思念 =光 2字 · 33 =愛']);
    for (const [text, chips, word] of MEANINGS) {
      await searchFor(page, text);
      await eventually(() => chipsOf(page), chips);
      await page.locator('.word', { hasText: word }).first().waitFor();
      const found = await page.locator('.word-item .word').allTextContents();
      expect([text, found.slice(0, 20)]).toEqual([text, expect.arrayContaining([word])]);
      // Function words are near to nothing that is meant.
      expect(found.slice(0, 8)).not.toContain('嘅');
      // Wider searches are loaded after the words.
      await eventually(() => textsOf(page, '.find .quiet-text'), text.includes('lost') ? ['再闊啲：'] : []);
    }
    const asked = page.waitForRequest((request) => {
      const { searchParams } = new URL(request.url());
      const values = ['like', 'rhyme_char', 'length'].map((name) => searchParams.get(name));
      return values.join() === 'lonely night,夜,2';
    });
    await searchFor(page, 'lonely night =夜 2字');
    await asked;
    await eventually(() => chipsOf(page), ['韻 夜', '長 2']);
    // What is written or glossed so stands before what means something like it.
    await searchFor(page, 'heartbreak ');
    await page.locator('.part-heading', { hasText: '意思近' }).waitFor();
    const items = await page.locator('.word-list > li').allTextContents();
    const first = items.indexOf('意思近');
    expect(first).toBeGreaterThan(0);
    expect(items.length).toBeGreaterThan(first + 20);
  });

  it('keeps what is looked for in the field, where the next search takes its place', async () => {
    const page = await desk.open();
    const field = page.locator('#find-input');
    await find(page, 'lonely night =夜 2 字');
    await page.keyboard.press('Enter');
    expect([await field.inputValue(), await chipsOf(page)]).toEqual(['lonely night', ['韻 夜', '長 2']]);
    // It is marked: what is typed next replaces it. A filter of a kind replaces the one before.
    await eventually(
      () => field.evaluate((input) => (input as unknown as { selectionEnd: number }).selectionEnd),
      'lonely night'.length,
    );
    await page.keyboard.type('rain =愛 ');
    await page.keyboard.press('Enter');
    expect([await field.inputValue(), await chipsOf(page)]).toEqual(['rain', ['長 2', '韻 愛']]);
    await page.keyboard.press('ArrowUp');
    expect([await field.inputValue(), await chipsOf(page)]).toEqual(['lonely night', ['韻 夜', '長 2']]);
    // Once for the completions, where there are some, and once for the search.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect([await field.inputValue(), await chipsOf(page)]).toEqual(['', []]);
    // As people from elsewhere write it: a code and a rhyme in one.
    await find(page, '33愛 ');
    await eventually(() => chipsOf(page), ['調 33', '韻 愛']);
    await page.keyboard.press('Enter');
    // The next of that kind is another search, and not one more filter.
    await find(page, '你4');
    await page.keyboard.press('Enter');
    expect([await field.inputValue(), await chipsOf(page)]).toEqual(['你?', ['調 ?4']]);
    await field.fill('');
    await page.keyboard.press('Delete');
    await eventually(() => chipsOf(page), []);
    await find(page, 'a very long description of a very sad and lonely feeling at night');
    await page.locator('#find-hint', { hasText: '頭 60 個字' }).waitFor();
  });

  it('says what it did not understand and what has no part in the search', async () => {
    const page = await desk.open();
    await find(page, '33 ~"lonely night zzz" ');
    await page.locator('.quiet-text', { hasText: 'zzz' }).waitFor();
    await eventually(() => chipsOf(page), ['調 33']);
    await searchFor(page, '35 =zz 33');
    await page.locator('.quiet-text', { hasText: '「35」未計入去。調碼用 0 2 4 3' }).waitFor();
    await page.locator('.quiet-text', { hasText: '「=zz」未計入去。' }).waitFor();
    await eventually(() => axeViolations(page), []);
  });

  it('offers the next wider searches, with what they find, where there is little or nothing', async () => {
    const page = await desk.open();
    for (const [text, widening] of NOTHING_FOUND) {
      await searchFor(page, text);
      await page.locator('.total', { hasText: '一個都冇' }).waitFor();
      const offer = page.locator('.offer', { hasText: widening });
      await offer.waitFor();
      expect([text, Number((await offer.innerText()).replace(/\D/g, ''))]).not.toEqual([text, 0]);
    }
    await searchFor(page, '3333 =愛 *天');
    await page.locator('.total', { hasText: '一個都冇' }).waitFor();
    const wider = page.locator('.offer', { hasText: '唔限字同讀音' });
    await wider.waitFor();
    const promised = (await wider.innerText()).replace(/\D/g, '');
    await wider.click();
    await totalOf(page, new RegExp(`^${promised} `));
    await eventually(() => chipsOf(page), ['調 3333', '韻 愛']);
    // Where all that is found is far in meaning, it is said which filter leaves how many near.
    await searchFor(page, '~孤獨 =夜 2字');
    await eventually(() => textsOf(page, '.total'), ['冇意思近嘅']);
    await eventually(() => textsOf(page, '.part-heading'), ['下面意思遠啲']);
    const near = page.locator('.offer', { hasText: '唔使押韻' });
    await near.waitFor();
    await eventually(() => axeViolations(page), []);
    const nearCount = (await near.innerText()).replace(/\D/g, '');
    await near.click();
    await page.locator('.total', { hasText: `${nearCount} 個意思近` }).waitFor();
    await eventually(() => chipsOf(page), ['長 2']);
  });

  it('completes words as they are typed, asks no more often than it must, and edits its chips', async () => {
    const page = await desk.open();
    const answered: string[] = [];
    page.on('requestfinished', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/autocomplete')) answered.push(searchParams.get('prefix') ?? '');
    });
    await find(page, 'hoi1 s');
    // First among those of the whole text; those of its beginning, which are shown until then, have it elsewhere.
    await page.locator('.suggestion:first-child', { hasText: '開心' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await eventually(() => page.locator('.suggestion[aria-selected="true"]').innerText(), '開心');
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('#find-input').inputValue(), '開心 ');
    await find(page, 'hoi1 s');
    await page.locator('.suggestion', { hasText: '開心' }).first().waitFor();
    // What was shown is not asked for again. (A shorter prefix may be: typing on aborts its request, even while the answer arrives.)
    expect(answered.filter((prefix) => prefix === 'hoi1 s')).toHaveLength(1);
    await find(page, '33 =愛 ');
    await page.keyboard.press('Backspace');
    await eventually(() => chipsOf(page), ['調 33']);
    await page.locator('.chip-body').click();
    await eventually(() => page.locator('#find-input').inputValue(), '33');
  });

  it('shows the filters that are used most, and all of them when asked for', async () => {
    const page = await desk.open();
    await page.locator('#find-input').pressSequentially('33 ');
    await page.locator('.word-row').first().waitFor();
    await eventually(() => textsOf(page, '.facet'), ['字數', '情感', '主題', '語域', '詞性', '其他篩選']);
    await page.getByRole('button', { name: '其他篩選' }).click();
    await page.getByRole('button', { name: '褒貶' }).click();
    await page.locator('#facet-values .value', { hasText: '負' }).click();
    // One that is chosen stays with the usual ones.
    await page.getByRole('button', { name: '收返埋' }).click();
    await eventually(
      async () => (await textsOf(page, '.facet')).map((text) => text.replace(/\d/u, '')),
      ['字數', '情感', '主題', '褒貶', '語域', '詞性', '其他篩選'],
    );
  });

  it('groups rhymes by pitch, the highest first, and lets the last note choose', async () => {
    const page = await desk.open();
    await page.getByRole('tab', { name: '押韻' }).click();
    const asked = page.waitForRequest((request) => request.url().includes('/rhyme-close?'));
    await page.getByRole('textbox', { name: '同邊個字押韻' }).fill('愛');
    await page.locator('.rhyme-group').first().waitFor();
    // Short words, and none that are vulgar, unless someone asks for them.
    const { searchParams } = new URL((await asked).url());
    expect([searchParams.get('length'), searchParams.get('vulgar')]).toEqual(['1,2', 'false']);
    const titles = await textsOf(page, '.rhyme-title');
    expect(titles.map((title) => title.replace(/ · \d[\d,]* 個.*$/, ''))).toEqual([
      ...['高 · 第 1 聲', '高 · 第 2 聲', '中 · 第 3 聲', '中 · 第 5 聲', '低 · 第 6 聲', '最低 · 第 4 聲'],
    ]);
    await eventually(() => page.locator('.rhyme-told').innerText(), '韻：oi');
    await page.getByRole('button', { name: '放寬到通韻' }).click();
    await page.locator('.rhyme-told', { hasText: /韻：oi \w/ }).waitFor();
    // The fourth line of the song ends on its lowest note.
    await lineAt(page, 4).click();
    await page.keyboard.press('End');
    await page.locator('.rhyme-group.fitting').first().waitFor();
    // A group that has words which clash there is not said to fit.
    expect(await textsOf(page, '.rhyme-group.fitting .rhyme-title')).toEqual([
      expect.stringContaining('最低 · 第 4 聲'),
    ]);
    // Within the line a word goes elsewhere.
    await page.keyboard.press('Home');
    await expectCount(page, '.rhyme-group.fitting', 0);
  });
});
