import type { Valence } from '../../../src/lexicon/entry.ts';
import { FUNCTION_WORDS } from '../../../src/lexicon/function-words.ts';
import type { AffectRow } from '../../tables/hand-written.ts';
import type { MeaningDecisions, MeaningInput, WordDecision } from '../categories/decisions.ts';
import type { Relations } from '../relations/relations.ts';
import { type LearnedAffect, learnAffect } from './learned-affect.ts';

/** What words feel like: what people rated, and what follows for the others from their senses, rated synonyms and the trained model. */

export interface DecisionInput extends MeaningInput {
  readonly relations: Relations;
}

const OF_FUNCTION_WORD = { emotion: null, valence: '中', themes: [], isFunctionWord: true } as const;

/** Decides the affect of unrated words: from rated synonyms, then from the model trained on all rated words. */
export function decideAffect(input: DecisionInput, { decisions, rows, inherited }: MeaningDecisions): WordDecision[] {
  const { words, relations, tables } = input;
  const valences = new Map(tables.emotions.map(({ value }) => [value.emotion, value.valence ?? null]));
  const ratedEmotionOf = (number: number) => (rows.has(words[number]!.word) ? decisions[number]!.emotion : undefined);
  const learnedAffectOf = createAffectLearner(input, decisions, rows);
  const functionWords = FUNCTION_WORDS.union(new Set(tables.unfeltFunctionWords.flatMap(({ value }) => value.words)));
  return decisions.map((decision, number) => {
    const { word, patch } = words[number]!;
    const row = rows.get(word);
    // What such a word feels like or is about in a rare sense says nothing of the word.
    if (!row && !patch && functionWords.has(word)) return { ...decision, ...OF_FUNCTION_WORD };
    // A rating is final, even one of "no emotion"; so is an inherited one.
    const isRated = row !== undefined || inherited.has(number);
    const inheritedValence = row || !isRated ? undefined : (decision.valence ?? undefined);
    return decideWordAffect(decision, {
      learned: learnedAffectOf ? learnedAffectOf(number) : null,
      bySynonyms: emotionOfSynonyms(relations, number, ratedEmotionOf),
      valences,
      explicit: {
        emotion: patch?.emotion ?? (isRated ? decision.emotion : undefined),
        valence: patch?.valence ?? row?.valence ?? inheritedValence,
      },
    });
  });
}

function createAffectLearner(
  { words, relations, tables, meanings }: DecisionInput,
  decisions: readonly WordDecision[],
  rows: MeaningDecisions['rows'],
) {
  const ratedSynonyms = (number: number): AffectRow[] => {
    const rated: AffectRow[] = [];
    for (const { related, type } of relations.of(number)) {
      const row = type === 'syn' ? rows.get(words[related]!.word) : undefined;
      if (row && rated.push(row) === MAX_RATED_SYNONYMS) break;
    }
    return rated;
  };
  return learnAffect({
    emotions: tables.emotions.map(({ value }) => value.emotion),
    words: words.length,
    wordOf: (number) => words[number]!.word,
    evidenceOf: (number) => ({
      word: words[number]!.word,
      glosses: words[number]!.glosses,
      pos: decisions[number]!.pos,
      category: decisions[number]!.category,
      meaning: meanings.get(words[number]!.word),
      ratedSynonyms: ratedSynonyms(number),
    }),
    ratingOf: (number) => rows.get(words[number]!.word),
    evidenceLabelsOf: (number) => decisions[number]!,
  });
}

const MAX_RATED_SYNONYMS = 10;

const MIN_AGREEING_SYNONYMS = 2;
const MIN_AGREEING_SHARE = 0.75;

/**
 * The emotion of at least three quarters of a word's rated curated synonyms, and of at least two of them; null when there is none.
 * `ratedEmotionOf` returns undefined for unrated words and null for those rated neutral.
 */
export function emotionOfSynonyms(
  relations: Pick<Relations, 'of'>,
  word: number,
  ratedEmotionOf: (number: number) => string | null | undefined,
): string | null {
  const votes = new Map<string | null, number>();
  let rated = 0;
  for (const { related, type, source } of relations.of(word)) {
    const rating = type === 'syn' && source === 'curated' ? ratedEmotionOf(related) : undefined;
    if (rating === undefined) continue;
    rated++;
    votes.set(rating, (votes.get(rating) ?? 0) + 1);
  }
  for (const [emotion, count] of votes)
    if (emotion !== null && count >= MIN_AGREEING_SYNONYMS && count >= rated * MIN_AGREEING_SHARE) return emotion;
  return null;
}

/** What is known of an unrated word's feeling. */
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
  return { ...decision, emotion, valence };
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
