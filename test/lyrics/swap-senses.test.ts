import { describe, expect, it } from '@jest/globals';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import type { Span } from '../../src/lyrics/spans.ts';
import { groupedBySense, inSaidSenses, saidSenses } from '../../src/lyrics/swap-senses.ts';
import type { WordSwap } from '../../src/lyrics/swaps.ts';
import { listOf, sungLine, wordLine } from './lines.ts';

const told = (sense: string, cues: Record<string, number>): EntryLine['senses'][number] => ({
  pos: 'v',
  category: null,
  definition: '',
  synonyms: [],
  told: { sense, definition_zh: '義', reg: '通', example: '例', antonyms: [], cues },
});

const WORDS = listOf([
  { ...wordLine('掛', 'gwaa3', 1500, { pos: 'v' }), senses: [told('hang', { 畫: 4 }), told('miss', { 心: 4 })] },
  wordLine('畫', 'waa2', 1300),
  wordLine('心', 'sam1', 1300),
  wordLine('天', 'tin1', 1300),
]);

const similar = { vector: Int8Array.of(1), pos: 'v' as const, codes: ['3'] };
const spanOf = (text: string, start: number): Span => ({
  start,
  end: start + 1,
  text,
  headword: text,
  pos: 'v',
  hasObject: false,
  loss: 0,
  query: { word: text, length: 1, similar },
});

describe('swaps for a word of several senses', () => {
  const queriesIn = (text: string, spans: Span[]) => {
    const line = sungLine(text, WORDS);
    return inSaidSenses(spans, line, saidSenses(line, WORDS)).map(({ query }) => query);
  };

  it('are asked for in the sense that the line decides', () => {
    expect(queriesIn('心，掛', [spanOf('心', 0), spanOf('掛', 1)])).toEqual([
      { word: '心', length: 1, similar },
      { word: '掛', length: 1, sense: 'miss', similar },
    ]);
    expect(queriesIn('天掛', [spanOf('掛', 1)])).toEqual([{ word: '掛', length: 1, similar }]);
    // Each place by itself.
    expect(queriesIn('掛天天天天天掛畫', [spanOf('掛', 6)])).toEqual([
      { word: '掛', length: 1, sense: 'hang', similar },
    ]);
  });

  it('are grouped by its senses in order of use, those of none last, in the places that they have', () => {
    const swap = (word: string, replaces: string, sense?: string, preference = 80) =>
      ({
        start: replaces === '掛' ? 0 : 1,
        word,
        replaces,
        preference,
        ...(sense === undefined ? {} : { sense }),
      }) as WordSwap;
    const swaps = [
      swap('念', '掛', 'miss'),
      swap('圖', '畫'),
      swap('搭', '掛'),
      swap('吊', '掛', 'hang'),
      swap('想', '掛', 'miss'),
    ];
    expect(groupedBySense(swaps, WORDS).map(({ word }) => word)).toEqual(['吊', '圖', '念', '想', '搭']);
    expect(groupedBySense([], WORDS)).toEqual([]);
    // A swap that goes so much better with the line shows that its sense is meant.
    const ahead = (preference: number) =>
      groupedBySense([swap('念', '掛', 'miss', preference), swap('吊', '掛', 'hang')], WORDS).map(({ word }) => word);
    expect(ahead(86)).toEqual(['吊', '念']);
    expect(ahead(87)).toEqual(['念', '吊']);
  });
});
