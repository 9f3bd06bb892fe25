import { describe, expect, it } from '@jest/globals';
import { candidatesOfSpan } from '../../src/lyrics/candidates.ts';
import { characterTable } from '../../src/lyrics/character-table.ts';
import type { Span } from '../../src/lyrics/spans.ts';
import { listOf, replacement, wordLine } from './lines.ts';

const characters = characterTable(
  listOf([wordLine('冷', 'laang5', 1400, { pos: 'a' }), wordLine('冽', 'lit6', 100, { kind: 'specialist' })]),
);
const COLD: Span = {
  start: 2,
  end: 3,
  text: '冷',
  headword: '冷',
  pos: 'a',
  hasObject: false,
  loss: 0,
  query: { word: '冷', length: 1 },
};
const VERY_COLD: Span = { ...COLD, start: 1, text: '很冷', loss: 10, query: { word: '冷', length: 2 } };

describe('candidates', () => {
  it('are in order of preference, each once, as long as the span', () => {
    const found = candidatesOfSpan(
      COLD,
      [
        replacement('寒', 'hon4', '0', { pos: 'a', score: 92 }),
        replacement('涼', 'loeng4', '0', { pos: 'a', score: 95 }),
        replacement('涼', 'loeng4', '0', { pos: 'a', source: 'generated', score: 60 }),
        replacement('冷', 'laang5', '4', { pos: 'a' }),
        replacement('寒冷', 'hon4 laang5', '04', { pos: 'a' }),
        replacement('凍', 'dung3', '4', { pos: 'a', reg: '粵' }),
      ],
      characters,
      'written',
    );
    expect(found.map(({ word, preference }) => [word, preference])).toEqual([
      ['涼', 89],
      ['寒', 86],
    ]);
  });

  it('hold no object of their own before a verb, unless the word did', () => {
    const own = characterTable(
      listOf([
        wordLine('開', 'hoi1', 1400, { pos: 'v' }),
        wordLine('燈', 'dang1', 1400, { pos: 'n' }),
        wordLine('流', 'lau4', 1400, { pos: 'v' }),
        wordLine('淚', 'leoi6', 1400, { pos: 'n' }),
      ]),
    );
    const found = (headword: string) => {
      const span: Span = { ...COLD, end: 4, text: headword, headword, pos: 'v', isBeforeVerb: true };
      return candidatesOfSpan(span, [replacement('開燈', 'hoi1 dang1', '33', { pos: 'v' })], own, 'written').length;
    };
    expect(found('照亮')).toBe(0);
    expect(found('流淚')).toBe(1);
  });

  it('put specialist entries behind every other word, however near they are', () => {
    const found = candidatesOfSpan(
      COLD,
      [
        replacement('冽', 'lit6', '2', { pos: 'a', score: 95, likeness: 1600 }),
        replacement('寒', 'hon4', '0', { pos: 'a', source: 'similar', score: 0, likeness: 1350 }),
      ],
      characters,
      'written',
    );
    expect(found.map(({ word }) => word)).toEqual(['寒', '冽']);
  });

  it('for two words are only synonyms of the same part of speech, less gladly', () => {
    const found = candidatesOfSpan(
      VERY_COLD,
      [
        replacement('寒冷', 'hon4 laang5', '04', { pos: 'a' }),
        replacement('寒流', 'hon4 lau4', '00', { pos: 'n' }),
        replacement('冰凍', 'bing1 dung3', '34', { pos: 'a', source: 'similar', score: 0, likeness: 1600 }),
      ],
      characters,
      'written',
    );
    expect(found.map(({ start, replaces, word, preference }) => [start, replaces, word, preference])).toEqual([
      [1, '很冷', '寒冷', 76],
    ]);
  });

  it('for two words by the meaning of both are no synonyms of either, and of any part of speech', () => {
    const pair: Span = { ...VERY_COLD, pos: undefined, loss: 0, reach: 'pair' };
    const found = candidatesOfSpan(
      pair,
      [
        replacement('寒冷', 'hon4 laang5', '04', { pos: 'a' }),
        replacement('冰凍', 'bing1 dung3', '34', { pos: 'n', source: 'similar', score: 0, likeness: 1514 }),
      ],
      characters,
      'written',
    );
    expect(found.map(({ word, near, preference }) => [word, near, preference])).toEqual([['冰凍', 'close', 87]]);
  });
});
