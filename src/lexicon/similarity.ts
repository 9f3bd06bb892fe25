import { type Entry, NEUTRAL_EMOTION, type RelationSource } from './entry.ts';
import type { SimilarityFeatures } from './query.ts';

/** Whole-number boosts, added up. A synonym outweighs everything that is only shared, a curated one every generated one. */
const WEIGHT = {
  self: 1000,
  curated: 800,
  /** A generated synonym has this and `perScore` for each point of its score (1 to 100): at most 600. */
  generated: 200,
  perScore: 4,
  sameEmotion: 60,
  sharedTheme: 40,
  sameCategory: 30,
} as const;

/** The features of a word that nothing is like. */
export const LIKE_NOTHING: SimilarityFeatures = { words: new Map(), maximum: WEIGHT.self };

/**
 * What makes other words like `entry` in meaning: its synonyms, its emotion (the neutral one says nothing), its tagged themes
 * (one boost, however many are shared) and its category. `maximum` is what the word itself scores.
 */
export function similarityFeatures(
  entry: Pick<Entry, 'char' | 'category' | 'affect'>,
  synonyms: readonly { word: string; source: RelationSource; score: number }[],
): SimilarityFeatures {
  const words = new Map<string, number>();
  for (const { word, source, score } of synonyms)
    words.set(word, source === 'curated' ? WEIGHT.curated : WEIGHT.generated + WEIGHT.perScore * score);
  words.set(entry.char, WEIGHT.self);

  const { emotion, themes } = entry.affect;
  const feels = emotion !== NEUTRAL_EMOTION;
  const maximum =
    WEIGHT.self +
    (feels ? WEIGHT.sameEmotion : 0) +
    (themes.length > 0 ? WEIGHT.sharedTheme : 0) +
    (entry.category === null ? 0 : WEIGHT.sameCategory);
  return {
    words,
    maximum,
    ...(feels ? { emotion: [emotion, WEIGHT.sameEmotion] as const } : {}),
    ...(themes.length > 0 ? { themes: [themes, WEIGHT.sharedTheme] as const } : {}),
    ...(entry.category === null ? {} : { category: [entry.category, WEIGHT.sameCategory] as const }),
  };
}
