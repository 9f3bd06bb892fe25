import type { JudgedPair } from '../sources/relation-model.ts';

/** Scores of the relations that the model judged: the strict tier above the near one, both below what people wrote. */

const BASE = { strict: 62, near: 34 } as const;
/** Within a tier, how much likelihood and the replacement's popularity decide. */
const BY_LIKELIHOOD = 12;
const BY_POPULARITY = 14;
/** Below this no pair is in the table. */
const LEAST_PERCENT = 70;
/** A single character seldom stands where a longer word stood. */
const SINGLE_FOR_LONGER = 5;
const LONGER_FOR_SHORTER = 2;

/**
 * Score of `related` as a replacement of `word`, 34 to 60 for the near tier and 62 to 88 for the strict one. `rank` is the
 * place of `related` in the order of popularity among `words` words.
 */
export function scoreOfJudged(
  { tier, percent }: Pick<JudgedPair, 'tier' | 'percent'>,
  word: string,
  related: string,
  rank: number,
  words: number,
): number {
  const likelihood = (BY_LIKELIHOOD * Math.max(0, percent - LEAST_PERCENT)) / (99 - LEAST_PERCENT);
  const popularity = BY_POPULARITY * (1 - Math.log1p(rank) / Math.log1p(words));
  const extra = Math.round(likelihood + popularity) - misfit(Array.from(word).length, Array.from(related).length);
  return BASE[tier] + Math.max(0, extra);
}

function misfit(length: number, replacement: number): number {
  if (replacement === 1 && length > 1) return SINGLE_FOR_LONGER;
  return replacement > length ? LONGER_FOR_SHORTER : 0;
}
