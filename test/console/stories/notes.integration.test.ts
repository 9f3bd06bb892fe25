import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { lineAt, newSong, notesOf, typeMelody } from '../support/desk.ts';
import { eventually, textsOf } from '../support/page.ts';

/** Notes down the kinds of oscillators that the page starts from now on. */
const recordVoices = (page: Page) =>
  page.evaluate(`{
    window.voices = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...times) {
      window.voices.push(this.type);
      return start.apply(this, times);
    };
  }`);
const voicesOf = (page: Page): Promise<string[]> => page.evaluate('window.voices');

async function centreOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = (await page.locator(selector).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describeInBrowser('the notes of a line', () => {
  const desk = useConsole();

  it('are drawn into an empty line with one stroke, and by keys', async () => {
    const page = await desk.open();
    await newSong(page);
    const lane = (await page.locator('.lane-ground').boundingBox())!;
    // Where the stroke begins is the first note, wherever that is in the line.
    await page.mouse.move(lane.x + 150, lane.y + 50);
    await page.mouse.down();
    await page.mouse.move(lane.x + 330, lane.y + 14, { steps: 6 });
    await page.mouse.up();
    const drawn = await notesOf(page, 0);
    expect(drawn.length).toBeGreaterThan(2);
    const heights: number[] = await page.evaluate(
      "[...document.querySelectorAll('.note:not(.no-note)')].map((note) => Number(note.ariaValueNow))",
    );
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(heights.at(-1)! - heights[0]!).toBeGreaterThan(3);
    await lineAt(page, 1).press('Alt+m');
    for (let right = 0; right < drawn.length; right++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.keyboard.press('d');
    await eventually(async () => (await notesOf(page, 0)).map((name) => name[0]).slice(drawn.length), ['G', 'E', 'D']);
    // Words are looked for to what was drawn.
    await lineAt(page, 1).click();
    await page.locator('.slot-place', { hasText: '第 1 行，下一個詞' }).waitFor();
  });

  it('are heard with the tone of their syllable when they are pressed, and named while they are dragged', async () => {
    const page = await desk.open();
    await page.locator('.line[data-line="0"] .char-reading').first().waitFor();
    await recordVoices(page);
    const note = '.line[data-line="0"] .note >> nth=0';
    const { x, y } = await centreOf(page, note);
    // Off the middle and with a small slip: the note stays where it is.
    await page.mouse.move(x + 3, y + 5);
    await page.mouse.down();
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.up();
    await eventually(async () => (await voicesOf(page)).sort(), ['sine', 'triangle']);
    expect((await notesOf(page, 0))[0]).toBe('D4');
    await page.mouse.down();
    await page.mouse.move(x + 5, y - 15, { steps: 4 });
    const named = (await textsOf(page, '.note-name'))[0];
    expect(named).not.toBe('D4');
    expect((await notesOf(page, 0))[0]).toBe(named);
    const before = (await voicesOf(page)).length;
    await page.mouse.up();
    expect((await voicesOf(page)).length).toBe(before);
    await page.keyboard.press(' ');
    await eventually(async () => (await voicesOf(page)).slice(before).sort(), ['sine', 'triangle']);
  });

  it('are played with the character in sight that is sung, and in a loop as they are by then', async () => {
    const page = await desk.open();
    await page.getByRole('button', { name: '播放', exact: true }).click();
    await page.locator('.heard').waitFor();
    expect(Number(await page.evaluate("getComputedStyle(document.querySelector('.heard')).opacity"))).toBeLessThan(0.4);
    await page.keyboard.press('Escape');
    await page.locator('.heard').waitFor({ state: 'detached' });
    await page.getByRole('spinbutton', { name: /速度/ }).fill('300');
    const line = lineAt(page, 1);
    await line.fill('風');
    await typeMelody(page, 0, 'C4');
    await page.getByRole('button', { name: '循環：冇' }).click();
    await recordVoices(page);
    await line.click();
    await line.press('Alt+p');
    await eventually(() => page.evaluate("window.voices.filter((voice) => voice === 'triangle').length >= 3"), true);
    await line.press('Alt+o');
    await page.getByRole('button', { name: '循環：呢段' }).waitFor();
    await line.press('Alt+o');
    await page.locator('.play', { hasText: '播放' }).waitFor();
  });
});
