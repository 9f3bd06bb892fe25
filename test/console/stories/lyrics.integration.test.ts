import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import {
  clipboardOf,
  focused,
  lineAt,
  loadMelody,
  lyricsOf,
  newSong,
  notesOf,
  openSong,
  press,
  readingsOf,
  typeMelody,
} from '../support/desk.ts';
import { axeViolations, eventually, expectCount, textsOf } from '../support/page.ts';

const EXAMPLE = ['心事寫滿呢張紙', '燈火未熄晚風未停', '海風帶我慢慢行', '今夜回憶仲未停'];

const WORDS = '心事寫滿呢張紙';
const notes = (pitches: readonly number[]) => pitches.map((pitch) => ({ pitch, beats: 1 }));
/** 回 falls where the melody holds, as no song has it. */
const CLASHING = { text: '今夜回憶仲未停', melody: notes([62, 57, 57, 64, 59, 59, 55]) };
const UNCLASHING = { text: WORDS, melody: notes([62, 57, 62, 60, 64, 64, 64]) };
const LONG_SONG = {
  format: 'cantonese-lyric',
  version: 3,
  title: '長',
  lines: Array.from({ length: 100 }, (_, i) => (i === 80 ? CLASHING : UNCLASHING)),
};

const marksOf = (page: Page, line: number) => page.locator(`.line[data-line="${line}"] .risk-mark`).count();
const isInView = (page: Page, line: number) =>
  page.evaluate(`(() => {
    const box = document.querySelector('.line[data-line="${line}"]')?.getBoundingClientRect();
    return box !== undefined && box.bottom > 0 && box.top < innerHeight;
  })()`);
const copy = (page: Page, text: string) => page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);

/** Puts a text in place of all lines, or of one. */
async function writeLines(page: Page, text: string, line?: number): Promise<void> {
  await copy(page, text);
  await lineAt(page, line ?? 1).selectText();
  if (line === undefined) await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}

describeInBrowser('a song', () => {
  const desk = useConsole();

  it('shares the melody of a section that comes again, and its changes; marks only the clashes of the new words', async () => {
    const page = await desk.open();
    await newSong(page);
    await lineAt(page, 1).click();
    await page.keyboard.insertText('[副歌]');
    await page.keyboard.press('Enter');
    // 回 falls where the melody stays, a clash of the first words.
    await page.keyboard.insertText('今夜回憶仲未停');
    await typeMelody(page, 1, 'D4 A3 A3 E4 B3 B3 G3');
    await page.locator('.line[data-line="1"] .risk-mark').first().waitFor();
    const firstMarks = await marksOf(page, 1);
    expect(firstMarks).toBeGreaterThan(0);
    await page.getByRole('button', { name: '填新詞' }).click();
    await expectCount(page, '.line', 4);
    await eventually(() => notesOf(page, 3), await notesOf(page, 1));
    await eventually(() => focused(page), '第 4 行');
    // The same words have the same clashes: none is marked.
    await page.keyboard.insertText('今夜回憶仲未停');
    await expectCount(page, '.line[data-line="3"] .risk-ground.shared', firstMarks);
    await eventually(() => marksOf(page, 3), 0);
    // 海風 against the falling first two notes is a clash of its own.
    await lineAt(page, 4).fill('河海回憶仲未停');
    await page.locator('.line[data-line="3"] .risk-mark[data-position="1"]').waitFor();
    // A note that is changed below is changed above.
    await lineAt(page, 4).press('Alt+m');
    await page.keyboard.press('ArrowUp');
    await eventually(async () => (await notesOf(page, 1))[0], 'E♭4');
    await eventually(() => axeViolations(page), []);
    const melody = page.getByRole('combobox', { name: '「副歌」用邊段旋律' });
    await melody.selectOption('自己嘅旋律');
    await lineAt(page, 4).press('Alt+m');
    await page.keyboard.press('ArrowUp');
    await eventually(async () => (await notesOf(page, 3))[0], 'E4');
    expect((await notesOf(page, 1))[0]).toBe('E♭4');
    await eventually(() => page.locator('.line[data-line="3"] .risk-ground.shared').count(), 0);
    await melody.selectOption('旋律同「副歌」');
    await eventually(async () => (await notesOf(page, 3))[0], 'E♭4');
  });

  it('gives pasted sections the melody of their kind, and sings them again with their words', async () => {
    const page = await desk.open();
    await newSong(page);
    const first = lineAt(page, 1);
    await first.click();
    await copy(page, '[Verse 1]\n風吹過\n[Chorus]\n心事寫滿\n[Verse 2]\n雨落過');
    await first.press('Control+v');
    await eventually(() => lyricsOf(page), ['[Verse 1]', '風吹過', '[Chorus]', '心事寫滿', '[Verse 2]', '雨落過']);
    await typeMelody(page, 1, 'C4 D4 E4');
    await eventually(() => notesOf(page, 5), ['C4', 'D4', 'E4']);
    await eventually(() => notesOf(page, 3), []);
    await page.locator('.line[data-line="2"]').getByRole('button', { name: '再唱' }).click();
    await eventually(async () => (await lyricsOf(page)).slice(6), ['[Chorus]', '心事寫滿']);
    await typeMelody(page, 3, 'G4 F4 E4 D4');
    await eventually(() => notesOf(page, 7), ['G4', 'F4', 'E4', 'D4']);
    await page.keyboard.press('Control+z');
    await eventually(() => notesOf(page, 7), []);
    // A file that has each section once is laid under all of them.
    await openSong(page, '[副歌]\n心事寫滿\n[主歌]\n風吹過\n[副歌]\n雨落一地');
    await expectCount(page, '.line', 6);
    await loadMelody(page, [
      [60, 62, 64, 65],
      [67, 65, 64],
    ]);
    await eventually(() => notesOf(page, 3), ['G4', 'F4', 'E4']);
    for (const line of [1, 5]) await eventually(() => notesOf(page, line), ['C4', 'D4', 'E4', 'F4']);
  });

  it('draws what is in view, and is written, walked through and marked as a whole', async () => {
    const page = await desk.open();
    await openSong(page, LONG_SONG);
    await expectCount(page, '.rail-line', 100);
    // Once it is open, the first line has the focus.
    await eventually(() => focused(page), '第 1 行');
    expect(await page.locator('.line').count()).toBeLessThan(30);
    await page.locator('.rail-line').nth(60).click();
    await eventually(() => focused(page), '第 61 行');
    await eventually(() => isInView(page, 60), true);
    await page.keyboard.type('x');
    await eventually(() => lineAt(page, 61).inputValue(), `x${WORDS}`);
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowDown');
    await eventually(() => focused(page), '第 69 行');
    await eventually(() => isInView(page, 68), true);
    // The writer looks elsewhere, and goes on writing where the caret is.
    await page.locator('.lyrics').hover();
    await page.mouse.wheel(0, -20_000);
    await eventually(() => isInView(page, 0), true);
    await page.keyboard.type('y');
    await eventually(async () => (await lineAt(page, 69).inputValue()).includes('y'), true);
    // The clash is out of view, and is found all the same.
    await page.locator('.lines textarea').first().focus();
    // Each press goes to another mark, once its line is drawn.
    const mark = () =>
      page.evaluate<string>(
        "(({ activeElement: one }) => [one.closest('.line')?.dataset.line, one.dataset.position].join(' '))(document)",
      );
    const seen: string[] = [];
    while (!seen.at(-1)?.startsWith('80 ')) {
      await page.keyboard.press('Alt+r');
      await eventually(async () => seen.includes(await mark()), false);
      seen.push(await mark());
      // Looked at and left, it is not come back to.
      await press(page, 'Enter', 'Escape');
      await page.locator('.popover').waitFor({ state: 'detached' });
    }
    await eventually(() => isInView(page, 80), true);
  });

  it('takes twenty thousand characters at once, and does not move sideways while one writes', async () => {
    const page = await desk.open();
    await page.locator('.document-menu > button').click();
    // The menu begins at its first item.
    await eventually(() => page.evaluate('document.activeElement.textContent'), '新歌');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page), '第 1 行');
    const left = () => page.evaluate("document.querySelector('.score').getBoundingClientRect().left");
    const before = await left();
    await page.keyboard.insertText(WORDS + WORDS);
    await eventually(() => page.locator('.char-reading').count(), 14);
    expect(await left()).toEqual(before);
    const pasted = Array.from({ length: 2500 }, () => WORDS).join('\n');
    await copy(page, pasted);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+v');
    await eventually(() => focused(page), '第 2501 行');
    expect(await page.locator('.line').count()).toBeLessThan(40);
    await page.keyboard.press('Control+z');
    await expectCount(page, '.line', 2);
    // A line that nobody could sing is cut, however it comes, and that is said.
    await openSong(page, '字'.repeat(17_800));
    await page.locator('.toast', { hasText: '太長嘅已經分行' }).waitFor();
    await eventually(() => lineAt(page, 1).inputValue(), '字'.repeat(200));
  });

  it('copies, cuts and pastes verses with their melodies, by keys', async () => {
    const page = await desk.open();
    const { keyboard } = page;
    await lineAt(page, 1).click();
    await keyboard.press('Control+a');
    await keyboard.press('Control+c');
    await eventually(() => clipboardOf(page), EXAMPLE.join('\n'));
    await expectCount(page, '.selected-line', 4);
    await keyboard.press('Escape');
    await expectCount(page, '.selected-line', 0);
    // The first two lines go to the end.
    await press(page, 'Home', 'Shift+ArrowDown', 'Shift+End', 'Escape');
    await lineAt(page, 1).focus();
    await keyboard.press('Home');
    for (let i = 0; i < EXAMPLE[0]!.length + 1 + EXAMPLE[1]!.length; i++) await keyboard.press('Shift+ArrowRight');
    await keyboard.press('Control+x');
    await eventually(() => lyricsOf(page), EXAMPLE.slice(2));
    await eventually(() => clipboardOf(page), EXAMPLE.slice(0, 2).join('\n'));
    await lineAt(page, 2).focus();
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
    // The cursor is in a line again a frame later.
    await eventually(() => page.evaluate(`document.activeElement.closest('.line') !== null`), true);
    await keyboard.press('Control+a');
    await expectCount(page, '.selected-line', 4);
    await keyboard.press('Delete');
    await eventually(() => lyricsOf(page), ['']);
  });

  it('selects lines with the pointer, and moves them with Alt, Shift and the arrows', async () => {
    const page = await desk.open();
    await page.locator('.char-reading').first().waitFor();
    // Up to the end of a shorter line, not beyond it.
    await lineAt(page, 2).press('End');
    await page.keyboard.press('ArrowUp');
    await eventually(() => focused(page), '第 1 行');
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
    await eventually(() => clipboardOf(page), '未熄晚風未停\n海風帶');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await eventually(() => lyricsOf(page), [EXAMPLE[1]!, EXAMPLE[2]!, EXAMPLE[0]!, EXAMPLE[3]!]);
    await page.keyboard.press('Delete');
    await eventually(() => lyricsOf(page), ['燈火我慢慢行', EXAMPLE[0]!, EXAMPLE[3]!]);
  });

  it('takes pasted lyrics as lines, headings apart, and offers to write simplified ones in traditional characters', async () => {
    const page = await desk.open();
    await writeLines(page, '[Verse]\r\n海風吹\r\n副歌：\r\n夜未停');
    await eventually(() => lyricsOf(page), ['[Verse]', '海風吹', '副歌：', '夜未停']);
    await expectCount(page, '.line.heading', 2);
    await eventually(() => readingsOf(page, 3), ['je6', 'mei6', 'ting4']);
    await expectCount(page, '.heading .char-reading', 0);
    await writeLines(page, '今天没有爱\n听日见');
    const offer = page.getByRole('button', { name: '2 行轉做繁體' });
    await offer.waitFor();
    await eventually(() => axeViolations(page), []);
    await offer.click();
    await eventually(() => lyricsOf(page), ['今天沒有愛', '聽日見']);
    await expectCount(page, '.convert-offer', 0);
    await page.getByRole('button', { name: '復原' }).last().click();
    await eventually(() => lineAt(page, 1).inputValue(), '今天没有爱');
  });

  it('reads digits by choice, and has Latin words whole in a row, over a note for each syllable', async () => {
    const page = await desk.open();
    await writeLines(page, '2046', 1);
    await eventually(() => readingsOf(page, 0), ['ji6', 'ling4', 'sei3', 'luk6']);
    await page.locator('.line[data-line="0"] .char-reading').first().click();
    await page.getByRole('dialog').getByText('loeng5').click();
    await eventually(() => readingsOf(page, 0), ['loeng5', 'ling4', 'sei3', 'luk6']);
    await writeLines(page, '2046 年 80後 say goodbye', 1);
    await page.locator('.line[data-line="0"] .char-reading').first().waitFor();
    // One line under each of 2046, 年, 80, 後, say and goodbye, which would not fit beside the others.
    await expectCount(page, '.line[data-line="0"] .word-line', 6);
    const height = 'document.querySelector(\'.line[data-line="0"] .score\').offsetHeight';
    await eventually(() => page.evaluate(height), 2 * 136);
    await writeLines(page, 'goodbye', 1);
    await lineAt(page, 1).press('Home');
    await eventually(() => textsOf(page, '.slot-place'), ['第 1 行「goodbye」呢個位']);
    const spacing = `getComputedStyle(document.querySelector('.line[data-line="0"] textarea')).letterSpacing`;
    await eventually(() => page.evaluate(spacing), 'normal');
    const labels = await page
      .locator('.line[data-line="0"] .note')
      .evaluateAll((notes) => notes.slice(0, 3).map((one) => one.getAttribute('aria-label')));
    expect(labels).toEqual(['第 1 個音「good」', '第 2 個音「bye」', '第 3 個音']);
  });
});
