import { expect, it } from '@jest/globals';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { clipboardOf, find, focused, lineAt, loadMelody, newSong, wordsListed } from '../support/desk.ts';
import { eventually, expectCount, PHONE, textsOf } from '../support/page.ts';

describeInBrowser('words, their cards and their places in the lyrics', () => {
  const desk = useConsole();

  it('copies a word, opens its card, walks to a related one and back', async () => {
    const page = await desk.open();
    await find(page, '~開心 ');
    const first = page.locator('.word-row').first();
    await first.waitFor();
    const word = await first.locator('.word').innerText();
    await page.getByRole('button', { name: `複製「${word}」` }).click();
    await page.locator('.toast', { hasText: word }).waitFor();
    await eventually(() => clipboardOf(page), word);
    await page.getByRole('button', { name: `「${word}」嘅詞卡` }).click();
    await page.locator('.card-word', { hasText: word }).waitFor();
    const related = page.locator('.relations button').first();
    await related.waitFor();
    expect(await textsOf(page, '.relations dt')).toContain('近義');
    const next = (await related.textContent()) ?? '';
    await related.click();
    await page.locator('.card-word', { hasText: next }).waitFor();
    await page.getByRole('button', { name: `返去「${word}」` }).click();
    await page.locator('.card-word', { hasText: word }).waitFor();
    await page.keyboard.press('Escape');
    await expectCount(page, '.card', 0);
  });

  it('shows the word under the pointer in the line, puts it in with a click, and leaves the caret in the lyrics', async () => {
    const page = await desk.open();
    const line = lineAt(page, 1);
    await line.click();
    await line.press('Home');
    await page.locator('.slot-place', { hasText: '心事' }).waitFor();
    await wordsListed(page);
    const row = page.locator('.word-row').nth(2);
    const word = await row.locator('.word').innerText();
    await row.hover();
    const preview = page.locator('.preview-text', { hasText: `${word}寫滿呢張紙` });
    await preview.waitFor();
    await expectCount(page, '.word-item.previewed', 1);
    await page.mouse.move(600, 800);
    await preview.waitFor({ state: 'detached' });
    await eventually(() => line.inputValue(), '心事寫滿呢張紙');
    // Typing goes on under a preview.
    await row.hover();
    await preview.waitFor();
    await page.keyboard.type('呀');
    await eventually(() => line.inputValue(), '呀心事寫滿呢張紙');
    await preview.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await eventually(() => line.inputValue(), '心事寫滿呢張紙');
    await page.locator('.slot-place', { hasText: '心事' }).waitFor();
    await wordsListed(page);
    await row.click();
    await eventually(() => line.inputValue(), `${word}寫滿呢張紙`);
    await eventually(() => focused(page), '第 1 行');
    await expectCount(page, '.card', 0);
  });

  it('offers what goes with the word at the cursor and the words beside it, previews it and puts it in', async () => {
    const page = await desk.open();
    const line = lineAt(page, 1);
    await line.click();
    await line.press('Home');
    const row = page.getByRole('group', { name: '夾「心事」' });
    await row.waitFor();
    // Those of the words farther away are asked for on request.
    await expectCount(page, '.goes-with-row', 3);
    await page.getByRole('button', { name: '成行嘅詞' }).click();
    await page.getByRole('group', { name: '夾「紙」' }).waitFor();
    const partner = row.getByRole('button').first();
    const word = await partner.innerText();
    const isBefore = /^對|^點樣|量詞$/u.test((await partner.getAttribute('title')) ?? '');
    const expected = isBefore ? `${word}心事寫滿呢張紙` : `心事${word}寫滿呢張紙`;
    await partner.hover();
    await page.locator('.preview-text', { hasText: expected }).waitFor();
    // The second click of a double click puts in nothing more, and the word itself stays.
    await partner.dblclick();
    await eventually(() => line.inputValue(), expected);
  });

  it('keeps the line in sight on a phone, with what was put in', async () => {
    const page = await desk.open({ viewport: PHONE, hasTouch: true, isMobile: true });
    const line = lineAt(page, 1);
    await line.tap();
    await line.press('Home');
    await page.getByRole('button', { name: '搵字', exact: true }).tap();
    const strip = page.locator('.line-strip');
    await strip.waitFor();
    await eventually(() => strip.locator('.han').allInnerTexts(), [...'心事寫滿呢張紙']);
    await eventually(() => strip.locator('.at-slot .han').allInnerTexts(), [...'心事']);
    await wordsListed(page);
    const row = page.locator('.word-row').nth(2);
    const word = await row.locator('.word').innerText();
    await row.tap();
    await eventually(async () => (await strip.locator('.han').allInnerTexts()).join(''), `${word}寫滿呢張紙`);
    await strip.tap();
    await eventually(() => line.inputValue(), `${word}寫滿呢張紙`);
  });

  it.each([
    [820, ['歌', '搵字', '押韻']],
    [1440, ['搵字', '押韻']],
  ])('shows the lyrics beside a tool at %i pixels', async (width, tabs) => {
    const page = await desk.open({ viewport: { width, height: 1000 } });
    await eventually(() => page.getByRole('tab').allInnerTexts(), tabs);
    await eventually(() => lineAt(page, 1).isVisible(), true);
    await eventually(() => page.locator('#find-input').isVisible(), true);
    await page
      .getByRole('navigation', { name: '歌' })
      .or(page.getByRole('tab', { name: '歌' }))
      .first()
      .click();
    await page.locator('.rail-line').first().waitFor();
  });

  it('goes from the lyrics to the words for this place and back, and writes on from there', async () => {
    const page = await desk.open();
    const { keyboard } = page;
    const line = lineAt(page, 1);
    await line.click();
    await line.press('Home');
    await page.locator('.slot-place', { hasText: '心事' }).waitFor();
    await wordsListed(page);
    await keyboard.press('Alt+f');
    await eventually(() => page.evaluate('document.activeElement.dataset.index'), '0');
    await keyboard.press('ArrowDown');
    const word = await page.locator('.word-row').nth(1).locator('.word').innerText();
    await page.locator('.preview-text', { hasText: word }).waitFor();
    await keyboard.press('Enter');
    await eventually(() => line.inputValue(), `${word}寫滿呢張紙`);
    // The place is still selected, and the focus in the list, though its words are others now.
    await page.locator('.slot-place', { hasText: word }).waitFor();
    await wordsListed(page);
    await eventually(() => page.evaluate("document.activeElement.matches('.word-row')"), true);
    await keyboard.press('Escape');
    await eventually(() => focused(page), '第 1 行');
    await keyboard.type('x');
    await eventually(() => line.inputValue(), `x${word}寫滿呢張紙`);
  });

  it('works with the keyboard alone: find, walk, open, close, put into the line', async () => {
    const page = await desk.open();
    const { keyboard } = page;
    const focusedClass = () => page.evaluate('document.activeElement.className || document.activeElement.id');
    await page.locator('.line').first().waitFor();
    // The first stop leads past the bars to the lyrics.
    await keyboard.press('Tab');
    await eventually(() => focusedClass(), 'skip');
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

  it('says what would have to change where no word fits, and shows the words that would fit then', async () => {
    const page = await desk.open();
    await newSong(page);
    const line = lineAt(page, 1);
    await line.fill('人愛天');
    // 人 (jan4) is on the lowest level, and the melody goes down from it.
    await loadMelody(page, [[64, 60, 67]]);
    await expectCount(page, '.note:not(.no-note)', 3);
    await line.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.locator('.impossible').waitFor();
    await eventually(() => textsOf(page, '.impossible .value'), ['「人」換個高啲嘅字']);
    await page.locator('.impossible .value').click();
    await page.locator('.impossible .value[aria-pressed="true"]').waitFor();
    await wordsListed(page);
    // Every word leaves room below a higher neighbour and above it for 天 (3).
    await eventually(async () => {
      const codes = await textsOf(page, '.word-row .row-reading .visually-hidden');
      return codes.length > 0 && codes.every((code) => ['0', '2', '4'].includes(code));
    }, true);
  });
});
