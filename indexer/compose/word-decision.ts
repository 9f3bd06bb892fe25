import type { PartOfSpeech, Valence } from '../../src/lexicon/entry.ts';
import type { LearnedAffect } from './learned-affect.ts';

/** What is decided of a word's meaning and feeling. Null where there is no evidence. */
export interface WordDecision {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  /** Whether a person gave the category. */
  readonly verified: boolean;
  readonly emotion: string | null;
  readonly valence: Valence | null;
  readonly themes: readonly string[];
  /** What rated words say of this one; null before they are asked, or where there are too few. */
  readonly learned: LearnedAffect | null;
}
