import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { axeViolations, type ConsolePage, eventually, PAGE_TIMEOUT_MS, textsOf } from '../support/page.ts';

jest.setTimeout(PAGE_TIMEOUT_MS);

describeInBrowser('one box for meaning', () => {
  const consoleFixture = useConsole();
  let consolePage: ConsolePage;
  beforeAll(async () => {
    consolePage = await consoleFixture.visit();
  });
  afterAll(() => consolePage.close());

  /** Types into the empty field, and waits for the answer. */
  async function search(text: string): Promise<void> {
    const { page } = consolePage;
    const clear = page.getByRole('button', { name: '清走', exact: true });
    if (await clear.isVisible()) await clear.click();
    await page.locator('#find-input').fill(`${text} `);
    await page.keyboard.press('Enter');
    await page.locator('.word-list[aria-busy="false"]').waitFor({ state: 'attached' });
  }

  const chips = () => textsOf(consolePage.page, '.find-terms .chip-body');

  it('shows examples of words and of filters below it', async () => {
    const examples = (await textsOf(consolePage.page, '#find-hint')).join();
    expect(examples).toBe('例如：broken promise · ~孤獨 =夜 2字 · 33 =愛');
  });

  it.each([
    ['broken promise', ['近 broken promise'], '承諾'],
    ['I miss you', ['近 I miss you'], '想念'],
    ['heartbreak', ['近 heartbreak'], '心碎'],
    ['~孤獨 =夜 2字', ['近 孤獨', '韻 夜', '長 2'], '不捨'],
    ['~lonely =夜', ['近 lonely', '韻 夜'], '依依不捨'],
  ])('finds by %s what is meant', async (text, terms, word) => {
    const { page } = consolePage;
    await search(text);
    expect(await chips()).toEqual(terms);
    await page.locator('.word', { hasText: word }).first().waitFor();
    const found = await page.locator('.word-item .word').allTextContents();
    expect(found.indexOf(word)).toBeLessThan(20);
    // Function words are near to nothing that is meant.
    expect(found.slice(0, 8)).not.toContain('嘅');
    // Wider searches are loaded after the words.
    await eventually(() => textsOf(page, '.find .quiet-text'), text.includes('lonely') ? ['再闊啲：'] : []);
    consolePage.expectNoErrors();
  });

  it('tells where what it finds is far, and which filter leaves how many near', async () => {
    const { page } = consolePage;
    await search('~孤獨 =夜 2字');
    expect(await textsOf(page, '.total')).toEqual(['冇意思近嘅']);
    expect(await textsOf(page, '.part-heading')).toEqual(['下面意思遠啲']);
    const offer = page.locator('.offer', { hasText: '唔使押韻' });
    await offer.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const promised = (await offer.innerText()).replace(/\D/g, '');
    await offer.click();
    await page.locator('.total', { hasText: `${promised} 個意思近` }).waitFor();
    expect(await chips()).toEqual(['近 孤獨', '長 2']);
    consolePage.expectNoErrors();
  });

  it.each([
    ['33 =愛 9字', '唔限字同讀音'],
    ['!傷心 =夜 33 2字', '唔使押韻'],
    ['hoi1 sam1 =夜', '唔使押韻'],
    ['233 ===', '唔限聲調'],
    ['~開心 "zzzz"', '唔限字同讀音'],
  ])('offers for %s what to loosen, with what it would find', async (text, widening) => {
    const { page } = consolePage;
    await page.locator('#find-input').focus();
    await search(text);
    await page.locator('.total', { hasText: '一個都冇' }).waitFor();
    const offer = page.locator('.offer', { hasText: widening });
    await offer.waitFor();
    expect(Number((await offer.innerText()).replace(/\D/g, ''))).toBeGreaterThan(0);
    consolePage.expectNoErrors();
  });
});
