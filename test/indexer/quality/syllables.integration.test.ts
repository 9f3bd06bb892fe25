import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseGoldLine, readGold, scoreAnnotation } from '../../../indexer/quality/gold-lines.ts';
import type { WordTable } from '../../../src/cantonese/segmentation.ts';
import { fullStoreForTests } from '../../support/full-store.ts';

describe('annotation on lines annotated by hand', () => {
  const store = fullStoreForTests();
  let table: WordTable;
  beforeAll(async () => {
    table = await store.read((lexicon) => lexicon.wordTable());
  });

  it('has more than 700 lines, none in both parts', () => {
    const texts = (['development', 'test'] as const).flatMap((part) => readGold(part).map(({ text }) => text));
    expect(texts.length).toBeGreaterThanOrEqual(700);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('counts wrong syllables, and boundaries save the optional ones', () => {
    // 愛 with ng- is the same, 上 is wrong; the cut between 愛 and 上 is optional.
    const line = parseGoldLine('lyric\t愛·上 你\tngoi3 soeng4 nei5/lei5');
    const { syllables, wrong, boundaries } = scoreAnnotation([line], table);
    expect([syllables, wrong.length]).toEqual([3, 1]);
    expect(boundaries).toEqual({ ours: 1, theirs: 1, shared: 1 });
    expect(() => parseGoldLine('lyric\t愛 你\toi3')).toThrow('not one valid syllable a character');
  });

  it('reads 98.5 % of the syllables of the test part, and finds its word boundaries with an F1 of 0.95', () => {
    const { syllables, wrong, boundaries } = scoreAnnotation(readGold('test'), table);
    expect(1 - wrong.length / syllables).toBeGreaterThanOrEqual(0.985);
    expect((2 * boundaries.shared) / (boundaries.ours + boundaries.theirs)).toBeGreaterThanOrEqual(0.95);
  });
});
