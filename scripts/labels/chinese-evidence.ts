import type { Relations } from '../../indexer/compose/relations/relations.ts';
import type { WordLabels } from '../../indexer/compose/types.ts';
import type { Valence } from '../../src/lexicon/entry.ts';

/** Witnesses in Chinese of what a word feels like and is about: its synonyms, and the words of its Chinese definition. */

/** What people wrote of a word's feeling and themes. */
export interface Rating {
  readonly emotion: string | null;
  readonly valence: Valence | null;
  readonly themes: readonly string[];
}

/** The rating of a word in the sense in which another word is its synonym; undefined where nobody rated it, or not in that sense. */
export type RatingOf = (word: number, synonym?: string) => Rating | undefined;

/**
 * A synonym passes a label on only from the sense that it is a synonym of: one with senses told apart says nothing to words that no sense of
 * it names.
 */
export function createRatingOf(labels: readonly WordLabels[], isRated: (word: number) => boolean): RatingOf {
  return (word, synonym) => {
    const { senses, emotion, valence, themes } = labels[word]!;
    if (synonym !== undefined && senses.length > 1) {
      const sense = senses.find(({ synonyms }) => synonyms.includes(synonym));
      if (!sense) return undefined;
      const { emotion: own, valence: ownValence, themes: ownThemes } = sense;
      if (own !== undefined || ownValence !== undefined || ownThemes !== undefined)
        return { emotion: own ?? null, valence: ownValence ?? '中', themes: ownThemes ?? [] };
    }
    return isRated(word) ? { emotion, valence: valence ?? '中', themes } : undefined;
  };
}

interface Vote {
  readonly rating: Rating;
  readonly weight: number;
}

/** Generated synonyms of a lower score are only near. */
const MIN_GENERATED_SCORE = 62;

export function votesOfSynonyms(
  relations: Pick<Relations, 'of'>,
  word: number,
  name: string,
  ratingOf: RatingOf,
): Vote[] {
  return relations.of(word).flatMap(({ related, type, source, score }) => {
    if (type !== 'syn' || (source === 'generated' && score < MIN_GENERATED_SCORE)) return [];
    const rating = ratingOf(related, name);
    return rating ? [{ rating, weight: source === 'curated' ? 2 : 1 }] : [];
  });
}

const NEGATION = /[不無沒冇唔非未勿別]$/;

/** The ratings of the words of a definition, cut into the longest words; of what is negated nothing is said. */
export function votesOfDefinition(
  definition: string,
  name: string,
  numberOf: (word: string) => number | undefined,
  ratingOf: RatingOf,
): Vote[] {
  return wordsOf(definition, numberOf).flatMap(({ word, before }) => {
    if (word === name || NEGATION.test(before)) return [];
    const rating = ratingOf(numberOf(word)!);
    return rating ? [{ rating, weight: 1 }] : [];
  });
}

const MAX_WORD_LENGTH = 4;

/** The words of a text from the left, the longest first, each with the text before it. */
export function wordsOf(
  text: string,
  numberOf: (word: string) => number | undefined,
): { readonly word: string; readonly before: string }[] {
  const characters = Array.from(text);
  const words: { word: string; before: string }[] = [];
  for (let start = 0; start < characters.length; ) {
    let length = Math.min(MAX_WORD_LENGTH, characters.length - start);
    while (length > 1 && numberOf(characters.slice(start, start + length).join('')) === undefined) length--;
    const word = characters.slice(start, start + length).join('');
    if (numberOf(word) !== undefined) words.push({ word, before: characters.slice(0, start).join('') });
    start += length;
  }
  return words;
}

const MIN_SHARE = 0.6;
/** One curated synonym, or two generated ones. */
const MIN_WEIGHT = 2;

/** The value that most of the synonyms have; undefined where they do not agree, or are too few. */
export function agreed<T>(votes: readonly Vote[], readValue: (rating: Rating) => T): T | undefined {
  const weights = new Map<T, number>();
  let total = 0;
  for (const { rating, weight } of votes) {
    total += weight;
    weights.set(readValue(rating), (weights.get(readValue(rating)) ?? 0) + weight);
  }
  if (total < MIN_WEIGHT) return undefined;
  for (const [value, weight] of weights) if (weight >= total * MIN_SHARE) return value;
  return undefined;
}

/** The one value besides `neutral` that words of a definition have; undefined where they contradict each other. */
export function unopposed<T>(votes: readonly Vote[], readValue: (rating: Rating) => T, neutral: T): T | undefined {
  const values = new Set(votes.map(({ rating }) => readValue(rating)).filter((value) => value !== neutral));
  return values.size === 1 ? [...values][0] : undefined;
}
