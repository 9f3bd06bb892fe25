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

/** `cost: position,position word word`, of a line `text position,position`, with `!` where a risk is contrary. */
function songLineOf([text, ...repairs]: readonly [string, ...string[]]): RepairableLine {
  const [line = '', positions = ''] = text.split(' ');
  const risks = (positions.match(/\d+!?/g) ?? []).map((one) => {
    return { position: Number.parseInt(one, 10), severity: one.endsWith('!') ? 'contrary' : 'oblique' } as const;
  });
  if (repairs.length === 0) return { line, risks };
  const repairOf = (repair: string): Repair => {
    const [cost, clears = '', ...words] = repair.split(' ');
    const swaps = words.map((word) => ({ replaces: '愛', word, source: 'curated' as const }));
    return { cost: Number.parseInt(cost!, 10), clears: clears.split(',').map(Number), swaps };
  };
  return { line, risks, repairs: repairs.map(repairOf) };
}

// Codes: 我 4, 開心 33, 愛 4, 海 3, 大 2. From low to high: 0, 2, 4, 3.
const table = tableOf(...['我 ngo5 1700', '愛 oi3 1400', '大 daai6 1400', '海 hoi2 1300', '開心 hoi1_sam1 1400 开心']);

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
    /** Which repair each line of a song takes. */
    ofSong: (...lines: (readonly [string, ...string[]])[]) => repairsOfSong(lines.map(songLineOf)),
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
