import { REFERENCE_WORDS } from '../../../src/lexicon/meaning.ts';

/**
 * The rank that a word of some popularity has in the lexicon of November 2026: what is reckoned from it stays as it is when other words
 * come and go, as the popularity of words of meaning and their order as ends of a line should.
 */

/** Popularities of words of that lexicon and their ranks. Ranks between them are on average 0.3 % from the true ones. */
const POINTS: readonly (readonly [popularity: number, rank: number])[] = [
  [6.67, 0],
  [5.489, 20],
  [5.05, 60],
  [4.746, 150],
  [4.52, 300],
  [4.212, 600],
  [3.951, 1000],
  [3.773, 1500],
  [3.66, 2000],
  [3.465, 3000],
  [3.3, 4000],
  [3.052, 6000],
  [2.878, 8000],
  [2.705, 11_000],
  [2.466, 15_000],
  [2.24, 20_000],
  [2.049, 25_000],
  [1.893, 30_000],
  [1.771, 35_000],
  [1.632, 40_000],
  [1.502, 45_000],
  [1.38, 50_000],
  [1.263, 55_000],
  [1.154, 60_000],
  [1.054, 65_000],
  [0.976, 70_000],
  [0.876, 75_000],
  [0.755, 80_000],
  [0.611, 85_000],
  [0.451, 90_000],
  [0.312, 95_000],
  [0.216, 100_000],
  [0.121, 105_000],
  [0.021, 110_000],
  [-0.118, 115_000],
  [-0.348, 118_000],
  [-0.774, 120_000],
  [-1.699, REFERENCE_WORDS],
];

/** Not a whole number; 0 for what is more popular than all words of that lexicon. */
export function referenceRank(popularity: number): number {
  const after = POINTS.findIndex(([lower]) => popularity >= lower);
  if (after < 0) return REFERENCE_WORDS;
  if (after === 0) return 0;
  const [[upper, rank], [lower, rankAfter]] = [POINTS[after - 1]!, POINTS[after]!];
  return rank + ((rankAfter - rank) * (upper - popularity)) / (upper - lower);
}
