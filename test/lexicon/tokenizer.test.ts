import { describe, expect, it } from '@jest/globals';
import { characterPairs, negatedPair, tokenize, tokensOfDefinitions } from '../../src/lexicon/tokenizer.ts';

describe('the tokens of definitions', () => {
  it('are words of letters, and characters one by one, as q has them', () => {
    expect(tokenize('To look forward; 卡拉OK')).toEqual(['to', 'look', 'forward', '卡', '拉', 'ok']);
  });

  it('are characters side by side in Chinese, each once, none across signs', () => {
    expect(characterPairs('思念家鄉；思念')).toEqual(['思念', '念家', '家鄉']);
    expect(characterPairs('海')).toEqual([]);
    expect(characterPairs('𡃁仔仔')).toEqual(['𡃁仔', '仔仔']);
  });

  it('say of what is negated that it is, whichever word negates it', () => {
    expect(characterPairs('唔開心')).toEqual(['唔開', '不開心']);
    expect(characterPairs('沒有希望')).toEqual(['沒有', '不有希', '不希望']);
    expect(negatedPair('開心')).toBe('不開心');
  });

  it('are of both languages', () => {
    expect(tokensOfDefinitions('homesick', '思念家鄉')).toEqual(['homesick', '思念', '念家', '家鄉']);
    expect(tokensOfDefinitions('homesick', undefined)).toEqual(['homesick']);
  });
});
