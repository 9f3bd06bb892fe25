import { describe, expect, it } from '@jest/globals';
import { unitsOfPhrase } from '../../src/phrases/parse.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';

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

describe('the words of a phrase', () => {
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
