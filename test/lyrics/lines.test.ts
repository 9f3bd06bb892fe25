import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { styleOf } from '../../src/cantonese/context-rules.ts';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { characterTable, characterTableOf } from '../../src/lyrics/character-table.ts';
import { checkLines } from '../../src/lyrics/check-lines.ts';
import { exchangesFor } from '../../src/lyrics/exchanges.ts';
import { runToCompletion } from '../../src/time-slicing.ts';
import { tableOf } from '../cantonese/table.ts';
import { describeFunctions, type FunctionTable } from '../support/function-tables.ts';
import { listOf, wordLine, wordLineOf } from './lines.ts';

const like = (table: ReturnType<typeof characterTable>, syllable: string) =>
  table.withInitialAndFinal(parseSyllable(syllable)!).map(({ char, jyutping }) => `${char} ${jyutping}`);

it('the table of characters is the same as long as the generation is', async () => {
  const lexicon = { generation: { name: 'g' }, wordTable: async () => listOf([wordLine('海', 'hoi2', 1400)]) };
  const table = await characterTableOf(lexicon as unknown as Lexicon);
  expect(like(table, 'hoi1')).toEqual(['海 hoi2']);
  expect(await characterTableOf(lexicon as unknown as Lexicon)).toBe(table);
});

/** A table of some words, and what else is known of them. */
interface CharactersTable extends FunctionTable {
  readonly words?: readonly (readonly [string, Parameters<typeof wordLine>[3]?])[];
}

// Codes: 我 4, 愛 4, 未來 20, 海 3, 行 0 or, in another reading, 2.
const table = tableOf(...['我 ngo5 1700', '愛 oi3 1400', '海 hoi2 1300', '行 hong4/hang6 1300', '未來 mei6_loi4 1400']);

type CheckedLine = readonly [line: string, moves: string, readings?: readonly (readonly [number, string])[]];
const check = (lines: readonly CheckedLine[]) =>
  runToCompletion(
    checkLines(
      lines.map(([line, moves, readings = []]) => ({ line, melody: movesOfText(moves), readings: new Map(readings) })),
      'strict',
      table,
    ),
  );

describeFunctions<CharactersTable>('checked-lines', ({ words = [] }) => {
  const characters = characterTable(listOf(words.map(([text, more]) => wordLineOf(text, more))));
  return {
    /** Characters with the initial and the final of a syllable. */
    like: (syllable: string) => like(characters, syllable),
    detailed: (syllable: string) => characters.withInitialAndFinal(parseSyllable(syllable)!),
    detail: (word: string) => characters.wordDetail(word),
    /** Lines with their moves, and readings by place: how many pairs, and how many are contrary and oblique. */
    counts: (...lines: CheckedLine[]) => Object.values(check(lines).summary).join(' '),
    ends: (...lines: CheckedLine[]) =>
      check(lines).lines.map(({ end }) => end && [end.char, end.word, end.jyutping, end.rhyme].join(' ')),
    risks: (...lines: CheckedLine[]) =>
      check(lines).lines.map(({ risks }) =>
        risks.map(({ position, melodyMove, lyricMove }) => `${position} ${melodyMove}${lyricMove}`).join(', '),
      ),
    chars: (...lines: CheckedLine[]) =>
      check(lines).lines.map(({ chars }) =>
        chars.map(({ position, char, jyutping, tone, pitch, melodyMove, lyricMove }) =>
          [position, char, jyutping, tone, pitch, (melodyMove ?? '.') + (lyricMove ?? '.')].join(' '),
        ),
      ),
  };
});

interface JudgedLine {
  readonly half: string;
  readonly line: string;
  readonly word: string;
  readonly may: readonly string[];
  readonly mustNot: readonly string[];
}

const LINES: readonly JudgedLine[] = readFileSync(
  new URL('../../data/quality/exchange-lines.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => {
    const [half, line, word, may, mustNot] = row.split('\t') as [string, string, string, string, string];
    return { half, line, word, may: may === '' ? [] : may.split('、'), mustNot: mustNot.split('、') };
  });

/** What the table puts in a word's place: for the whole of it, or for a part of it. */
function offered({ line, word }: JudgedLine): Set<string> {
  const at = line.indexOf(word);
  const found = new Set<string>();
  for (let start = 0; start < word.length; start++)
    for (let end = start + 1; end <= word.length; end++) {
      const [before, after] = [line.slice(0, at + start), line.slice(at + end)];
      for (const other of exchangesFor(word.slice(start, end), before, after, styleOf(line)))
        found.add(word.slice(0, start) + other + word.slice(end));
    }
  return found;
}

describe.each([
  ['dev', 0.94],
  ['test', 0.75],
])('function words of the lines of half %s', (half, share) => {
  const lines = LINES.filter((one) => one.half === half);

  it('mostly have what a lyricist would put for them', () => {
    const wanted = lines.flatMap((one) => one.may.map((word) => offered(one).has(word)));
    expect(wanted.length).toBeGreaterThan(150);
    expect(wanted.filter(Boolean).length / wanted.length).toBeGreaterThan(share);
  });

  it('never have what breaks their sense or grammar', () => {
    const wrong = lines.flatMap((one) => {
      const words = offered(one);
      return one.mustNot.filter((word) => words.has(word)).map((word) => `${one.line}: ${word} for ${one.word}`);
    });
    expect(wrong).toEqual([]);
  });
});
