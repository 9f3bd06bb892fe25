import type { PartOfSpeech, Valence } from '../../src/lexicon/entry.ts';
import type { LearnedAffect } from './learned-affect.ts';

/** Decided part of speech, category and affect of a word. Null where there is no evidence. */
export interface WordDecision {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  /** Whether the category is hand-written. */
  readonly verified: boolean;
  readonly emotion: string | null;
  readonly valence: Valence | null;
  readonly themes: readonly string[];
  /** The affect model's prediction; null before the affect stage, or where there are too few rated words. */
  readonly learned: LearnedAffect | null;
}
