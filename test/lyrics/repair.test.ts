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
import { describeFunctions } from '../support/function-tables.ts';
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

/** `word jyutping code preference`, with _ between syllables; `甲{99..87} jyutping code` stands for one of each preference. */
function candidatesOf(text: string): Omit<Candidate, 'start' | 'replaces'>[] {
  const [word, jyutping, code, preference] = text.split(' ') as [string, string, string, string?];
  const [, name, from, to] = /^(.+)\{(\d+)\.\.(\d+)\}$/.exec(word) ?? [];
  const preferences = from === undefined ? [Number(preference)] : [];
  for (let one = Number(from); one >= Number(to); one--) preferences.push(one);
  return preferences.map((one) => ({
    word: name === undefined ? word : `${name}${one}`,
    jyutping: jyutping.replaceAll('_', ' '),
    code,
    source: 'curated',
    preference: one,
  }));
}

/** `position jyutping code` */
function readingOf(text: string): ReadingOption {
  const [position, jyutping, code] = text.split(' ') as [string, string, CodeDigit];
  return { position: Number(position), jyutping, code };
}

interface Given {
  readonly words?: Readonly<Record<string, readonly string[]>>;
  readonly readings?: readonly string[];
  readonly chosen?: Record<number, string>;
}

async function repairs(text: string, moves: string, { words = {}, readings = [], chosen }: Given) {
  const line = sungLine(text, table, chosen);
  const charactersFrom = (start: number, { length }: string) =>
    line.sung
      .slice(start, start + length)
      .map(({ char }) => char)
      .join('');
  const placed = Object.entries(words).flatMap(([start, texts]) =>
    texts.flatMap(candidatesOf).map((one) => {
      return { ...one, start: Number(start), replaces: charactersFrom(Number(start), one.code) };
    }),
  );
  const asked = { melody: movesOfText(moves), tolerance: 'strict' as const };
  return candidateRepairs(line, asked, { words: placed, readings: readings.map(readingOf) });
}

const costOf = (swaps: readonly PricedSwap[]) => swaps.reduce((sum, { cost }) => sum + cost, 0);

describe('candidate repairs', () => {
  describeFunctions('repair-paths', {
    async repairs(text: string, moves: string, { first, costs, ...given }: Given & { first?: number; costs?: true }) {
      const found = (await repairs(text, moves, given)).slice(0, first);
      const wordsOf = (swaps: readonly PricedSwap[]) => swaps.map(({ start, word }) => `${start} ${word}`).join(', ');
      return found.map((swaps) => (costs ? `${costOf(swaps)}` : `${wordsOf(swaps)}: ${costOf(swaps)}`));
    },
    line: (text: string, swaps: readonly string[]) =>
      repairedLine(
        sungLine(text, table),
        swaps.map((swap): RepairSwap => {
          const [start, word] = swap.split(' ') as [string, string];
          return { start: Number(start), word, replaces: '', jyutping: '', code: '', source: 'similar' };
        }),
      ),
  });

  it('say what each swap replaces, by what, and from where it comes', async () => {
    expect(await repairs('我开心', '+-', { words: { 1: ['快樂 faai1_lok6 32 0'] } })).toEqual([
      [
        {
          start: 1,
          replaces: '开心',
          word: '快樂',
          jyutping: 'faai1 lok6',
          code: '32',
          source: 'curated',
          tones: [1, 6],
          cost: 140,
        },
      ],
    ]);
    expect(await repairs('海愛', '=', { readings: ['0 hoi3 4'] })).toMatchObject([
      [{ source: 'reading', replaces: '海', word: '海', jyutping: 'hoi3' }],
    ]);
  });
});
