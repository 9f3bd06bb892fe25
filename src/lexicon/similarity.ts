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
 * The score of a word: the product of query vector and row (0 to below 5,000) plus these integer bonuses. They put
 * curated synonyms before likely generated ones, those before all other words, and a synonym of a better score before
 * one of a lower score, whatever their products. Less likely synonyms get so little that products and popularity order
 * them.
 */
const BONUSES = {
  /** Bonuses by source of the synonym relation. */
  curated: 30_000,
  generated: 10_000,
  /** Bonus per point of the relation's score (1 to 100). */
  perScore: 100,
  /** Bonus per point of the score of a synonym below {@link LIKELY_SCORE}, which gets no other. */
  perLowScore: 3,
  sameEmotion: 60,
  sharedTheme: 40,
  sameCategory: 30,
  /** Bonus of words that songs use: more than all above together, so that jokes and archaic words come last. */
  inSongs: 50_000,
  /** Bonus of words and phrases: more than all others together, so that specialist entries come behind all. */
  notSpecialist: 100_000,
} as const;

/** The score from which a generated synonym is likely: that of the relation model's strict tier. */
const LIKELY_SCORE = 62;

const NOT_SPECIALIST: readonly Kind[] = ['word', 'phrase'];
const NOT_SPECIALIST_FIRST = { kinds: [NOT_SPECIALIST, BONUSES.notSpecialist] } as const;

const TONES_IN_SONGS: readonly WordTone[] = ['plain', 'literary'];

/** The bonus of words in songs, and of words of the same tone as the one asked for. */
function tonesFirst(tone: WordTone) {
  return { tones: [[...new Set([...TONES_IN_SONGS, tone])], BONUSES.inSongs] } as const;
}

/** Features of a text of which nothing is understood: every word has the score 0. */
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
  const senseVectors = senses.slice(0, MAX_SIMILARITY_VECTORS).map(({ components }) => meaningVector(components));
  return {
    words,
    excluded: [...new Set([char, ...variants, ...antonyms])],
    ...NOT_SPECIALIST_FIRST,
    ...tonesFirst(tone),
    vectors: senseVectors.length > 0 || !row ? senseVectors : [meaningVector(row)],
    ...(emotion === NEUTRAL_EMOTION ? {} : { emotion: [emotion, BONUSES.sameEmotion] as const }),
    ...(themes.length > 0 ? { themes: [themes, BONUSES.sharedTheme] as const } : {}),
    ...(category === null ? {} : { category: [category, BONUSES.sameCategory] as const }),
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
  const synonymsOfSense = new Set(sense.synonyms);
  const meaning = meanings.find(({ sense }) => sense === id)?.components ?? row;
  return {
    words: new Map(
      synonyms.flatMap((synonym) => (synonymsOfSense.has(synonym.word) ? [[synonym.word, synonymBonus(synonym)]] : [])),
    ),
    excluded: [...new Set([char, ...variants, ...antonyms])],
    ...NOT_SPECIALIST_FIRST,
    vectors: meaning ? [meaningVector(meaning)] : [],
    ...(sense.category === null ? {} : { category: [sense.category, BONUSES.sameCategory] as const }),
  };
}

function synonymBonus({ source, score }: SimilarityBasis['synonyms'][number]): number {
  if (source === 'generated' && score < LIKELY_SCORE) return BONUSES.perLowScore * score;
  return BONUSES[source] + BONUSES.perScore * score;
}

/**
 * The features of words similar to a phrase.
 *
 * @param rows its meaning, and that of its expected answers; each is brought to the same length first
 * @param excluded words that are left out
 */
export function phraseFeatures(
  rows: readonly (Int8Array | Int16Array)[],
  excluded: readonly string[] = [],
): SimilarityFeatures {
  const sum = sumOfMeanings(rows.map((row) => [row, 1 / (vectorLength(row) || 1)]));
  if (!sum) return NO_SIMILARITY_FEATURES;
  return {
    ...NO_SIMILARITY_FEATURES,
    excluded,
    ...NOT_SPECIALIST_FIRST,
    ...tonesFirst('plain'),
    vectors: [meaningVector(sum)],
  };
}

/** The Euclidean length of the components of a row. */
function vectorLength(row: Int8Array | Int16Array): number {
  let squares = 0;
  for (let i = 0; i < MEANING_COMPONENTS; i++) squares += row[i]! ** 2;
  return Math.sqrt(squares);
}

/** Scores of candidates, the words with a share of usable answers: above all products, below `BONUSES.inSongs`. */
const CANDIDATE_SCORE = {
  /** The score for a share of 0. */
  base: 20_000,
  /** The score per thousandth of the share. */
  perThousandth: 10,
  /** The thousandths that a share of 0 is raised to. */
  minThousandths: 150,
} as const;
/** The least score of candidates that songs use: above that of every other word. */
const LEADING_SCORE = BONUSES.notSpecialist + BONUSES.inSongs + CANDIDATE_SCORE.base;
/** The highest bonus for popularity under sound filters, in thousandths: less than `minThousandths`. */
const POPULAR_THOUSANDTHS = 100;

/**
 * The features of a phrase whose candidates are known. Candidates come first, by share and then by popularity; all
 * other words follow, by meaning alone. An engine adds a word's weight to its product, so the weight here is the score
 * of the share less the product.
 *
 * @param shares by candidate: its row of meaning, and the estimated share of usable answers, 0 to 1
 */
export function rankedFeatures(
  { vectors, excluded, kinds, tones }: SimilarityFeatures,
  shares: ReadonlyMap<string, { readonly row: Int8Array; readonly share: number }>,
): SimilarityFeatures {
  const words = new Map<string, number>();
  const withoutBonuses = { vectors, words: new Map<string, number>() };
  for (const [word, { row, share }] of shares) {
    const score = CANDIDATE_SCORE.base + CANDIDATE_SCORE.perThousandth * thousandthsOf(share);
    words.set(word, score - scoreOfRow(withoutBonuses, word, row));
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

/** A share of 0 to 1 in whole thousandths. Small ones are raised above words without one, in their order. */
function thousandthsOf(share: number): number {
  return Math.round(Math.max(1000 * share, CANDIDATE_SCORE.minThousandths + 250 * share));
}

/** The score of a word by meaning and synonyms alone, without the bonuses for kind, tone and other features. */
export function scoreOfRow(
  { vectors, words }: Pick<SimilarityFeatures, 'vectors' | 'words'>,
  word: string,
  row: Int8Array | undefined,
): number {
  const bonus = words.get(word) ?? 0;
  if (!row || vectors.length === 0) return bonus;
  return bonus + Math.max(...vectors.map((vector) => productOf(vector, row)));
}

/** The dot product. A loop, as each phrase has hundreds of them: `reduce` would call a function for each number. */
function productOf(vector: Int8Array, row: Int8Array): number {
  let product = 0;
  for (let i = 0; i < vector.length; i++) product += vector[i]! * row[i]!;
  return product;
}

/** The score of a word itself in the list of a phrase that says nothing else: above every synonym's. */
export const SAME_WORD_SCORE = 44_000;

/** Bands of scores, `from` … `to`, that map linearly to similarities, `lowest` … `highest`. They do not overlap. */
const BANDS = [
  { from: BONUSES.curated, to: 45_000, lowest: 0.9, highest: 1 },
  { from: BONUSES.generated, to: 25_000, lowest: 0.8, highest: 0.9 },
  { from: UNRELATED_PRODUCT, to: SAME_MEANING_PRODUCT, lowest: 0, highest: 0.8 },
] as const;

/**
 * Where words begin to be near, as a part (0 to 1) of the way from unrelated to the same meaning. Found on the half
 * `dev` of phrases and words.
 */
const NEAR_PART = 0.5;
/** The score from which words are near. Specialist entries, jokes and archaic words never are. */
const NEAR_SCORE =
  BONUSES.notSpecialist +
  BONUSES.inSongs +
  UNRELATED_PRODUCT +
  Math.round(NEAR_PART * (SAME_MEANING_PRODUCT - UNRELATED_PRODUCT));

/**
 * The bonus for popularity where sound filters narrow the field: see {@link SimilarityFeatures.popular}. The words left
 * are often rare then, and popular ones of less likeness come before them. The bonus is less than the least product, so
 * that the bands of scores stay apart.
 */
const POPULAR_WHERE_NARROW = [20_000, 400] as const;
/** The same for lists of candidates. */
const POPULAR_CANDIDATES = [20_000, CANDIDATE_SCORE.perThousandth * POPULAR_THOUSANDTHS] as const;
/** The bonus of shorter words where sound narrows the field. The share of a candidate weighs length already. */
const SHORTER_WHERE_NARROW = 120;
/** The number of characters from which a word is long. */
const LONG_WORD = 3;
/** The penalty of long synonyms where sound narrows the field: that of 10 points of a relation's score. */
const LONG_PENALTY = 1_000;

/** The share of usable words from which a candidate is near, and its score. */
const NEAR_SHARE = 0.5;
const NEAR_CANDIDATE_SCORE = LEADING_SCORE + CANDIDATE_SCORE.perThousandth * Math.round(1000 * NEAR_SHARE);

/**
 * The order by similarity.
 *
 * @param isNarrow whether sound filters leave few words
 * @returns `order`, for an engine, and `toFraction`, which turns its scores into similarities of 0 to 1
 */
export function similarityOrder(features: SimilarityFeatures, isNarrow: boolean) {
  const hasCandidates = features.leadingScore !== undefined;
  const popular = hasCandidates ? POPULAR_CANDIDATES : POPULAR_WHERE_NARROW;
  const shorter = isNarrow && !hasCandidates ? SHORTER_WHERE_NARROW : 0;
  // The bonuses of popular and of short words, which most words here have, are no part of their likeness.
  const commonBonus = (isNarrow ? popular[1] : 0) + shorter;
  const narrowed = isNarrow ? { ...features, popular, shorter, words: withLongPenalty(features.words) } : features;
  const toSimilarity = hasCandidates ? shareOfScore : similarityOfScore;
  return {
    order: {
      by: 'similarity',
      features: narrowed,
      nearScore: (hasCandidates ? NEAR_CANDIDATE_SCORE : NEAR_SCORE) + commonBonus,
    },
    toFraction: (score: number) => toSimilarity(Math.max(0, score - commonBonus)),
  } as const;
}

/** Bonuses of synonyms, less {@link LONG_PENALTY} for long ones. */
function withLongPenalty(words: SimilarityFeatures['words']): SimilarityFeatures['words'] {
  return new Map(
    [...words].map(([word, bonus]) => {
      const isLongSynonym = bonus >= BONUSES.generated && Array.from(word).length >= LONG_WORD;
      return [word, isLongSynonym ? bonus - LONG_PENALTY : bonus];
    }),
  );
}

/** The share that {@link rankedFeatures} gave a candidate, with three decimals; for other words a lower number. */
function shareOfScore(score: number): number {
  const likeness = score % BONUSES.inSongs;
  const { base, perThousandth, minThousandths } = CANDIDATE_SCORE;
  if (likeness >= base) return Math.min(1000, Math.round((likeness - base) / perThousandth)) / 1000;
  const part = (likeness - UNRELATED_PRODUCT) / (SAME_MEANING_PRODUCT - UNRELATED_PRODUCT);
  const maxThousandths = minThousandths - POPULAR_THOUSANDTHS - 1;
  return Math.round(Math.max(0, Math.min(1, part)) * maxThousandths) / 1000;
}

/**
 * The similarity of a score, 0 to 1 with three decimals, in the same order: curated synonyms have 0.9 and more, likely generated
 * ones 0.8 and more, other words up to 0.8 in proportion to their likeness and popularity, unrelated ones 0, however popular.
 */
export function similarityOfScore(score: number): number {
  // The bonuses of kinds and tones are multiples of this, and no part of the likeness.
  const likeness = score % BONUSES.inSongs;
  const band = BANDS.find(({ from }) => likeness >= from);
  if (!band) return 0;
  const part = Math.min(1, (likeness - band.from) / (band.to - band.from));
  return Math.round((band.lowest + part * (band.highest - band.lowest)) * 1000) / 1000;
}
