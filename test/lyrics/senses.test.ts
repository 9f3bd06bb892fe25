import { describe, expect, it } from '@jest/globals';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { partnerSenseOf, sensesOfLine } from '../../src/lyrics/line-senses.ts';
import { annotateText, listOf, wordLine } from './lines.ts';

const told = (sense: string, pos: PartOfSpeech, cues: Record<string, number>): EntryLine['senses'][number] => ({
  pos,
  category: null,
  definition: '',
  synonyms: [],
  told: { sense, definition_zh: '義', reg: '通', example: '例', antonyms: [], cues },
});

const WORDS = listOf([
  {
    ...wordLine('掛', 'gwaa3', 1500, { pos: 'v' }),
    senses: [told('hang', 'v', { 畫: 4, 天: 2, 人: 2 }), told('miss', 'v', { 心: 4, 人: 2, 天: 3 })],
  },
  { ...wordLine('花', 'faa1', 1500), senses: [told('flower', 'n', { 天: 1 }), told('spend', 'v', { 開: 4 })] },
  ...['畫', '心', '天', '人', '地', '開'].map((char) => wordLine(char, 'sam1', 1300)),
]);

describe('the sense that a partner goes with', () => {
  it('is the one that it tells more than any other', () => {
    const senseOf = partnerSenseOf('掛', WORDS);
    expect(['畫', '心', '天'].map((partner) => senseOf(partner, 'takes'))).toEqual(['hang', 'miss', 'miss']);
  });

  it('is one whose part of speech has such partners, whatever else would tell', () => {
    const senseOf = partnerSenseOf('花', WORDS);
    expect([senseOf('開', 'does'), senseOf('地', 'takes'), senseOf('地', 'describes')]).toEqual([
      'flower',
      'spend',
      undefined,
    ]);
  });

  it('is none where it tells several alike, or nothing', () => {
    const senseOf = partnerSenseOf('掛', WORDS);
    expect(['人', '地', '冇呢個'].map((partner) => senseOf(partner, 'takes'))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(partnerSenseOf('心', WORDS)('掛', 'does')).toBeUndefined();
    expect(partnerSenseOf('冇呢個', WORDS)('掛', 'does')).toBeUndefined();
  });
});

type SenseLine = EntryLine['senses'][number];

function described(
  sense: string,
  pos: SenseLine['pos'],
  definition: string,
  example: string,
  rest: { cues?: Record<string, number>; jyutping?: string; category?: string } = {},
): SenseLine {
  const { category = null, ...telling } = rest;
  return {
    pos,
    category,
    definition: '',
    synonyms: [],
    told: { sense, definition_zh: definition, reg: '通', example, antonyms: [], ...telling },
  };
}

const AMBIGUOUS_WORDS = listOf([
  {
    ...wordLine('開', 'hoi1', 1500, { pos: 'v' }),
    senses: [
      described('open', 'v', '由合變分', '開門', { cues: { 門: 4, 窗: 2 } }),
      described('bloom', 'v', '花朵張開', '花開了', { cues: { 花: 4, 春: 1 } }),
    ],
  },
  {
    ...wordLine('重', 'cung5 / zung6', 1400, { pos: 'a' }),
    senses: [
      described('heavy', 'a', '分量大', '好重', { jyutping: 'cung5' }),
      described('serious', 'a', '程度深', '病重', { jyutping: 'zung6' }),
      described('layer', 'n', '量詞', '三重'),
    ],
  },
  {
    ...wordLine('過', 'gwo3', 1400, { pos: 'v' }),
    senses: [
      described('cross', 'v', '經過', '過橋', { cues: { 星: 4 } }),
      described('ever', 'r', '曾經', '試過', { category: 'adv.particle' }),
    ],
  },
  {
    ...wordLine('好', 'hou2', 1400, { pos: 'a' }),
    senses: [described('good', 'a', '令人滿意', '好人', { cues: { 天: 4 } }), described('very', 'r', '程度深', '好凍')],
  },
  wordLine('門', 'mun4', 1300),
  wordLine('花', 'faa1', 1300),
  wordLine('春', 'ceon1', 1300),
  wordLine('春風', 'ceon1 fung1', 1300),
  wordLine('花朵', 'faa1 do2', 1300),
  wordLine('星', 'sing1', 1300),
  wordLine('天', 'tin1', 1300),
  wordLine('見', 'gin3', 1300, { pos: 'v' }),
  {
    ...wordLine('可以', 'ho2 ji5', 1500, { pos: 'v' }),
    senses: [described('can', 'v', '得到允許', '你可以走'), described('fine', 'a', '不錯', '今次都幾可以')],
  },
  {
    ...wordLine('走', 'zau2', 1500, { pos: 'v' }),
    senses: [described('leave', 'v', '離去', '你走了以後'), described('walk', 'v', '用腳前行', '一起走下去')],
  },
  wordLine('凍', 'dung3', 1300, { pos: 'a' }),
]);

function sensesIn(text: string, readings: { position: number; jyutping: string }[] = []): string[] {
  const [line] = annotateText(
    [text],
    AMBIGUOUS_WORDS,
    readings.map((reading) => ({ line: 0, ...reading })),
  );
  const senses = sensesOfLine(line!, AMBIGUOUS_WORDS);
  return line!.segments.map(({ start, end }, i) => {
    const word = line!.characters
      .slice(start, end)
      .map(({ char }) => char)
      .join('');
    return senses[i] === undefined ? word : `${word} ${senses[i]}`;
  });
}

describe('the sense of a word in a line', () => {
  it('is the one that the words around it go with, and none where they say nothing', () => {
    expect(sensesIn('開門')).toEqual(['開 open', '門']);
    expect(sensesIn('花開')).toEqual(['花', '開 bloom']);
    expect(sensesIn('開天')).toEqual(['開', '天']);
    expect(sensesIn('開')).toEqual(['開']);
  });

  it('is not said where they go with several as much', () => {
    expect(sensesIn('花門開')).toEqual(['花', '門', '開']);
  });

  it('is described by words of its definition, and by the characters of longer words', () => {
    // 花朵 stands in the definition of bloom, and half of a cue is in it.
    expect(sensesIn('開天天花朵')).toEqual(['開 bloom', '天', '天', '花朵']);
    // Half a weak cue is too little: 1 × 5 points, near.
    expect(sensesIn('春風開')).toEqual(['春風', '開']);
  });

  it('is that of the reading, where the reading is not the usual one', () => {
    expect(sensesIn('重', [{ position: 0, jyutping: 'zung6' }])).toEqual(['重']);
    // Neither is it the usual reading that tells heavy from the others.
    expect(sensesIn('重')).toEqual(['重']);
    const [line] = annotateText(['病重'], AMBIGUOUS_WORDS, [{ line: 0, position: 1, jyutping: 'zung6' }]);
    // As in its example.
    expect(sensesOfLine(line!, AMBIGUOUS_WORDS)[1]).toBe('serious');
  });

  it('is a particle behind a verb, and an adverb before an adjective, whatever else goes with the word', () => {
    expect(sensesIn('見過星')).toEqual(['見', '過 ever', '星']);
    expect(sensesIn('過星')).toEqual(['過 cross', '星']);
    expect(sensesIn('天好凍')).toEqual(['天', '好 very', '凍']);
    expect(sensesIn('天好')).toEqual(['天', '好 good']);
  });

  it('is no adjective before a verb, where the word can be one', () => {
    expect(sensesIn('可以見')).toEqual(['可以 can', '見']);
    expect(sensesIn('可以')).toEqual(['可以']);
  });

  it('is what is done where the line says so at its end, as the example does', () => {
    expect(sensesIn('走咗')).toEqual(['走 leave', '咗']);
    expect(sensesIn('走了一天')).toEqual(['走', '了', '一', '天']);
  });
});
