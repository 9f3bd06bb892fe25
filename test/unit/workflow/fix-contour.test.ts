import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../../src/cantonese/melody.ts';
import type { Replacement, ReplacementQuery, WordlistItem } from '../../../src/lexicon/store.ts';
import { characterTable } from '../../../src/workflow/character-table.ts';
import { fixContour } from '../../../src/workflow/fix-contour.ts';
import { buildWordTable } from '../../../src/workflow/word-table.ts';
import { listed, replacement } from './lines.ts';

// Codes: 我 4, 愛 4, 你 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
const WORDS = [
  listed('我', 'ngo5', 1700),
  listed('你', 'nei5', 1700),
  listed('愛', 'oi3', 1400),
  listed('大', 'daai6', 1400),
  listed('海', 'hoi2', 1300),
  listed('行', 'haang4 / hang6', 1300),
  listed('開心', 'hoi1 sam1', 1400, { category: 'adj.all', pos: 'a', themes: ['愛情'] }),
  listed('快樂', 'faai3 lok6', 1400),
  listed('長', 'coeng4', 1300),
  listed('成', 'sing4', 1200),
  listed('成長', 'sing4 zoeng2', 1300),
];

interface Asked {
  readonly moves: string;
  readonly tolerance?: 'strict' | 'singable';
  readonly readings?: readonly [number, string][];
  readonly limit?: number;
  /** What may stand for a word. */
  readonly instead?: Record<string, Replacement[]>;
  /** Words beside those of every test. */
  readonly more?: readonly WordlistItem[];
}

async function fix(
  line: string,
  { moves, tolerance = 'strict', readings = [], limit = 8, instead = {}, more = [] }: Asked,
) {
  const asked: ReplacementQuery[][] = [];
  const words = [...WORDS, ...more];
  const report = await fixContour(
    { line, melody: movesOfText(moves), tolerance, readings: new Map(readings), maxCandidates: limit },
    {
      table: buildWordTable(words),
      characters: characterTable(words),
      replacements: async (queries) => {
        asked.push([...queries]);
        return queries.map(({ word }) => instead[word] ?? []);
      },
    },
  );
  return { ...report, asked };
}

describe('replacements', () => {
  it('are asked for once: for the words on both sides of a risk and for their neighbours, in order', async () => {
    // 4 4 4 0 3 2 4: level, level, down, up, down, up. Asked otherwise at 3 alone, between 你 and 行.
    const { risks, asked } = await fix('我愛你行海大你', { moves: '==++-+' });
    expect(risks.map(({ position }) => position)).toEqual([3]);
    expect(asked.map((queries) => queries.map(({ word }) => word))).toEqual([['愛', '你', '行', '海']]);
    const first = await fix('我愛你行', { moves: '+=-' });
    expect(first.asked[0]!.map(({ word }) => word)).toEqual(['我', '愛', '你']);
  });

  it('are asked for a whole word wherever the risk lies in it, once each', async () => {
    // 4 3 3 4: up, level, down. The second and the last are asked otherwise.
    const { risks, asked } = await fix('我開心你愛行', { moves: '+-=**' });
    expect(risks.map(({ position }) => position)).toEqual([2, 3]);
    expect(asked[0]!.map(({ word }) => word)).toEqual(['我', '開心', '你', '愛']);
    expect(asked[0]![1]).toMatchObject({ length: 2, similar: { category: 'adj.all', pos: 'a', themes: ['愛情'] } });
  });

  it('are not asked for where there is no risk', async () => {
    const { asked, ...report } = await fix('我愛海', { moves: '=+' });
    expect(asked).toEqual([]);
    expect(report).toEqual({ risks: [], chars: [expect.anything(), expect.anything(), expect.anything()] });
    expect(report.chars[2]).toMatchObject({ char: '海', melodyMove: '+', lyricMove: '+' });
  });
});

describe('word swaps of a risk', () => {
  const names = (swaps: readonly { word: string }[]) => swaps.map(({ word }) => word);
  // Each is a word of its own, so that it is read as it is meant wherever it stands.
  const more = [
    ...[
      listed('甲', 'gaap6', 1000),
      listed('乙', 'jyut6', 1000),
      listed('丙', 'bing6', 1000),
      listed('丁', 'ding1', 1000),
    ],
    listed('戊', 'mou4', 1000),
  ];

  it('are those of the words on both sides, by what they clear, then by nearness, then curated ones first', async () => {
    const instead = {
      愛: [replacement('丁', 'ding1', '3', { score: 10 })],
      你: [
        replacement('甲', 'gaap6', '2', { score: 50, source: 'similar', rank: 1 }),
        replacement('乙', 'jyut6', '2', { score: 70, source: 'generated', rank: 2 }),
        replacement('丙', 'bing6', '2', { score: 50, source: 'curated', rank: 3 }),
      ],
    };
    // 4 4 4 asked up and down: 丁 for 愛 rises from 我 and falls to 你.
    const { risks } = await fix('我愛你', { moves: '+-', instead, more });
    expect(risks.map(({ position, wordSwaps }) => [position, names(wordSwaps)])).toEqual([
      [1, ['丁']],
      [2, ['丁', '乙', '丙', '甲']],
    ]);
    const [swap] = risks[1]!.wordSwaps;
    expect(swap).toEqual({
      ...{ start: 1, word: '丁', replaces: '愛', jyutping: 'ding1', code: '3', source: 'curated', score: 10 },
      ...{ resolves: [1, 2], line: '我丁你' },
    });
  });

  it('are at most as many as was asked', async () => {
    const instead = {
      你: ['甲', '乙', '丙'].map((char) => replacement(char, more.find((one) => one.char === char)!.readings[0]!, '2')),
    };
    const { risks } = await fix('我愛你', { moves: '=-', instead, more, limit: 2 });
    expect(names(risks[0]!.wordSwaps)).toEqual(['甲', '乙']);
    // Of two words together too: 丁 before, and those after.
    const both = await fix('我愛你', {
      moves: '*-',
      instead: { ...instead, 愛: [replacement('丁', 'ding1', '3')] },
      more,
      limit: 2,
    });
    expect(names(both.risks[0]!.wordSwaps)).toEqual(['丁', '甲']);
  });

  it('clear that very risk', async () => {
    // 4 4 4 asked up and down: 戊 for 你 clears the second alone.
    const instead = { 愛: [replacement('丁', 'ding1', '3')], 你: [replacement('戊', 'mou4', '0')] };
    const { risks } = await fix('我愛你', { moves: '+-', instead, more });
    expect(risks.map(({ position, wordSwaps }) => [position, names(wordSwaps)])).toEqual([
      [1, ['丁']],
      [2, ['丁', '戊']],
    ]);
  });
});

describe('why a risk cannot be mended by a character', () => {
  it.each([
    [
      ...['海海', '+', 1, 'top_of_range'],
      'The melody rises into 海, but 海 before it is already on the highest pitch level: no tone is above it. Change the melody, or take a lower 海.',
    ],
    [
      ...['行大', '-', 1, 'bottom_of_range'],
      'The melody falls into 大, but 行 before it is already on the lowest pitch level: no tone is below it. Change the melody, or take a higher 行.',
    ],
    [
      ...['我愛海', '++', 1, 'neighbours_conflict'],
      'Every tone of 愛 that fits the melody here would clash with the character after it. Change the melody, or that character.',
    ],
    [
      ...['我愛', '+', 1, 'no_candidate'],
      'No character in use has the sound oi3 in a tone that fits a melody that rises here. Change the word, the melody or a neighbour.',
    ],
    [
      ...['我愛', '-', 1, 'no_candidate'],
      'No character in use has the sound oi3 in a tone that fits a melody that falls here. Change the word, the melody or a neighbour.',
    ],
    [
      ...['我大', '=', 1, 'no_candidate'],
      'No character in use has the sound daai6 in a tone that fits a melody that stays level here. Change the word, the melody or a neighbour.',
    ],
  ] as [string, string, number, string, string][])(
    '%s under %s at %d: %s',
    async (line, moves, position, code, reason) => {
      const { risks } = await fix(line, { moves });
      const risk = risks.find((one) => one.position === position)!;
      expect(risk).toMatchObject({ fixable: false, charSwaps: [], reasonCode: code, reason });
    },
  );

  it('is not said where one does', async () => {
    const { risks } = await fix('我愛', { moves: '+', more: [listed('哀', 'oi1', 1000)] });
    expect(risks[0]).toMatchObject({ fixable: true, reasonCode: null, reason: null });
    expect(risks[0]!.charSwaps.map(({ char, line }) => [char, line])).toEqual([['哀', '我哀']]);
  });
});

describe('repairs', () => {
  const lines = (report: { repairs?: readonly { line: string; cost: number }[] }) =>
    report.repairs?.map(({ line, cost }) => [line, cost]);
  /** Characters of the sound of 愛, in order of frequency: 3, 2, 0, …. */
  const alike = [
    listed('哀', 'oi1', 1000),
    listed('靄', 'oi2', 990),
    listed('礙', 'oi6', 980),
    listed('呆', 'oi4', 970),
  ];

  it('are the three cheapest', async () => {
    const instead = {
      愛: ['大', '行', '長', '成'].map((char, i) =>
        replacement(
          char,
          WORDS.find((word) => word.char === char)!.readings[0]!.split(' / ')[0]!,
          i === 0 ? '2' : '0',
          { score: 90 - i },
        ),
      ),
    };
    const report = await fix('我愛', { moves: '-', instead });
    expect(lines(report)).toEqual([
      ['我大', 50],
      ['我行', 51],
      ['我長', 52],
    ]);
    expect(report.repairs![0]!.swaps).toMatchObject([{ start: 1, replaces: '愛', word: '大', code: '2' }]);
  });

  it('put in characters of the same sound and another level, the most frequent', async () => {
    // Asked down: 礙 and 呆. Both rank after 哀 and 靄, which are higher; a place more costs one more.
    expect(lines(await fix('我愛', { moves: '-', more: alike }))).toEqual([
      ['我礙', 202],
      ['我呆', 203],
    ]);
    // Six are looked at; what is on the level of 愛 is not among them.
    const level = ['甲', '乙', '丙'].map((char, i) => listed(char, 'oi5', 1390 - i));
    expect(lines(await fix('我愛', { moves: '-', more: [...level, ...alike] }))).toHaveLength(2);
    const high = ['丁', '戊', '己', '庚'].map((char, i) => listed(char, 'oi1', 1390 - i));
    expect(lines(await fix('我愛', { moves: '-', more: [...high, ...alike] }))).toBeUndefined();
  });

  it('may need a word beside those of the risk, and a character within a word', async () => {
    // 4 3 3 2 asked level, level, down: 我 comes up to 開.
    const more = [listed('蛾', 'ngo1', 1000)];
    expect(lines(await fix('我開心大', { moves: '==-', more }))).toEqual([['蛾開心大', 200]]);
    const within = [listed('岑', 'sam4', 1000)];
    // Asked up and down: the second character of 開心.
    expect(lines(await fix('我開心', { moves: '+-', more: within }))).toEqual([['我開岑', 200]]);
  });

  it('name every line once', async () => {
    // 礙 is both a replacement and a character of the sound: the cheaper way to it is what is shown.
    const more = [listed('礙', 'oi6', 980)];
    const instead = { 愛: [replacement('礙', 'oi6', '2', { score: 90 })] };
    expect(lines(await fix('我愛', { moves: '-', more, instead }))).toEqual([['我礙', 50]]);
  });

  it('are read as they were meant: neither otherwise themselves nor making their neighbours so', async () => {
    // 行 is haang4 here, not hang6, as low as that may be.
    const instead = { 愛: [replacement('行', 'hang6', '2', { score: 90 })] };
    expect(lines(await fix('我愛', { moves: '-', instead }))).toBeUndefined();
    // 4 4 0 asked down and level: 成 makes 成長, in which 長 is high.
    const makes = {
      愛: [replacement('成', 'sing4', '0', { score: 90 }), replacement('行', 'haang4', '0', { score: 80 })],
    };
    expect(lines(await fix('我愛長', { moves: '-=', instead: makes }))).toEqual([['我行長', 60]]);
  });

  it('keep what was chosen where the character stays, and only there', async () => {
    // 4 4 2, the last chosen as hang6: asked down and level. 大 in the middle does it.
    const readings: [number, string][] = [[2, 'hang6']];
    const instead = { 愛: [replacement('大', 'daai6', '2', { score: 90 })] };
    expect(lines(await fix('我愛行', { moves: '-=', instead, readings }))).toEqual([['我大行', 50]]);
    // Marks before it do not move it to another character.
    expect(lines(await fix('我，愛行', { moves: '-=', instead, readings }))).toEqual([['我，大行', 50]]);
    // What was chosen for 愛 is not put upon the word in its place.
    expect(lines(await fix('我愛', { moves: '-', instead, readings: [[1, 'ngoi3']] }))).toEqual([['我大', 50]]);
  });

  it('are absent where nothing helps', async () => {
    expect(await fix('我愛', { moves: '-' })).not.toHaveProperty('repairs');
  });
});
