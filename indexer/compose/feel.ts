import type { Valence } from '../../src/lexicon/entry.ts';
import type { Decided } from './decided.ts';
import type { LearnedAffect } from './learned-affect.ts';

/** The feeling of words that nobody rated, from what their senses show and what rated words say of them. */

export interface FeelingEvidence {
  /** What rated words say of it; null where there are too few of them. */
  readonly learned: LearnedAffect | null;
  /** The emotion that its rated synonyms agree on. */
  readonly bySynonyms: string | null;
  readonly valences: ReadonlyMap<string, Valence | null>;
  /** What an operator or a person said: it stands. An emotion of null says that there is none. */
  readonly given: { readonly emotion: string | null | undefined; readonly valence: Valence | undefined };
}

/** From this probability on an emotion is believed by itself. */
const EMOTION_ALONE = 0.5;
/** Enough where the glosses' senses, or the synonyms, speak for the same emotion. */
const EMOTION_CONFIRMED = 0.1;
const VALENCE_ALONE = 0.5;
const VALENCE_CONFIRMED = 0.2;
/** Below this for both sides together a word is neutral, and known to be so if enough of its features are known. */
const NEUTRAL = 0.08;
const LEAST_KNOWN = 9;

export function feel(own: Decided, { learned, bySynonyms, valences, given }: FeelingEvidence): Decided {
  const emotion = given.emotion === undefined ? emotionOf(own.emotion, bySynonyms, learned) : given.emotion;
  const byEmotion = emotion === null ? null : (valences.get(emotion) ?? null);
  const valence = given.valence ?? valenceOf(own.valence, byEmotion, learned);
  return { ...own, emotion, valence, learned };
}

function emotionOf(bySenses: string | null, bySynonyms: string | null, learned: LearnedAffect | null): string | null {
  if (bySynonyms !== null) return bySynonyms;
  if (!learned) return bySenses;
  if (learned.emotionProbability >= EMOTION_ALONE) return learned.emotion;
  return bySenses === learned.emotion && learned.emotionProbability >= EMOTION_CONFIRMED ? bySenses : null;
}

function valenceOf(bySenses: Valence | null, byEmotion: Valence | null, learned: LearnedAffect | null): Valence | null {
  if (!learned) return bySenses ?? byEmotion;
  const { positive, negative, known } = learned;
  const [side, probability] = positive >= negative ? (['正', positive] as const) : (['負', negative] as const);
  if (probability >= VALENCE_ALONE) return side;
  if ((side === bySenses || side === byEmotion) && probability >= VALENCE_CONFIRMED) return side;
  const neutral = positive + negative < NEUTRAL && (bySenses !== null || known >= LEAST_KNOWN);
  return neutral ? '中' : null;
}
