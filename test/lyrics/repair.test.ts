import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { CodeDigit } from '../../src/cantonese/tone.ts';
import {
  candidateRepairs,
  type PricedSwap,
  type ReadingOption,
  type RepairableLine,
  type RepairOptions,
  type RepairSwap,
  repairsOfSong,
} from '../../src/lyrics/repair-paths.ts';
import { repairedLine } from '../../src/lyrics/repairs.ts';
import { tableOf } from '../cantonese/table.ts';
import { sungLine } from './lines.ts';

type Repair = NonNullable<RepairableLine['repairs']>[number];

const repair = (cost: number, clears: readonly number[], ...words: string[]): Repair => ({
  cost,
  clears,
  swaps: words.map((word) => ({ replaces: '愛', word, source: 'curated' })),
});
const oblique = (...positions: number[]) => positions.map((position) => ({ position, severity: 'oblique' }) as const);

describe('the repairs that a song takes', () => {
  it('clear most for the fewest words, and none where the words are uncertain', () => {
    const few = {
      line: '甲',
      risks: oblique(1, 2),
      repairs: [repair(100, [1, 2], '一', '二'), repair(60, [1, 2], '三')],
    };
    const all = { line: '乙', risks: oblique(1, 2), repairs: [repair(50, [1], '四'), repair(100, [1, 2], '五', '六')] };
    const uncertain = { line: '丙', risks: oblique(1), repairs: [repair(95, [1], '七')] };
    expect(repairsOfSong([few, all, uncertain, { line: '丁', risks: [] }])).toEqual([1, 1, null, null]);
  });

  it('have no swap in two lines, but the same in a line that recurs', () => {
    const repairs = [repair(50, [1], '一'), repair(80, [1], '二')];
    const lines = ['甲', '乙', '甲', '丙'].map((line) => ({ line, risks: oblique(1), repairs }));
    expect(repairsOfSong(lines)).toEqual([0, 1, 0, null]);
  });

  it('would rather clear the worse risk with a word that both lines could have', () => {
    const repairs = [repair(50, [1], '一')];
    const worse = { line: '乙', risks: [{ position: 1, severity: 'contrary' as const }], repairs };
    expect(repairsOfSong([{ line: '甲', risks: oblique(1), repairs }, worse])).toEqual([null, 0]);
  });
});

// Codes: 我 4, 開心 33, 愛 4, 海 3, 大 2. From low to high: 0, 2, 4, 3.
const table = tableOf(
  ['我', 'ngo5', 1700],
  ['愛', 'oi3', 1400],
  ['大', 'daai6', 1400],
  ['海', 'hoi2', 1300],
  ['開心', 'hoi1 sam1', 1400, ['开心']],
);

type Candidate = RepairOptions['words'][number];

const option = (position: number, jyutping: string, code: CodeDigit): ReadingOption => ({ position, jyutping, code });

function repairs(
  text: string,
  moves: string,
  words: Record<number, Candidate[]>,
  chosen: Record<number, string> = {},
  readings: ReadingOption[] = [],
) {
  const line = sungLine(text, table, chosen);
  const placed = Object.entries(words).flatMap(([start, candidates]) =>
    candidates.map((candidate) => ({
      ...candidate,
      start: Number(start),
      replaces: line.sung
        .slice(Number(start), Number(start) + candidate.code.length)
        .map(({ char }) => char)
        .join(''),
    })),
  );
  const asked = { melody: movesOfText(moves), tolerance: 'strict' as const };
  return candidateRepairs(line, asked, { words: placed, readings });
}

const candidate = (word: string, jyutping: string, code: string, preference: number): Candidate => ({
  start: 0,
  replaces: '',
  word,
  jyutping,
  code,
  source: 'curated',
  preference,
});

const costOf = (swaps: readonly PricedSwap[]) => swaps.reduce((sum, { cost }) => sum + cost, 0);
const brief = (found: readonly (readonly PricedSwap[])[]) =>
  found.map((swaps) => `${swaps.map(({ start, word }) => `${start} ${word}`).join(', ')}: ${costOf(swaps)}`);

describe('candidate repairs', () => {
  it('leave no risk in the line, the cheapest first', async () => {
    // 4 3 3 asked level and down: of these 42 and 40 do, and 44 and 30 do not. A swap costs 40, and what it lacks to 100.
    const words = [
      candidate('快樂', 'faai3 lok6', '42', 90),
      candidate('甲甲', 'gaap3 gaap3', '44', 99),
      candidate('乙乙', 'jyut1 ling4', '30', 99),
      candidate('丁丁', 'ding3 ling4', '40', 95),
    ];
    const swap = { start: 1, replaces: '開心', source: 'curated' };
    expect(await repairs('我開心', '=-', { 1: words })).toEqual([
      [{ ...swap, word: '丁丁', jyutping: 'ding3 ling4', code: '40', tones: [3, 4], cost: 45 }],
      [{ ...swap, word: '快樂', jyutping: 'faai3 lok6', code: '42', tones: [3, 6], cost: 50 }],
    ]);
  });

  it('join swaps where one does not suffice, and add up what they cost', async () => {
    // 4 3 4 asked level and level: the middle comes down to its neighbours, or both of them come up to it.
    const found = await repairs('我海愛', '==', {
      0: [candidate('甲', 'gaap1', '3', 100)],
      1: [candidate('乙', 'jyut3', '4', 10)],
      2: [candidate('丙', 'bing2', '3', 80)],
    });
    // 40 + 90; 40 + 0 and 40 + 20. All three changed: 3 4 3 is none.
    expect(brief(found)).toEqual(['0 甲, 2 丙: 100', '1 乙: 130']);
  });

  it('judge the seams between words and the moves within', async () => {
    // 4 ? ? 3 asked up, down, up. 42 is level with 我 and 33 is level within; 32 and 34 do all three.
    const words = [
      candidate('甲甲', 'x4 x6', '42', 50),
      candidate('乙乙', 'x1 x6', '32', 50),
      candidate('丙丙', 'x1 x1', '33', 50),
      candidate('丁丁', 'x1 x3', '34', 40),
    ];
    expect(brief(await repairs('我開心海', '+-+', { 1: words }))).toEqual(['1 乙乙: 90', '1 丁丁: 100']);
  });

  it('are none where nothing fits, nor where nothing has to be done', async () => {
    expect(await repairs('我開心', '=-', {})).toEqual([]);
    expect(await repairs('我開心', '+=', {})).toEqual([]);
    expect(await repairs('我開心', '=-', { 1: [candidate('甲甲', 'gaap3 gaap3', '44', 50)] })).toEqual([]);
    expect(await repairs('', '', {})).toEqual([]);
  });

  it('put in nothing that leaves the tones as they are', async () => {
    // 3 4 asked level: 乙 for 愛 comes up to 海. 甲 for 海 is as high as that, and mends nothing beside it.
    const words = { 0: [candidate('甲', 'gaap1', '3', 100)], 1: [candidate('乙', 'jyut1', '3', 80)] };
    expect(brief(await repairs('海愛', '=', words))).toEqual(['1 乙: 60']);
  });

  it('may read a character otherwise, one in a repair, dearer than a good word', async () => {
    const readings = [option(0, 'hoi3', '4'), option(0, 'hoi5', '4'), option(2, 'hoi3', '4')];
    // 3 4 asked level: 海 comes down to 愛.
    expect(brief(await repairs('海愛', '=', {}, {}, readings.slice(0, 2)))).toEqual(['0 海: 90', '0 海: 100']);
    expect((await repairs('海愛', '=', {}, {}, readings.slice(0, 1)))[0]).toMatchObject([
      { source: 'reading', replaces: '海', word: '海', jyutping: 'hoi3' },
    ]);
    // 3 4 3 asked level and level: two readings would be needed.
    expect(await repairs('海愛海', '==', {}, {}, readings)).toEqual([]);
  });

  it('leave alone what no word covers, and begin anew after it', async () => {
    // A has no reading: it parts the line.
    const words = { 4: [candidate('愛', 'oi3', '4', 60)] };
    expect(brief(await repairs('A我鱻我海', '=-*=', words))).toEqual(['4 愛: 80']);
    expect(brief(await repairs('我海A', '=-', { 1: [candidate('愛', 'oi3', '4', 60)] }))).toEqual(['1 愛: 80']);
  });

  it('go by the reading that was chosen for what no word covers, before, between and after words', async () => {
    // A is 3 as it was chosen. Asked level on both sides of it.
    const high = (char: string) => candidate(char, 'x1', '3', 100);
    const low = (char: string) => candidate(char, 'x4', '0', 100);
    expect(brief(await repairs('我A', '=', { 0: [low('乙'), high('甲')] }, { 1: 'ei1' }))).toEqual(['0 甲: 40']);
    expect(brief(await repairs('A我', '=', { 1: [low('乙'), high('甲')] }, { 0: 'ei1' }))).toEqual(['1 甲: 40']);
    const both = { 0: [low('乙'), high('甲')], 2: [low('丁'), high('丙')] };
    expect(brief(await repairs('我A愛', '==', both, { 1: 'ei1' }))).toEqual(['0 甲, 2 丙: 80']);
    // Two of them, the last of which is high.
    expect(brief(await repairs('我AB', '*=', { 0: [low('乙')] }, { 1: 'ei1', 2: 'bi1' }))).toEqual(['0 乙: 40']);
    expect(await repairs('我AB', '*-', { 0: [low('乙')] }, { 1: 'ei1', 2: 'bi1' })).toEqual([]);
  });

  it('look at the nearest forty in meaning of the replacements for a word', async () => {
    const far = (i: number) => candidate(`甲${i}`, 'x3 x3', '44', 90 - i);
    const given = [candidate('快樂', 'faai3 lok6', '42', 10), ...Array.from({ length: 40 }, (_, i) => far(i))];
    expect(await repairs('我開心', '=-', { 1: given })).toEqual([]);
    expect(brief(await repairs('我開心', '=-', { 1: given.slice(0, 40) }))).toEqual(['1 快樂: 130']);
  });

  it('keep the twelve cheapest for each way in which a line may end', async () => {
    const low = Array.from({ length: 15 }, (_, i) =>
      candidate(`甲${'一二三四五六七八九十百千萬億兆'[i]}`, 'faai3 lok6', '42', 90 - i),
    );
    const deep = [candidate('丁丁', 'ding3 ling4', '40', 1)];
    const found = await repairs('我開心', '=-', { 1: [...low, ...deep] });
    expect(found.map(costOf)).toEqual([...Array.from({ length: 12 }, (_, i) => 50 + i), 139]);
  });

  it('are the cheapest whichever word they change, and however the line ends', async () => {
    // 3 4 asked level. Thirteen for 海, all dearer than the one for 愛.
    const many = Array.from({ length: 13 }, (_, i) => candidate(`甲${i}`, 'oi3', '4', 99 - i));
    const found = await repairs('海愛', '=', { 0: many, 1: [candidate('丙', 'bing2', '3', 100)] });
    expect(found[0]).toMatchObject([{ word: '丙', cost: 40 }]);
    // 2, 0 and 2 again.
    const ends = ['42', '40', '42'].map((code, i) =>
      candidate(`乙${i}`, code === '42' ? 'oi3 ji6' : 'oi3 ji4', code, 90 - i),
    );
    expect(brief(await repairs('我開心', '=-', { 1: ends }))).toEqual(['1 乙0: 50', '1 乙1: 51', '1 乙2: 52']);
  });
});

describe('the line with all swaps in place', () => {
  it('has each where it starts, whatever stands between', async () => {
    const swap = (start: number, word: string): RepairSwap => ({
      start,
      word,
      replaces: '',
      jyutping: '',
      code: '',
      source: 'similar',
    });
    const line = sungLine('我，開 心！', table);
    expect(repairedLine(line, [swap(0, '𠮷'), swap(1, '快樂')])).toBe('𠮷，快 樂！');
    expect(repairedLine(line, [])).toBe('我，開 心！');
    // A word of letters takes the places that it is sung on.
    expect(repairedLine(sungLine('我愛', table), [swap(0, 'no')])).toBe('no愛');
  });
});
