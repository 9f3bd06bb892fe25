import { describe, expect, it } from '@jest/globals';
import { negatedHeadwords, readEnglish, repairEnglish } from '../../src/phrases/english.ts';
import { unitsOfPhrase } from '../../src/phrases/parse.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';

describe('units', () => {
  const table = listOf([
    ...['食', '咗', '孤單', '等', '你', '你好', '耐', '好耐', '嗎', '冇', '冇信心', '信心', '冇相干'].map((char) =>
      wordLine(char, 'x', 1500),
    ),
    wordLine('happy', 'hep1 pi2', 1500),
  ]);
  const read = (text: string) => {
    const { units, isNormalized } = unitsOfPhrase(text, table);
    return [units.map(({ text, isEnglish }) => (isEnglish ? `${text}/en` : text)).join(' '), isNormalized];
  };

  it('are read as they were meant', () => {
    expect(read('食左')).toEqual(['食 咗', true]);
    // Letters for a character leave no letters behind.
    expect(read('食zo')).toEqual(['食 咗', true]);
    expect(read('孤单')).toEqual(['孤單', true]);
    expect(read('孤單')).toEqual(['孤單', false]);
  });

  it('greet nobody where 好 belongs to what follows', () => {
    expect(read('等咗你好耐')).toEqual(['等 咗 你 好耐', false]);
    expect(read('你好嗎')).toEqual(['你好 嗎', false]);
  });

  it('are what is lacking apart from its negation, where it is a word', () => {
    expect(read('食咗冇信心')).toEqual(['食 咗 冇 信心', false]);
    expect(read('冇相干')).toEqual(['冇相干', false]);
  });

  it('are negated where English contracts it, without other contractions and single letters', () => {
    expect(read("I don't know what's a Rain-Night")).toEqual(['do/en not/en know/en what/en rain/en night/en', false]);
    expect(read("can't, won’t")).toEqual(['can/en not/en will/en not/en', false]);
  });

  it('are English among English ones, whether Cantonese has them too', () => {
    expect(read('happy')).toEqual(['happy/en', false]);
  });
});

describe('ideas of English', () => {
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
  });
});
