import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GoldLine, parseGoldLine, readGold, SPLITS } from '../../../indexer/evaluation/gold.ts';
import { f1, ownAnnotator, score, toJyutping } from '../../../indexer/evaluation/score.ts';
import type { WordTable } from '../../../src/cantonese/segmentation.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../../support/full-build.ts';

describe('scoring', () => {
  const line = parseGoldLine('lyric\t愛·上 你\toi3 soeng5 nei5/lei5');
  it('counts wrong syllables, wrong levels and boundaries, and leaves optional ones out', () => {
    const { syllables, wrongSyllables, wrongLevels, boundaries } = score([line], () => ({
      readings: ['ngoi3', 'soeng3', 'nei6'],
      boundaries: new Set([0, 1]),
    }));
    // 愛 with ng- is the same; 上 is wrong but on the same level; 你 is wrong in both.
    expect([syllables, wrongSyllables, wrongLevels]).toEqual([3, 2, 1]);
    expect(boundaries).toEqual({ correct: 0, surplus: 0, missing: 1 });
  });
  it('counts whole words, with the optional boundaries that the annotator chose', () => {
    const cut = (words: string, ...places: number[]) =>
      score([parseGoldLine(`spoken\t${words}`)], () => ({ readings: [], boundaries: new Set([0, ...places]) }));
    // 愛上 is one word here and 你 another; nothing is read in a line of words alone.
    expect(cut('愛·上 你', 2)).toMatchObject({ syllables: 0, words: { correct: 2, surplus: 0, missing: 0 } });
    expect(cut('愛·上 你', 1, 2).words).toEqual({ correct: 3, surplus: 0, missing: 0 });
    // 愛上你 stands for 愛上 and 你.
    expect(cut('愛·上 你').words).toEqual({ correct: 0, surplus: 1, missing: 2 });
  });
  it('refuses a line with a syllable too few', () => {
    expect(() => parseGoldLine('lyric\t愛 你\toi3')).toThrow('not one valid syllable a character');
  });
});

describe('annotation on lines annotated by hand', () => {
  let store: LexiconStore;
  let table: WordTable;
  beforeAll(async () => {
    store = await fullStore();
    table = await store.read((lexicon) => lexicon.wordTable());
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => store.close());

  it('has more than 700 lines, none in both parts', () => {
    const texts = SPLITS.flatMap((part) => readGold(part).map(({ text }: GoldLine) => text));
    expect(texts.length).toBeGreaterThanOrEqual(700);
    expect(new Set(texts).size).toBe(texts.length);
  });
  it('makes at most half as many errors as to-jyutping on the test part', () => {
    const lines = readGold('test');
    const [ours, theirs] = [score(lines, ownAnnotator(table)), score(lines, toJyutping)];
    expect(ours.wrongSyllables).toBeLessThanOrEqual(theirs.wrongSyllables / 2);
    expect(ours.wrongLevels).toBeLessThanOrEqual(theirs.wrongLevels / 2);
  });
  it('reads 98.5 % of its syllables and 99 % of its levels', () => {
    const { syllables, wrongSyllables, wrongLevels } = score(readGold('test'), ownAnnotator(table));
    expect(1 - wrongSyllables / syllables).toBeGreaterThanOrEqual(0.985);
    expect(1 - wrongLevels / syllables).toBeGreaterThanOrEqual(0.99);
  });
  it('finds word boundaries with an F1 of 0.95, and words with one of 0.88', () => {
    const { boundaries, words } = score(readGold('test'), ownAnnotator(table));
    expect(f1(boundaries!)).toBeGreaterThanOrEqual(0.95);
    expect(f1(words!)).toBeGreaterThanOrEqual(0.88);
  });
  it('counts the letters of Latin words as the lines do', () => {
    const text = 'baby 我愛你';
    const { readings, boundaries } = ownAnnotator(table)(text);
    expect(readings).toHaveLength(text.length);
    expect([...boundaries!]).toEqual([0, 4, 5, 6, 7]);
  });
});
