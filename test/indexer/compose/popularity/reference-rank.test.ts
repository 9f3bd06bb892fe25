import { describe, expect, it } from '@jest/globals';
import { referenceRank } from '../../../../indexer/compose/popularity/reference-rank.ts';
import { REFERENCE_WORDS } from '../../../../src/lexicon/meaning.ts';

describe('the rank of a popularity', () => {
  it('is that of the points, and between them in proportion', () => {
    expect([6.67, 3.951, 0.216].map(referenceRank)).toEqual([0, 1000, 100_000]);
    expect(referenceRank((1.38 + 1.263) / 2)).toBeCloseTo(52_500);
  });

  it('stays within the lexicon', () => {
    expect([9, -9].map(referenceRank)).toEqual([0, REFERENCE_WORDS]);
  });

  it('grows as popularity falls', () => {
    const ranks = Array.from({ length: 900 }, (_, step) => referenceRank(7 - step / 100));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });
});
