import { describe, expect, it } from '@jest/globals';
import type { PartnerName } from '../../src/lexicon/store.ts';
import { fixLine } from './fix-line.ts';
import { replacement, wordLine } from './lines.ts';

// Codes: 雪 4, 愛 4, 遠 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
describe('replacements', () => {
  it('are asked for once of a word that the line says many times', async () => {
    const { asked, risks } = await fixLine('雪愛'.repeat(20), { moves: '+'.repeat(39) });
    expect(risks.length).toBeGreaterThan(30);
    const keys = asked.flat().map((query) => JSON.stringify(query));
    expect(keys.length).toBe(new Set(keys).size);
    expect(keys.length).toBeLessThan(20);
  });

  it('are asked for once: for the words on both sides of a risk and for their neighbours, in order', async () => {
    // 4 4 4 0 3 2 4: level, level, down, up, down, up. Asked otherwise at 3 alone, between 遠 and 行.
    const { risks, asked } = await fixLine('雪愛遠行海大遠', { moves: '==++-+' });
    expect(risks.map(({ position }) => position)).toEqual([3]);
    expect(asked.map((queries) => queries.map(({ word }) => word))).toEqual([
      // No tones of 遠行 would clear the risk: nothing lies above 3, to which they would rise.
      ['愛', '遠', '行', '海'],
    ]);
    const first = await fixLine('雪愛遠行', { moves: '+=-' });
    expect(first.asked[0]!.map(({ word }) => word)).toEqual(['雪', '愛', '遠', '雪愛']);
  });

  it('are asked for among what goes with the words beside, each on its side, for words beside a risk', async () => {
    const partnersByWord = {
      海: [
        { word: '大', relation: 'like_what' },
        { word: '長', relation: 'does' },
      ],
    } satisfies Record<string, PartnerName[]>;
    // 4 4 3, asked to end level.
    const { asked } = await fixLine('雪遠海', { moves: '*=', partnersByWord });
    expect(asked).toHaveLength(1);
    const among = asked[0]!.flatMap(({ word, similar }) => (similar?.among ? [[word, similar.among]] : []));
    expect(among).toEqual([['遠', ['大']]]);
  });

  it('are asked for a whole word wherever the risk lies in it, once each', async () => {
    // 4 3 3 4: up, level, down. The second and the last are asked otherwise.
    const { risks, asked } = await fixLine('雪開心遠愛行', { moves: '+-=**' });
    expect(risks.map(({ position }) => position)).toEqual([2, 3]);
    expect(asked[0]!.map(({ word }) => word)).toEqual(['雪', '開心', '遠', '愛', '開心遠']);
    expect(asked[0]![1]).toMatchObject({ length: 2, similar: { codes: ['30', '32', '34'] } });
  });

  it('are not asked for where there is no risk', async () => {
    const { asked, ...report } = await fixLine('雪愛海', { moves: '=+' });
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
      wordLine('甲', 'gaap6', 1000),
      wordLine('乙', 'jyut6', 1000),
      wordLine('丙', 'bing6', 1000),
      wordLine('丁', 'ding1', 1000),
    ],
    wordLine('戊', 'mou4', 1000),
  ];

  it('are those of the words on both sides, in the order in which a writer takes them', async () => {
    const instead = {
      愛: [replacement('丁', 'ding1', '3', { score: 95 })],
      遠: [
        replacement('甲', 'gaap6', '2', { score: 0, source: 'similar', likeness: 1500 }),
        replacement('乙', 'jyut6', '2', { score: 76, source: 'generated' }),
        replacement('丙', 'bing6', '2', { score: 95, likeness: 1450 }),
      ],
    };
    // 4 4 4 asked up and down: 丁 for 愛 rises from 雪 and falls to 遠. 丙 is liker, and clears one of the two.
    const { risks } = await fixLine('雪愛遠', { moves: '+-', replacementsByWord: instead, extraWords: more });
    expect(risks.map(({ position, wordSwaps }) => [position, names(wordSwaps)])).toEqual([
      [1, ['丁']],
      [2, ['丙', '丁', '乙', '甲']],
    ]);
    const swap = risks[1]!.wordSwaps[1]!;
    expect(swap).toEqual({
      start: 1,
      word: '丁',
      replaces: '愛',
      jyutping: 'ding1',
      code: '3',
      source: 'curated',
      score: 95,
      preference: expect.any(Number),
      near: 'exact',
      resolves: [1, 2],
      lowers: [],
      line: '雪丁遠',
    });
  });

  it('are at most as many as was asked', async () => {
    const instead = {
      遠: ['甲', '乙', '丙'].map((char) =>
        replacement(char, more.find((one) => one.char === char)!.readings[0]!.jyutping, '2'),
      ),
    };
    const { risks } = await fixLine('雪愛遠', { moves: '=-', replacementsByWord: instead, extraWords: more, limit: 2 });
    expect(names(risks[0]!.wordSwaps)).toEqual(['甲', '乙']);
    // Of two words together too: 丁 before, and those after.
    const both = await fixLine('雪愛遠', {
      moves: '*-',
      replacementsByWord: { ...instead, 愛: [replacement('丁', 'ding1', '3')] },
      extraWords: more,
      limit: 2,
    });
    expect(names(both.risks[0]!.wordSwaps)).toEqual(['丁', '甲']);
  });

  it('that clear the risk come before those that only lower it, each by preference', async () => {
    // 4 3 3 2 asked level, up, down, strictly. 0 3 lowers the first risk and clears the second; 4 2 would open the last.
    const instead = {
      開心: [replacement('長海', 'coeng4 hoi2', '03', { pos: 'a' })],
      雪: [replacement('丁', 'ding1', '3', { source: 'similar', score: 0, likeness: 1000 })],
    };
    const { risks } = await fixLine('雪開心大', { moves: '=+-', replacementsByWord: instead, extraWords: more });
    expect(names(risks[0]!.wordSwaps)).toEqual(['丁', '長海']);
    const [first, second] = risks[0]!.wordSwaps;
    expect(first!.preference).toBeLessThan(second!.preference);
  });

  it('are offered whatever their part of speech, with less preference', async () => {
    const preferenceOf = async (pos: 'n' | 'v') => {
      const instead = { 遠: [replacement('甲', 'gaap6', '2', { pos })] };
      const { risks } = await fixLine('雪愛遠', { moves: '=-', replacementsByWord: instead, extraWords: more });
      return risks[0]!.wordSwaps[0]!.preference;
    };
    expect(await preferenceOf('v')).toBeLessThan(await preferenceOf('n'));
  });

  it('have points that make their preference', async () => {
    const instead = { 遠: [replacement('甲', 'gaap6', '2')] };
    const asked = { moves: '=-', replacementsByWord: instead, extraWords: more };
    const { risks } = await fixLine('雪愛遠', { ...asked, explain: true });
    const { points = {}, preference } = risks[0]!.wordSwaps[0]!;
    expect((await fixLine('雪愛遠', asked)).risks[0]!.wordSwaps[0]).not.toHaveProperty('points');
    expect(points).toMatchObject({ 'curated synonym': expect.any(Number) });
    const sum = Object.values(points).reduce((total, one) => total + one, 0);
    expect(preference).toBe(Math.round(100 / (1 + Math.exp(-sum / 10))));
  });

  it('are told of when one asks about a word', async () => {
    const extraWords = [...more, wordLine('唔該', 'm4 goi1', 1000)];
    const instead = {
      遠: [
        replacement('甲', 'gaap6', '2'),
        replacement('丁', 'ding1', '3'),
        replacement('乙', 'jyut6', '2', { reg: '粵' }),
      ],
    };
    const about = async (word: string) =>
      (await fixLine('雪愛遠', { moves: '=-', replacementsByWord: instead, extraWords, about: word })).about;
    expect(await about('甲')).toEqual([{ start: 2, replaces: '遠', fault: null }]);
    expect(await about('丁')).toEqual([{ start: 2, replaces: '遠', fault: 'opens another risk' }]);
    expect(await about('乙')).toEqual([{ start: 2, replaces: '遠', fault: 'another register' }]);
    expect(await about('戊')).toEqual([]);
  });

  it('are those that lower it too, and say so', async () => {
    // 4 3 3 2 asked level, up and down: 0 3 for 開心 clears the second risk. Level songs go from tone 3 to 1 in 8 of 681, to 4 in 15 of 198.
    const instead = { 開心: [replacement('長海', 'coeng4 hoi2', '03', { pos: 'a' })] };
    const { risks } = await fixLine('雪開心大', { moves: '=+-', replacementsByWord: instead });
    expect(risks.map(({ position, wordSwaps }) => [position, names(wordSwaps)])).toEqual([
      [1, ['長海']],
      [2, ['長海']],
    ]);
    expect(risks[0]!.wordSwaps[0]).toMatchObject({ resolves: [2], lowers: [1] });
  });

  it('clear that very risk', async () => {
    // 4 4 4 asked up and down: 戊 for 遠 clears the second alone.
    const instead = { 愛: [replacement('丁', 'ding1', '3')], 遠: [replacement('戊', 'mou4', '0')] };
    const { risks } = await fixLine('雪愛遠', { moves: '+-', replacementsByWord: instead, extraWords: more });
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
      'No character fits: the melody rises into 海, but 海 before it is already on the highest pitch level, and no tone is above it; take a lower 海, or let the melody stay level into 海.',
    ],
    [
      ...['行大', '-', 1, 'bottom_of_range'],
      'No character fits: the melody falls into 大, but 行 before it is already on the lowest pitch level, and no tone is below it; take a higher 行, or let the melody rise into 大.',
    ],
    [
      ...['雪愛海', '++', 1, 'neighbours_conflict'],
      'No character fits: every tone of 愛 that fits the melody here would clash with the character after it; change that character, or let the melody stay level into 愛.',
    ],
    [
      ...['雪愛', '+', 1, 'no_candidate'],
      'No character fits: no other tone of the sound oi3 has a character in use; change the word or a neighbour, or let the melody stay level into 愛.',
    ],
    [
      ...['雪愛', '-', 1, 'no_candidate'],
      'No character fits: no other tone of the sound oi3 has a character in use; change the word or a neighbour, or let the melody stay level into 愛.',
    ],
    [
      ...['雪大', '=', 1, 'no_candidate'],
      'No character fits: no other tone of the sound daai6 has a character in use; change the word or a neighbour, or let the melody fall into 大.',
    ],
  ] as [string, string, number, string, string][])(
    '%s under %s at %d: %s',
    async (line, moves, position, code, reason) => {
      const { risks } = await fixLine(line, { moves });
      const risk = risks.find((one) => one.position === position)!;
      expect(risk).toMatchObject({ fixable: false, charSwaps: [], reasonCode: code, reason });
    },
  );

  it('names the first word swap where there is one', async () => {
    const { risks } = await fixLine('雪愛', {
      moves: '-',
      replacementsByWord: { 愛: [replacement('甲', 'gaap6', '2')] },
      extraWords: [wordLine('甲', 'gaap6', 1000)],
    });
    expect(risks[0]).toMatchObject({ fixable: false, reasonCode: 'no_candidate' });
    expect(risks[0]!.reason).toMatch(/; try 甲 for 愛, or let the melody stay level into 愛\.$/);
  });

  it('names characters of the sound in tones that do not fit', async () => {
    const { risks } = await fixLine('雪愛', { moves: '-', extraWords: [wordLine('哀', 'oi1', 1000)] });
    expect(risks[0]!.reason).toMatch(/in use with the sound of oi3 in another tone: 哀, none of which/);
  });

  it('names characters whose tone fits, and which are read otherwise there', async () => {
    const extraWords = [wordLine('礙', 'oi6', 1000), wordLine('雪礙', 'syut3 oi3', 500)];
    const { risks } = await fixLine('雪愛', { moves: '-', extraWords });
    expect(risks[0]!.charSwaps).toEqual([]);
    expect(risks[0]!.reason).toMatch(/: 礙 have the sound of oi3 in a tone that fits .*, but are read otherwise/);
  });

  it('is not said where one does', async () => {
    const { risks } = await fixLine('雪愛', {
      moves: '+',
      extraWords: [wordLine('哀', 'oi1', 1000), wordLine('雪哀', 'syut3 oi1', 500)],
    });
    expect(risks[0]).toMatchObject({ fixable: true, reasonCode: null, reason: null });
    expect(risks[0]!.charSwaps.map(({ char, line }) => [char, line])).toEqual([['哀', '雪哀']]);
  });
});

describe('phrases for neighbouring words', () => {
  const extraWords = [
    wordLine('美麗', 'mei5 lai6', 1400, { pos: 'a' }),
    wordLine('花園', 'faa1 jyun4', 1400),
    wordLine('熱烈', 'jit6 lit6', 1400, { pos: 'a' }),
    wordLine('暗淡', 'am3 taam5', 1400, { pos: 'a' }),
    wordLine('月', 'jyut6', 1400),
  ];
  const partnersByWord = {
    花園: [
      { word: '暗淡', relation: 'like_what' },
      { word: '熱烈', relation: 'like_what' },
      { word: '月', relation: 'like_what' },
    ],
  } satisfies Record<string, PartnerName[]>;

  it('are a pair that goes together and fits the melody, as the words that they stand for', async () => {
    // 4 2 3 0, asked level, up, down: 熱烈 22 and 花園 30 are that; 暗淡 44 rises to 花 too, and 月 leaves a place.
    const { risks, repairs } = await fixLine('美麗花園', { moves: '=+-', phrases: true, partnersByWord, extraWords });
    const brief = risks[0]!.phraseSwaps!.map(({ phrase, form, code, resolves }) => [phrase, form, code, resolves]);
    expect(brief).toEqual([
      ['暗淡花園', 'adjective and noun', '4430', [1]],
      ['熱烈花園', 'adjective and noun', '2230', [1]],
    ]);
    expect(repairs!.map(({ line, swaps }) => [line, swaps[0]!.source])).toEqual([
      ['暗淡花園', 'phrase'],
      ['熱烈花園', 'phrase'],
    ]);
  });

  it('stand for a counted noun with what counts it', async () => {
    const more = [...extraWords, wordLine('一', 'jat1', 1800), wordLine('朵', 'do2', 1500)];
    const { risks } = await fixLine('一朵花園', { moves: '=+-', phrases: true, partnersByWord, extraWords: more });
    expect(risks[0]!.phraseSwaps!.map(({ replaces, phrase }) => `${replaces} ${phrase}`)).toEqual([
      '一朵花園 暗淡花園',
      '一朵花園 熱烈花園',
    ]);
  });

  it('stand for no part of something longer, and are there only where they are asked for', async () => {
    const ending = await fixLine('美麗花園的海', {
      moves: '=+-*+',
      phrases: true,
      partnersByWord,
      extraWords: [...extraWords, wordLine('的', 'dik1', 1800)],
    });
    expect(ending.risks[0]!.phraseSwaps).toEqual([]);
    const { risks } = await fixLine('美麗花園', { moves: '=+-', partnersByWord, extraWords });
    expect(risks[0]).not.toHaveProperty('phraseSwaps');
  });
});
