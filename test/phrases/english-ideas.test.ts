import { describe, expect, it } from '@jest/globals';
import { negatedBy, negatedHeadwords, readEnglish, repairEnglish } from '../../src/phrases/english.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';

/** The most popular first. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  心: 'heart',
  光: 'light',
  斷: 'to break; to give up',
  寂寞: 'lonely',
  放棄: 'to give up',
  孤寡: 'loneliness',
  三: 'three',
  四: 'four',
  唔開心: 'unhappy',
  屎: 'heartless',
  無望: 'hopeless; without hope',
};
const table = listOf(
  Object.entries(DEFINITIONS).map(([char, definition]) => ({
    ...wordLine(char, 'x', 1500, { vulgar: char === '屎' }),
    definition,
  })),
);
const headwords = (...tokens: string[]) => readEnglish(tokens, table).headwords;

describe('English words by the glosses of the lexicon', () => {
  it('are read together where a gloss has them together, inflected or not', () => {
    expect(readEnglish(['giving', 'up', 'now'], table)).toEqual({
      text: 'giving up',
      tokens: ['giving', 'up'],
      headwords: ['放棄'],
      length: 2,
      isPhrasal: true,
    });
  });

  it('are those of the word itself and its family, more popular ones first', () => {
    // 孤寡 is number 5, 寂寞 number 3 and of the family: (3 + 1) × 4.
    expect(headwords('loneliness')).toEqual(['孤寡', '寂寞']);
    expect(headwords('lonely')).toEqual(['寂寞', '孤寡']);
    expect(headwords('xyz')).toEqual([]);
  });

  it('are never coarse', () => {
    expect(headwords('heartless')).toEqual([]);
  });

  it('are repaired where they are misspelled, or taken apart', () => {
    expect(repairEnglish('lonley', table).map(({ text }) => text)).toEqual(['lonely']);
    expect(repairEnglish('heartlight', table).map(({ headwords }) => headwords)).toEqual([['心'], ['光']]);
    expect(repairEnglish('qqqqqqq', table)).toEqual([]);
  });

  it('are negated by a prefix, a suffix or a word of a gloss', () => {
    expect(negatedHeadwords('happy', table)).toEqual(['唔開心']);
    expect(negatedHeadwords('hope', table)).toEqual(['無望']);
    expect([negatedBy('unloved'), negatedBy('hopeless'), negatedBy('under')]).toEqual(['loved', 'hope', undefined]);
  });
});
