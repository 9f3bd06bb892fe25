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
import { listOf, wordLine } from './lines.ts';

const like = (table: ReturnType<typeof characterTable>, syllable: string) =>
  table.withInitialAndFinal(parseSyllable(syllable)!).map(({ char, jyutping }) => `${char} ${jyutping}`);

describe('characters by their sound', () => {
  it('are those with the initial and final in any tone, the most frequent first, each reading by itself', () => {
    const table = characterTable(
      listOf([
        wordLine('開', 'hoi1', 1300),
        wordLine('海', 'hoi2', 1400),
        wordLine('凱', 'hoi2 / ngoi5', 1300),
        wordLine('改', 'goi2', 1500),
        wordLine('好', 'hou2', 1600),
      ]),
    );
    expect(like(table, 'hoi6')).toEqual(['海 hoi2', '開 hoi1', '凱 hoi2']);
    expect(like(table, 'ngoi1')).toEqual(['凱 ngoi5']);
    expect(like(table, 'loi4')).toEqual([]);
    expect(table.withInitialAndFinal(parseSyllable('hou3')!)).toEqual([
      { char: '好', jyutping: 'hou2', tone: 2, code: '3', pitch: 6, definition: '好!', frequency: 1600 },
    ]);
  });

  it('are in use, and can be shown to anybody', () => {
    const table = characterTable(
      listOf([
        wordLine('屎', 'si2', 1000, { vulgar: true }),
        wordLine('士', 'si6', 850),
        wordLine('兕', 'si3', 849),
        wordLine('開心', 'hoi1 sam1', 1400),
      ]),
    );
    expect(like(table, 'si1')).toEqual(['士 si6']);
    expect(like(table, 'hoi1')).toEqual([]);
  });

  it('are known beyond their sound, rare and coarse ones and longer words too', () => {
    const table = characterTable(
      listOf([
        wordLine('屎', 'si2', 100, { vulgar: true }),
        wordLine('開心', 'hoi1 sam1', 1400, { category: 'adj.all', pos: 'a', emotion: '喜悅', themes: ['愛情', '海'] }),
      ]),
    );
    expect(table.wordDetail('屎')).toEqual({
      pos: 'n',
      posAlso: [],
      kind: 'word',
      category: null,
      emotion: '平',
      themes: [],
    });
    expect(table.wordDetail('開心')).toEqual({
      pos: 'a',
      posAlso: [],
      kind: 'word',
      category: 'adj.all',
      emotion: '喜悅',
      themes: ['愛情', '海'],
    });
    // 開 and 心 have readings by 開心, but are no words.
    expect(['開', '心', '海'].map(table.wordDetail)).toEqual([undefined, undefined, undefined]);
  });

  it('are the same table as long as the generation is', async () => {
    const lexicon = { generation: { name: 'g' }, wordTable: async () => listOf([wordLine('海', 'hoi2', 1400)]) };
    const table = await characterTableOf(lexicon as unknown as Lexicon);
    expect(like(table, 'hoi1')).toEqual(['海 hoi2']);
    expect(await characterTableOf(lexicon as unknown as Lexicon)).toBe(table);
  });
});

// Codes: 我 4, 愛 4, 未來 20, 海 3, 行 0 or, in another reading, 2.
const table = tableOf(
  ['我', 'ngo5', 1700],
  ['愛', 'oi3', 1400],
  ['海', 'hoi2', 1300],
  ['行', 'hong4 / hang6', 1300],
  ['未來', 'mei6 loi4', 1400],
);

const check = (lines: [line: string, moves: string, readings?: [number, string][]][]) =>
  runToCompletion(
    checkLines(
      lines.map(([line, moves, readings = []]) => ({ line, melody: movesOfText(moves), readings: new Map(readings) })),
      'strict',
      table,
    ),
  );

describe('checking lines', () => {
  it('counts pairs only where both melody and tones are known', () => {
    // Free, then known; A has no reading; the melody ends before the line and after it.
    expect(check([['我愛海', '*+']]).summary).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(check([['我A海', '+-']]).summary).toEqual({ pairs: 0, contrary: 0, oblique: 0 });
    expect(check([['我愛海', '=']]).summary).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(check([['我愛', '=---']]).summary).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(check([['', '']])).toEqual({
      lines: [{ line: '', risks: [], chars: [], end: null }],
      summary: { pairs: 0, contrary: 0, oblique: 0 },
    });
  });

  it('tells how each line ends: the last sung character and its word', () => {
    const { lines } = check([
      ['我未來！', '+-'],
      ['行', '', [[0, 'hang6']]],
      ['愛A', '='],
    ]);
    expect(lines.map(({ end }) => end)).toEqual([
      { char: '來', word: '未來', jyutping: 'loi4', rhyme: 'oi' },
      { char: '行', word: '行', jyutping: 'hang6', rhyme: 'ang' },
      { char: 'A', word: 'A', jyutping: null, rhyme: null },
    ]);
  });

  it('reads as it was chosen, and shows each character with both moves', () => {
    // 行 0 falls from 我; under the same melody 2 falls too, and rises to 海 as 0 does.
    const { lines } = check([['我，行海', '=+', [[1, 'hang6']]]]);
    expect(lines[0]!.risks).toMatchObject([{ position: 1, melodyMove: '=', lyricMove: '-' }]);
    expect(lines[0]!.chars).toMatchObject([
      { position: 0, char: '我', jyutping: 'ngo5', tone: 5, pitch: 4, melodyMove: null, lyricMove: null },
      { position: 1, char: '行', jyutping: 'hang6', tone: 6, pitch: 2, melodyMove: '=', lyricMove: '-' },
      { position: 2, char: '海', jyutping: 'hoi2', tone: 2, pitch: 6, melodyMove: '+', lyricMove: '+' },
    ]);
  });
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
