import { describe, expect, it } from '@jest/globals';
import { functionWordProblems } from '../../../indexer/check/function-words.ts';

describe('the list of function words', () => {
  it('holds words of the lexicon, each once and with a reason', () => {
    const rows = [
      { words: '的、嘅', reason: 'joins' },
      { words: '在、嘅、嘅嘅', reason: ' ' },
    ];
    const problems = functionWordProblems(rows, (word) => word !== '嘅嘅');
    expect(problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)).toEqual([
      '3 reason: a reason is missing',
      '3 words: 嘅 is listed twice',
      '3 words: 嘅嘅 is not in the lexicon',
    ]);
    expect(functionWordProblems(rows.slice(0, 1), () => true)).toEqual([]);
  });
});
