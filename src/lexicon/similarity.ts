import { type Entry, NEUTRAL_EMOTION, type RelationSource } from './entry.ts';
import type { SimilarityFeatures } from './query.ts';

/** Whole-number boosts, added up. A synonym outweighs everything that is only shared, a curated one every generated one. */
const WEIGHTS = {
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
export const NO_SIMILARITY_FEATURES: SimilarityFeatures = { words: new Map(), maximum: WEIGHTS.self };

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
    words.set(word, source === 'curated' ? WEIGHTS.curated : WEIGHTS.generated + WEIGHTS.perScore * score);
  words.set(entry.char, WEIGHTS.self);

  const { emotion, themes } = entry.affect;
  const hasEmotion = emotion !== NEUTRAL_EMOTION;
  const maximum =
    WEIGHTS.self +
    (hasEmotion ? WEIGHTS.sameEmotion : 0) +
    (themes.length > 0 ? WEIGHTS.sharedTheme : 0) +
    (entry.category === null ? 0 : WEIGHTS.sameCategory);
  return {
    words,
    maximum,
    ...(hasEmotion ? { emotion: [emotion, WEIGHTS.sameEmotion] as const } : {}),
    ...(themes.length > 0 ? { themes: [themes, WEIGHTS.sharedTheme] as const } : {}),
    ...(entry.category === null ? {} : { category: [entry.category, WEIGHTS.sameCategory] as const }),
  };
}
