import type { JudgedPair } from '../sources/relation-model.ts';

/** Scores of the relations that the model judged: the strict tier above the near one, both below what people wrote. */

const BASE_SCORES = { strict: 62, near: 34 } as const;
/** Within a tier, how much likelihood and the replacement's popularity decide. */
const LIKELIHOOD_WEIGHT = 12;
const POPULARITY_WEIGHT = 14;
/** Below this no pair is in the table. */
const MIN_PERCENT = 70;
/** A single character seldom stands where a longer word stood. */
const SINGLE_FOR_LONGER_PENALTY = 5;
const LONGER_FOR_SHORTER_PENALTY = 2;

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
  const likelihood = (LIKELIHOOD_WEIGHT * Math.max(0, percent - MIN_PERCENT)) / (99 - MIN_PERCENT);
  const popularity = POPULARITY_WEIGHT * (1 - Math.log1p(rank) / Math.log1p(words));
  const bonus =
    Math.round(likelihood + popularity) - lengthPenalty(Array.from(word).length, Array.from(related).length);
  return BASE_SCORES[tier] + Math.max(0, bonus);
}

function lengthPenalty(length: number, replacement: number): number {
  if (replacement === 1 && length > 1) return SINGLE_FOR_LONGER_PENALTY;
  return replacement > length ? LONGER_FOR_SHORTER_PENALTY : 0;
}
