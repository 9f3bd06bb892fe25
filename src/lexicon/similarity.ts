import { type Entry, type Kind, NEUTRAL_EMOTION, type WordTone } from './entry.ts';
import {
  MEANING_COMPONENTS,
  meaningVector,
  SAME_MEANING_PRODUCT,
  sumOfMeanings,
  UNRELATED_PRODUCT,
} from './meaning.ts';
import { MAX_SIMILARITY_VECTORS, type SimilarityFeatures } from './query.ts';
import type { SimilarityBasis } from './store.ts';

/**
 * Integer bonuses on top of the product of vector and row, which is below 5,000. A likely synonym outweighs all words that are none, a
 * curated one every generated one, and a better score every likeness. Less likely ones are told apart by likeness and popularity.
 */
const WEIGHTS = {
  curated: 30_000,
  generated: 10_000,
  /** For each point of a relation's score (1 to 100). */
  perScore: 100,
  /** For each point of the score of a synonym that is less likely. */
  perLowScore: 3,
  sameEmotion: 60,
  sharedTheme: 40,
  sameCategory: 30,
  /** More than all above together, so that jokes and archaic words come behind all plain ones. */
  inSongs: 50_000,
  /** More than all others together, so that specialist entries come last. */
  notSpecialist: 100_000,
} as const;

/** The score from which a generated synonym is likely: that of the relation model's strict tier. */
const LIKELY_SCORE = 62;

export const NOT_SPECIALIST: readonly Kind[] = ['word', 'phrase'];
const NOT_SPECIALIST_FIRST = { kinds: [NOT_SPECIALIST, WEIGHTS.notSpecialist] } as const;

export const TONES_IN_SONGS: readonly WordTone[] = ['plain', 'literary'];

/** Plain words first, and with them those of the tone that is asked for. */
function tonesFirst(tone: WordTone) {
  return { tones: [[...new Set([...TONES_IN_SONGS, tone])], WEIGHTS.inSongs] } as const;
}

/** Features of a text of which nothing is understood: all words score 0. */
export const NO_SIMILARITY_FEATURES: SimilarityFeatures = { vectors: [], words: new Map(), excluded: [] };

/**
 * The features of words similar to `entry`: its meaning, or those of its senses where they are told apart, its synonyms, its emotion
 * (unless neutral), its tagged themes (counted once, however many are shared) and its category. The word itself, its other spellings and
 * its antonyms are left out.
 */
export function similarityFeatures(
  { char, tone, category, affect: { emotion, themes } }: Pick<Entry, 'char' | 'tone' | 'category' | 'affect'>,
  { row, synonyms, antonyms, variants, senses }: SimilarityBasis,
): SimilarityFeatures {
  const words = new Map(synonyms.map((synonym) => [synonym.word, synonymBonus(synonym)] as const));
  const ofSenses = senses.slice(0, MAX_SIMILARITY_VECTORS).map(({ components }) => meaningVector(components));
  return {
    words,
    excluded: [...new Set([char, ...variants, ...antonyms])],
    ...NOT_SPECIALIST_FIRST,
    ...tonesFirst(tone),
    vectors: ofSenses.length > 0 || !row ? ofSenses : [meaningVector(row)],
    ...(emotion === NEUTRAL_EMOTION ? {} : { emotion: [emotion, WEIGHTS.sameEmotion] as const }),
    ...(themes.length > 0 ? { themes: [themes, WEIGHTS.sharedTheme] as const } : {}),
    ...(category === null ? {} : { category: [category, WEIGHTS.sameCategory] as const }),
  };
}

/**
 * The features of words similar to one told sense of `entry`: its meaning, those synonyms that belong to it, and its category. Feelings
 * and themes are those of the word, so they say nothing here. Undefined where the word has no such sense.
 */
export function senseFeatures(
  { char, senses }: Pick<Entry, 'char' | 'senses'>,
  { row, synonyms, antonyms, variants, senses: meanings }: SimilarityBasis,
  id: string,
): SimilarityFeatures | undefined {
  const sense = senses.find(({ told }) => told?.sense === id);
  if (!sense) return undefined;
  const ofSense = new Set(sense.synonyms);
  const meaning = meanings.find(({ sense }) => sense === id)?.components ?? row;
  return {
    words: new Map(
      synonyms.flatMap((synonym) => (ofSense.has(synonym.word) ? [[synonym.word, synonymBonus(synonym)]] : [])),
    ),
    excluded: [...new Set([char, ...variants, ...antonyms])],
    ...NOT_SPECIALIST_FIRST,
    vectors: meaning ? [meaningVector(meaning)] : [],
    ...(sense.category === null ? {} : { category: [sense.category, WEIGHTS.sameCategory] as const }),
  };
}

function synonymBonus({ source, score }: SimilarityBasis['synonyms'][number]): number {
  if (source === 'generated' && score < LIKELY_SCORE) return WEIGHTS.perLowScore * score;
  return WEIGHTS[source] + WEIGHTS.perScore * score;
}

/** The features of words similar to a phrase: its meaning and that of what is hoped for, rows of any length that count alike. */
export function phraseFeatures(
  rows: readonly (Int8Array | Int16Array)[],
  excluded: readonly string[] = [],
): SimilarityFeatures {
  const sum = sumOfMeanings(rows.map((row) => [row, 1 / (lengthOf(row) || 1)]));
  if (!sum) return NO_SIMILARITY_FEATURES;
  return {
    ...NO_SIMILARITY_FEATURES,
    excluded,
    ...NOT_SPECIALIST_FIRST,
    ...tonesFirst('plain'),
    vectors: [meaningVector(sum)],
  };
}

function lengthOf(row: Int8Array | Int16Array): number {
  let squares = 0;
  for (let i = 0; i < MEANING_COMPONENTS; i++) squares += row[i]! ** 2;
  return Math.sqrt(squares);
}

/** Scores of words with a share begin here: above all products, below the step of {@link WEIGHTS.inSongs}. */
const RANKED = { from: 20_000, perThousandth: 10, lowest: 150 } as const;
/** Of words in songs with a share, and more than the product of any without one. */
const LEADING_SCORE = WEIGHTS.notSpecialist + WEIGHTS.inSongs + RANKED.from;
/** What popular words have before rare ones where sound narrows the field, in thousandths: less than the lowest share. */
const POPULAR_THOUSANDTHS = 100;

/**
 * The features of a phrase whose best words are known: these come first by their share (0 to 1, in whole thousandths), then by popularity, the others
 * behind them by meaning alone. The row of a word is known, so that its weight brings its product to the score of its share.
 */
export function rankedFeatures(
  { vectors, excluded, kinds, tones }: SimilarityFeatures,
  shares: ReadonlyMap<string, { readonly row: Int8Array; readonly share: number }>,
): SimilarityFeatures {
  const words = new Map<string, number>();
  const empty = { vectors, words: new Map<string, number>() };
  for (const [word, { row, share }] of shares) {
    const thousandths = thousandthsOf(share);
    words.set(word, RANKED.from + RANKED.perThousandth * thousandths - scoreOfRow(empty, word, row));
  }
  return {
    vectors,
    words,
    excluded,
    ...(kinds ? { kinds } : {}),
    ...(tones ? { tones } : {}),
    leadingScore: LEADING_SCORE,
  };
}

/** Small shares are brought above words without one, and stay in their order. */
function thousandthsOf(share: number): number {
  return Math.round(Math.max(1000 * share, RANKED.lowest + 250 * share));
}

/** The score that a word with this row has by the features of its meaning and of synonyms alone. */
export function scoreOfRow(
  { vectors, words }: Pick<SimilarityFeatures, 'vectors' | 'words'>,
  word: string,
  row: Int8Array | undefined,
): number {
  const bonus = words.get(word) ?? 0;
  if (!row || vectors.length === 0) return bonus;
  return bonus + Math.max(...vectors.map((vector) => productOf(vector, row)));
}

/** A loop, as each phrase has hundreds: `reduce` calls a function for each number. */
function productOf(vector: Int8Array, row: Int8Array): number {
  let product = 0;
  for (let i = 0; i < vector.length; i++) product += vector[i]! * row[i]!;
  return product;
}

/** Of a word itself, in the list of a phrase that says nothing else: before every synonym. */
export const SAME_WORD_SCORE = 44_000;

/** Scores from `from` to `to` and the similarity that those correspond to; the bands do not overlap. */
const BANDS = [
  { from: WEIGHTS.curated, to: 45_000, lowest: 0.9, highest: 1 },
  { from: WEIGHTS.generated, to: 25_000, lowest: 0.8, highest: 0.9 },
  { from: UNRELATED_PRODUCT, to: SAME_MEANING_PRODUCT, lowest: 0, highest: 0.8 },
] as const;

/** Where words begin to be near, of the way from unrelated ones to the same meaning. Found on the half `dev` of phrases and words. */
const NEAR_PART = 0.5;
/** The score from which words are near. Specialist entries, jokes and archaic words never are. */
const NEAR_SCORE =
  WEIGHTS.notSpecialist +
  WEIGHTS.inSongs +
  UNRELATED_PRODUCT +
  Math.round(NEAR_PART * (SAME_MEANING_PRODUCT - UNRELATED_PRODUCT));

/**
 * Where sound narrows the field, what is left is often rare: popular words of less likeness come before rare ones then. The weight is less than
 * the least product, so that the bands of scores stay apart.
 */
const POPULAR_WHERE_NARROW = [20_000, 400] as const;
/** The same of words with a share. */
const POPULAR_RANKED = [20_000, RANKED.perThousandth * POPULAR_THOUSANDTHS] as const;
/** Long words that are no synonyms come behind plain ones that are about as near; a phrase's share says so already. */
const SHORTER_WHERE_NARROW = 120;
const LONG_WORD = 3;
/** What sets words of about the same nearness apart, in their order among synonyms. */
const LONG_PENALTY = 1_000;

/** Of the share of usable words, from where a candidate is near. */
const NEAR_SHARE = 0.5;
const NEAR_RANKED = LEADING_SCORE + RANKED.perThousandth * Math.round(1000 * NEAR_SHARE);

/** The order by likeness of words that sound filters leave, and what turns its scores into similarities. */
export function similarityOrder(features: SimilarityFeatures, isNarrow: boolean) {
  const isRanked = features.leadingScore !== undefined;
  const popular = isRanked ? POPULAR_RANKED : POPULAR_WHERE_NARROW;
  // What most words have is no part of their likeness.
  const shorter = isNarrow && !isRanked ? SHORTER_WHERE_NARROW : 0;
  const weight = (isNarrow ? popular[1] : 0) + shorter;
  const narrowed = isNarrow ? { ...features, popular, shorter, words: plainFirst(features.words) } : features;
  const toSimilarity = isRanked ? shareOfScore : similarityOfScore;
  return {
    by: {
      by: 'similarity',
      features: narrowed,
      nearScore: (isRanked ? NEAR_RANKED : NEAR_SCORE) + weight,
    },
    toFraction: (score: number) => toSimilarity(Math.max(0, score - weight)),
  } as const;
}

/** Synonyms of three and more characters come behind plain ones where a rhyme or a melody leaves few words. */
function plainFirst(words: SimilarityFeatures['words']): SimilarityFeatures['words'] {
  return new Map(
    [...words].map(([word, weight]) => [
      word,
      weight >= WEIGHTS.generated && Array.from(word).length >= LONG_WORD ? weight - LONG_PENALTY : weight,
    ]),
  );
}

/** The share that {@link rankedFeatures} gave a word, in whole thousandths; of other words by meaning alone, and less. */
function shareOfScore(score: number): number {
  const likeness = score % WEIGHTS.inSongs;
  if (likeness >= RANKED.from)
    return Math.min(1000, Math.round((likeness - RANKED.from) / RANKED.perThousandth)) / 1000;
  const part = (likeness - UNRELATED_PRODUCT) / (SAME_MEANING_PRODUCT - UNRELATED_PRODUCT);
  return Math.round(Math.max(0, Math.min(1, part)) * (RANKED.lowest - POPULAR_THOUSANDTHS - 1)) / 1000;
}

/**
 * The similarity of a score, 0 to 1 with three decimals, in the same order: curated synonyms have 0.9 and more, likely generated
 * ones 0.8 and more, other words up to 0.8 in proportion to their likeness and popularity, unrelated ones 0, however popular.
 */
export function similarityOfScore(score: number): number {
  // What kinds and tones weigh is more than all else, and not part of the likeness.
  const likeness = score % WEIGHTS.inSongs;
  const band = BANDS.find(({ from }) => likeness >= from);
  if (!band) return 0;
  const part = Math.min(1, (likeness - band.from) / (band.to - band.from));
  return Math.round((band.lowest + part * (band.highest - band.lowest)) * 1000) / 1000;
}
