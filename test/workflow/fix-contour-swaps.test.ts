import { describe, expect, it } from '@jest/globals';
import type { Replacement } from '../../src/lexicon/store.ts';
import { fixLine } from './fix-line.ts';
import { replacement, wordlistItem } from './lines.ts';

// Codes: 我 4, 愛 4, 你 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
describe('replacements', () => {
  it('are asked for once: for the words on both sides of a risk and for their neighbours, in order', async () => {
    // 4 4 4 0 3 2 4: level, level, down, up, down, up. Asked otherwise at 3 alone, between 你 and 行.
    const { risks, asked } = await fixLine('我愛你行海大你', { moves: '==++-+' });
    expect(risks.map(({ position }) => position)).toEqual([3]);
    expect(asked.map((queries) => queries.map(({ word }) => word))).toEqual([['愛', '你', '行', '海']]);
    const first = await fixLine('我愛你行', { moves: '+=-' });
    expect(first.asked[0]!.map(({ word }) => word)).toEqual(['我', '愛', '你']);
  });

  it('are asked for a whole word wherever the risk lies in it, once each', async () => {
    // 4 3 3 4: up, level, down. The second and the last are asked otherwise.
    const { risks, asked } = await fixLine('我開心你愛行', { moves: '+-=**' });
    expect(risks.map(({ position }) => position)).toEqual([2, 3]);
    expect(asked[0]!.map(({ word }) => word)).toEqual(['我', '開心', '你', '愛']);
    expect(asked[0]![1]).toMatchObject({ length: 2, similar: { category: 'adj.all', pos: 'a', themes: ['愛情'] } });
  });

  it('are not asked for where there is no risk', async () => {
    const { asked, ...report } = await fixLine('我愛海', { moves: '=+' });
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
      wordlistItem('甲', 'gaap6', 1000),
      wordlistItem('乙', 'jyut6', 1000),
      wordlistItem('丙', 'bing6', 1000),
      wordlistItem('丁', 'ding1', 1000),
    ],
    wordlistItem('戊', 'mou4', 1000),
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
    const { risks } = await fixLine('我愛你', { moves: '+-', replacementsByWord: instead, extraWords: more });
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
    const { risks } = await fixLine('我愛你', { moves: '=-', replacementsByWord: instead, extraWords: more, limit: 2 });
    expect(names(risks[0]!.wordSwaps)).toEqual(['甲', '乙']);
    // Of two words together too: 丁 before, and those after.
    const both = await fixLine('我愛你', {
      moves: '*-',
      replacementsByWord: { ...instead, 愛: [replacement('丁', 'ding1', '3')] },
      extraWords: more,
      limit: 2,
    });
    expect(names(both.risks[0]!.wordSwaps)).toEqual(['丁', '甲']);
  });

  it('come in one order, whichever of the two words they are for', async () => {
    const order = async (line: string, moves: string, position: number, instead: Record<string, Replacement[]>) => {
      const { risks } = await fixLine(line, { moves, replacementsByWord: instead, extraWords: more });
      return names(risks.find((risk) => risk.position === position)!.wordSwaps);
    };
    const of = (
      char: string,
      jyutping: string,
      code: string,
      score: number,
      source: Replacement['source'] = 'generated',
    ) => replacement(char, jyutping, code, { score, source });
    // 4 4 asked down: 丁 for 我 comes from above, 甲 for 愛 lies below.
    const one = (a: Replacement, b: Replacement) => order('我愛', '-', 1, { 我: [a], 愛: [b] });
    expect(await one(of('丁', 'ding1', '3', 10), of('甲', 'gaap6', '2', 70))).toEqual(['甲', '丁']);
    expect(await one(of('丁', 'ding1', '3', 70), of('甲', 'gaap6', '2', 10))).toEqual(['丁', '甲']);
    expect(await one(of('丁', 'ding1', '3', 50), of('甲', 'gaap6', '2', 50, 'curated'))).toEqual(['甲', '丁']);
    expect(await one(of('丁', 'ding1', '3', 50, 'curated'), of('甲', 'gaap6', '2', 50))).toEqual(['丁', '甲']);
    // 4 4 4 asked down and up: 甲 for 愛 does both, and goes before what is nearer and does one.
    const both = { 我: [of('丁', 'ding1', '3', 90)], 愛: [of('甲', 'gaap6', '2', 10)] };
    expect(await order('我愛你', '-+', 1, both)).toEqual(['甲', '丁']);
  });

  it('are not those that clear another risk of the same word', async () => {
    // 4 3 3 2 asked level, up and down: 0 3 for 開心 clears the second risk alone.
    const instead = { 開心: [replacement('長海', 'coeng4 hoi2', '03')] };
    const { risks } = await fixLine('我開心大', { moves: '=+-', replacementsByWord: instead });
    expect(risks.map(({ position, wordSwaps }) => [position, names(wordSwaps)])).toEqual([
      [1, []],
      [2, ['長海']],
    ]);
  });

  it('clear that very risk', async () => {
    // 4 4 4 asked up and down: 戊 for 你 clears the second alone.
    const instead = { 愛: [replacement('丁', 'ding1', '3')], 你: [replacement('戊', 'mou4', '0')] };
    const { risks } = await fixLine('我愛你', { moves: '+-', replacementsByWord: instead, extraWords: more });
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
      const { risks } = await fixLine(line, { moves });
      const risk = risks.find((one) => one.position === position)!;
      expect(risk).toMatchObject({ fixable: false, charSwaps: [], reasonCode: code, reason });
    },
  );

  it('is not said where one does', async () => {
    const { risks } = await fixLine('我愛', { moves: '+', extraWords: [wordlistItem('哀', 'oi1', 1000)] });
    expect(risks[0]).toMatchObject({ fixable: true, reasonCode: null, reason: null });
    expect(risks[0]!.charSwaps.map(({ char, line }) => [char, line])).toEqual([['哀', '我哀']]);
  });
});
