import { describe, expect, it } from '@jest/globals';
import { isFunctionWord, isLightWord, isNegation } from '../../src/phrases/parse.ts';

describe('what words do in a phrase', () => {
  it('is told of both languages', () => {
    expect(['唔', '不再', '無法', 'never', 'without'].filter((word) => !isNegation(word))).toEqual([]);
    expect(['嘅', '我', '同你', '一封', 'the', 'my', 'myself'].filter((word) => !isFunctionWord(word))).toEqual([]);
    expect(['想', '人', 'get'].filter((word) => !isLightWord(word))).toEqual([]);
  });

  it('is nothing of words that only look like negations', () => {
    expect(['不如', '不過', '無聊', '未來', '唔該', '別人', '非常', 'nothingness'].filter(isNegation)).toEqual([]);
  });
});
