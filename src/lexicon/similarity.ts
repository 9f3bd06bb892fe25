import { type Entry, NEUTRAL_EMOTION, type RelationSource } from './entry.ts';
import type { SimilarityFeatures } from './query.ts';

/** Integer weights. A synonym outweighs all shared features together, a curated one every generated one. */
const WEIGHTS = {
  self: 1000,
  curated: 800,
  /** The weight of a generated synonym is this plus `perScore` for each point of its score (1 to 100): at most 600. */
  generated: 200,
  perScore: 4,
  sameEmotion: 60,
  sharedTheme: 40,
  sameCategory: 30,
} as const;

/** Features of a word without similar words. */
export const NO_SIMILARITY_FEATURES: SimilarityFeatures = { words: new Map(), maximum: WEIGHTS.self };

/**
 * The features of words similar to `entry`: its synonyms, its emotion (unless neutral), its tagged themes (counted once, however
 * many are shared) and its category. `maximum` is the score of the word itself.
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
