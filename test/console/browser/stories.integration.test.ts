import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { midiFile } from '../support/midi-file.ts';
import { axeViolations, type ConsolePage, eventually, expectCount, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('user stories', () => {
  const consoleFixture = useConsole();
  let consolePage: ConsolePage;
  beforeEach(async () => {
    consolePage = await consoleFixture.visit();
  });
  afterEach(() => consolePage.close());

  const find = async (text: string) => {
    await consolePage.page.locator('#find-input').fill('');
    await consolePage.page.locator('#find-input').pressSequentially(text);
  };
  const total = (text: RegExp) => consolePage.page.locator('.total', { hasText: text }).waitFor();

  it('writes a line, loads a melody, sees a clash, swaps a word, and the clash is gone', async () => {
    const { page } = consolePage;
    await page.getByRole('button', { name: '檔案' }).click();
    await page.getByRole('button', { name: '新歌' }).click();
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.fill('我在盼望');
    // 我在盼望 falls, rises and falls; this melody falls, falls and rises.
    // Songs never fall from the sixth tone into the third.
    await page.locator('#melody-file').setInputFiles({
      name: 'song.mid',
      mimeType: 'audio/midi',
      buffer: midiFile([[64, 60, 57, 60]]),
    });
    const clash = page.locator('.risk-mark[data-position="2"]');
    await clash.waitFor();
    expect(await clash.getAttribute('aria-label')).toMatch(/^反向：旋律向下，字音向上/);
    await clash.click();
    const swap = page.locator('.swap').first();
    await swap.waitFor();
    await swap.click();
    await expectCount(page, '.risk-mark[data-position="2"]', 0);
    expect(await line.inputValue()).not.toBe('我在盼望');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '復原' }).first().click();
    await eventually(() => line.inputValue(), '我在盼望');
    consolePage.expectNoErrors();
  });

  it('finds what fits the place of the cursor without typing anything', async () => {
    const { page } = consolePage;
    await page.getByRole('textbox', { name: '第 1 行' }).click();
    await page.locator('.slot-place').waitFor();
    await page.locator('.word-row').first().waitFor();
    // The melody's demand is on: every word that is shown fits.
    await expectCount(page, '.slot-bar .value[aria-pressed="true"]:first-of-type', 1);
    expect(await page.locator('.fit.clashes').count()).toBe(0);
    expect(await page.locator('.fit.fits').count()).toBeGreaterThan(0);
    consolePage.expectNoErrors();
  });

  it('finds the words of another place when the search is shown again', async () => {
    const { page } = consolePage;
    await page.getByRole('textbox', { name: '第 1 行' }).click();
    await page.locator('.word-row').first().waitFor();
    await page.getByRole('tab', { name: '押韻' }).click();
    await page.getByRole('textbox', { name: '第 2 行' }).click();
    await page.getByRole('tab', { name: '搵字' }).click();
    await page.locator('.slot-place', { hasText: '第 2 行' }).waitFor();
    await page.locator('.word-list[aria-busy="false"] .word-row').first().waitFor();
    consolePage.expectNoErrors();
  });

  it('searches by sound and meaning, and narrows by several facets at once', async () => {
    const { page } = consolePage;
    await find('33 =愛 ');
    expect(await textsOf(page, '.find-terms .chip-body')).toEqual(['調 33', '韻 愛']);
    await page.locator('.word-row').first().waitFor();
    const before = Number((await page.locator('.total').innerText()).replace(/\D/g, ''));
    await page.getByRole('button', { name: '語域' }).click();
    const counts = await textsOf(page, '#facet-values .value');
    const countOf = (name: string) => Number(counts.find((one) => one.startsWith(name))?.replace(/\D/g, ''));
    // Each value says how many words it leaves; together they are all there are.
    expect(countOf('粵') + countOf('通') + (countOf('雅') || 0)).toBe(before);
    await page.locator('#facet-values .value', { hasText: '粵' }).click();
    await total(new RegExp(`^${countOf('粵')} `));
    // The alternatives keep the counts that they would add.
    expect(await textsOf(page, '#facet-values .value')).toEqual(counts);
    await page.locator('#facet-values .value', { hasText: '通' }).click();
    await total(new RegExp(`^${countOf('粵') + countOf('通')} `));
    consolePage.expectNoErrors();
  });

  it('loads more words while scrolling', async () => {
    const { page } = consolePage;
    await find('33 ');
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
    consolePage.expectNoErrors();
  });

  it('offers the next wider searches, with what they find, where there is nothing', async () => {
    const { page } = consolePage;
    await find('3333 =愛 *天 ');
    await page.locator('.total', { hasText: '一個都冇' }).waitFor();
    const offer = page.locator('.offer', { hasText: '唔限字同讀音' });
    await offer.waitFor();
    const promised = (await offer.innerText()).replace(/\D/g, '');
    await offer.click();
    await total(new RegExp(`^${promised} `));
    expect(await textsOf(page, '.find-terms .chip-body')).toEqual(['調 3333', '韻 愛']);
    consolePage.expectNoErrors();
  });

  it('finds words by a phrase, in English too, and says what it did not understand', async () => {
    const { page } = consolePage;
    await find('33 ~"lonely night zzz" ');
    await page.locator('.quiet-text', { hasText: 'zzz' }).waitFor();
    expect(await textsOf(page, '.find-terms .chip-body')).toEqual(['調 33', '近 lonely night zzz']);
    consolePage.expectNoErrors();
  });

  it('takes words that are no filter for what is looked for, beside the filters', async () => {
    const { page } = consolePage;
    const asked = page.waitForRequest((request) => {
      const { searchParams } = new URL(request.url());
      const values = ['like', 'rhyme_char', 'length'].map((name) => searchParams.get(name));
      return values.join() === 'lonely night,夜,2';
    });
    await find('lonely night =夜 2字 ');
    await asked;
    expect(await textsOf(page, '.find-terms .chip-body')).toEqual(['近 lonely night', '韻 夜', '長 2']);
    await page.getByRole('button', { name: '清走', exact: true }).click();
    await find('孤單的夜晚 ');
    await page.locator('.word', { hasText: '寂寞' }).first().waitFor();
    consolePage.expectNoErrors();
  });

  it('says what of the field has no part in the search', async () => {
    const { page } = consolePage;
    await find('35 =zz 33 ');
    await page.locator('.quiet-text', { hasText: '「35」未計入去。調碼用 0 2 4 3' }).waitFor();
    await page.locator('.quiet-text', { hasText: '「=zz」未計入去。' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    consolePage.expectNoErrors();
  });

  it('puts what is written or glossed so before what means something like it', async () => {
    const { page } = consolePage;
    await find('heartbreak  ');
    await page.locator('.part-heading', { hasText: '意思近' }).waitFor();
    const items = await page.locator('.word-list > li').allTextContents();
    const first = items.indexOf('意思近');
    expect(first).toBeGreaterThan(0);
    for (const item of items.slice(0, first)) expect(item).toContain('heartbreak');
    expect(items.length).toBeGreaterThan(first + 20);
    consolePage.expectNoErrors();
  });

  it('removes a chip with Backspace, edits one with a click', async () => {
    const { page } = consolePage;
    await find('33 =愛 ');
    await page.keyboard.press('Backspace');
    expect(await textsOf(page, '.find-terms .chip-body')).toEqual(['調 33']);
    await page.locator('.chip-body').click();
    expect(await page.locator('#find-input').inputValue()).toBe('33');
    consolePage.expectNoErrors();
  });

  it('completes words as they are typed, and asks no more often than it must', async () => {
    const { page } = consolePage;
    const answered: string[] = [];
    page.on('requestfinished', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/autocomplete')) answered.push(searchParams.get('prefix') ?? '');
    });
    await find('hoi1 s');
    // First among those of the whole text; those of its beginning, which are shown until then, have it elsewhere.
    await page.locator('.suggestion:first-child', { hasText: '開心' }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.suggestion[aria-selected="true"]').innerText()).toBe('開心');
    await page.keyboard.press('Enter');
    expect(await textsOf(page, '.find-terms .chip-body')).toEqual(['近 開心']);
    await page.keyboard.press('Backspace');
    await find('hoi1 s');
    await page.locator('.suggestion', { hasText: '開心' }).first().waitFor();
    // What was shown is not asked for again. (A shorter prefix may be: typing on aborts its request, even while the answer arrives.)
    expect(answered.filter((prefix) => prefix === 'hoi1 s')).toHaveLength(1);
    consolePage.expectNoErrors();
  });

  it('copies a word, opens its card, walks to a related one and back', async () => {
    const { page } = consolePage;
    await find('~開心 ');
    const first = page.locator('.word-row').first();
    await first.waitFor();
    const word = await first.locator('.word').innerText();
    await page.getByRole('button', { name: `複製「${word}」` }).click();
    await page.locator('.toast', { hasText: word }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(word);
    await page.getByRole('button', { name: `「${word}」嘅詞卡` }).click();
    await page.locator('.card-word', { hasText: word }).waitFor();
    const related = page.locator('.node[role="button"]').first();
    await related.waitFor();
    const next = (await related.textContent()) ?? '';
    await related.click();
    await page.locator('.card-word', { hasText: next }).waitFor();
    await page.getByRole('button', { name: `返去「${word}」` }).click();
    await page.locator('.card-word', { hasText: word }).waitFor();
    await page.keyboard.press('Escape');
    await expectCount(page, '.card', 0);
    consolePage.expectNoErrors();
  });

  it('puts a word into the line with Enter', async () => {
    const { page } = consolePage;
    const line = page.getByRole('textbox', { name: '第 1 行' });
    await line.click();
    await line.press('Home');
    await page.locator('.slot-place', { hasText: '心事' }).waitFor();
    const row = page.locator('.word-row').nth(1);
    await row.waitFor();
    const word = await row.locator('.word').innerText();
    await row.focus();
    await page.keyboard.press('Enter');
    await eventually(async () => (await line.inputValue()).startsWith(word), true);
    consolePage.expectNoErrors();
  });

  it('groups rhymes by pitch, the highest first, and lets the last note choose', async () => {
    const { page } = consolePage;
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
    expect(await page.locator('.rhyme-told').innerText()).toBe('韻：oi');
    await page.getByRole('button', { name: '放寬到通韻' }).click();
    await page.locator('.rhyme-told', { hasText: /韻：oi \w/ }).waitFor();
    // The fourth line of the song ends on its lowest note.
    await page.getByRole('textbox', { name: '第 4 行' }).click();
    await page.keyboard.press('End');
    await page.locator('.rhyme-group.fitting').first().waitFor();
    expect(await textsOf(page, '.rhyme-group.fitting .rhyme-title')).toEqual([
      expect.stringContaining('低 · 第 6 聲'),
      expect.stringContaining('最低 · 第 4 聲'),
    ]);
    consolePage.expectNoErrors();
  });

  it('shows the usage of a limited key, keeps it for the session only, and forgets it', async () => {
    const { page } = consolePage;
    const key = await consoleFixture.server().issueKey();
    await page.locator('a[href="#usage"]').click();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: '用呢個 key' }).click();
    await page.getByText('而家用緊 key「lyrics」').waitFor();
    expect(await page.locator('.left-today').innerText()).toBe('50 分，一共 50 分');
    await page.locator('a[href="#desk"]').first().click();
    await find('33 ');
    await page.locator('.word-row').first().waitFor();
    await page.locator('a[href="#usage"]').click();
    await page.locator('.left-today', { hasNotText: '50 分，一共' }).waitFor();
    await page.getByText('睇數字').click();
    expect(await page.locator('details tbody tr').count()).toBe(1);
    const stored = await page.evaluate('[...Object.values(localStorage), document.cookie].join()');
    expect(stored).not.toContain(key);
    await page.getByRole('button', { name: '唔再用呢個 key' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('Object.values(sessionStorage).join()')).not.toContain(key);
    consolePage.expectNoErrors();
  });
});
