import type { Valence } from '../../src/lexicon/entry.ts';
import type { LearnedAffect } from './learned-affect.ts';
import type { WordDecision } from './word-decision.ts';

/** Decides the affect of unrated words from their senses, their rated synonyms and the trained model. */

export interface AffectEvidence {
  /** The model's prediction; null where there are too few rated words. */
  readonly learned: LearnedAffect | null;
  /** The emotion that its rated synonyms agree on. */
  readonly bySynonyms: string | null;
  readonly valences: ReadonlyMap<string, Valence | null>;
  /** Values given by an operator or a hand-written row, which are final. A null emotion means that there is none. */
  readonly explicit: { readonly emotion: string | null | undefined; readonly valence: Valence | undefined };
}

/** From this probability on, the predicted emotion is used without other evidence. */
const MIN_EMOTION_PROBABILITY = 0.5;
/** Enough where the senses of the glosses, or the synonyms, have the same emotion. */
const MIN_CONFIRMED_EMOTION_PROBABILITY = 0.1;
const MIN_VALENCE_PROBABILITY = 0.5;
const MIN_CONFIRMED_VALENCE_PROBABILITY = 0.2;
/** Below this for both sides together a word is neutral, if enough of its features are known to the model. */
const MAX_NEUTRAL_PROBABILITY = 0.08;
const MIN_KNOWN_FEATURES = 9;

export function decideWordAffect(
  decision: WordDecision,
  { learned, bySynonyms, valences, explicit }: AffectEvidence,
): WordDecision {
  const emotion = explicit.emotion === undefined ? emotionOf(decision.emotion, bySynonyms, learned) : explicit.emotion;
  const byEmotion = emotion === null ? null : (valences.get(emotion) ?? null);
  const valence = explicit.valence ?? valenceOf(decision.valence, byEmotion, learned);
  return { ...decision, emotion, valence, learned };
}

function emotionOf(bySenses: string | null, bySynonyms: string | null, learned: LearnedAffect | null): string | null {
  if (bySynonyms !== null) return bySynonyms;
  if (!learned) return bySenses;
  if (learned.emotionProbability >= MIN_EMOTION_PROBABILITY) return learned.emotion;
  return bySenses === learned.emotion && learned.emotionProbability >= MIN_CONFIRMED_EMOTION_PROBABILITY
    ? bySenses
    : null;
}

function valenceOf(bySenses: Valence | null, byEmotion: Valence | null, learned: LearnedAffect | null): Valence | null {
  if (!learned) return bySenses ?? byEmotion;
  const { positive, negative, known } = learned;
  const [polarity, probability] = positive >= negative ? (['正', positive] as const) : (['負', negative] as const);
  if (probability >= MIN_VALENCE_PROBABILITY) return polarity;
  if ((polarity === bySenses || polarity === byEmotion) && probability >= MIN_CONFIRMED_VALENCE_PROBABILITY)
    return polarity;
  const neutral = positive + negative < MAX_NEUTRAL_PROBABILITY && (bySenses !== null || known >= MIN_KNOWN_FEATURES);
  return neutral ? '中' : null;
}
