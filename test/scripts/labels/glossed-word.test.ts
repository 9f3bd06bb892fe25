import { describe, expect, it } from '@jest/globals';
import type { GatheredWord } from '../../../indexer/compose/words/gather.ts';
import { glossedWordOf } from '../../../scripts/labels/wordnet-meaning.ts';

function isRelatable(word: string, given: Partial<GatheredWord> = {}): boolean | undefined {
  const gathered = { word, hand: [], glosses: ['vast'], popularity: 1, tag: 'a', count: 0, name: false, ...given };
  return glossedWordOf(gathered as unknown as GatheredWord)[0]?.relatable;
}

describe('words that relations are generated for', () => {
  it('are characters only where they are in some use, and longer words sooner', () => {
    expect(isRelatable('澒')).toBe(false);
    expect(isRelatable('浩茫')).toBe(true);
    expect(isRelatable('浩', { popularity: 2 })).toBe(true);
    expect(isRelatable('浩茫', { popularity: 0.3 })).toBe(false);
  });

  it('are those that people wrote, however rare', () => {
    const row = { freq: 1, category: '', pos: 'a' } as unknown as GatheredWord['hand'][number];
    expect(isRelatable('澒', { hand: [row] })).toBe(true);
  });

  it('are no names, long phrases or the commonest characters', () => {
    expect(isRelatable('浩茫', { name: true })).toBe(false);
    expect(isRelatable('浩浩茫茫呀')).toBe(false);
    expect(isRelatable('大', { count: 200_000 })).toBe(false);
  });
});
