import { NEUTRAL_EMOTION, type RelationType } from '../../src/lexicon/entry.ts';
import type { BuiltLexicon, BuiltWord } from './built-lexicon.ts';

/** What is judged of a build: each facet is a list of claims, a word and a value shown for it. */

export interface Claim {
  readonly word: string;
  readonly value: string;
  /** Popularity of the word, 0 is the most popular. */
  readonly rank: number;
}

export interface Facet {
  readonly name: FacetName;
  /** How many claims are drawn. */
  readonly sample: number;
  /** Share of acceptable claims that the held-out half is to have, 0–1; absent where none is asked for. */
  readonly target?: number;
  /** Values that are drawn apart, with their share of the sample: one value would fill a plain draw. */
  readonly strata?: Readonly<Record<string, number>>;
  claims(lexicon: BuiltLexicon): Iterable<Claim>;
}

export const FACET_NAMES = [
  'synonyms',
  'antonyms',
  'emotion',
  'valence',
  'themes',
  'themes-inferred',
  'categories',
  'registers',
] as const;
export type FacetName = (typeof FACET_NAMES)[number];

export const FACETS: readonly Facet[] = [
  { name: 'synonyms', sample: 440, target: 0.9, claims: related('syn') },
  { name: 'antonyms', sample: 170, target: 0.92, claims: related('ant') },
  {
    name: 'emotion',
    sample: 200,
    target: 0.88,
    claims: ofWords(({ emotion }) => (emotion === NEUTRAL_EMOTION ? [] : [emotion])),
  },
  {
    name: 'valence',
    sample: 200,
    target: 0.88,
    strata: { 正: 0.4, 負: 0.4, 中: 0.2 },
    claims: ofWords(({ valence }) => [valence]),
  },
  { name: 'themes', sample: 300, target: 0.88, claims: ofWords(({ themes }) => themes) },
  { name: 'themes-inferred', sample: 150, claims: ofWords(({ inferredThemes }) => inferredThemes) },
  {
    name: 'categories',
    sample: 210,
    target: 0.85,
    claims: ofWords(({ category }) => (category === null ? [] : [category])),
  },
  {
    name: 'registers',
    sample: 210,
    target: 0.92,
    strata: { 粵: 0.3, 通: 0.4, 雅: 0.3 },
    claims: ofWords(({ register }) => [register]),
  },
];

function ofWords(valuesOf: (word: BuiltWord) => readonly string[]): Facet['claims'] {
  return function* claims({ words }) {
    for (const built of words) for (const value of valuesOf(built)) yield { word: built.word, value, rank: built.rank };
  };
}

function related(wanted: RelationType): Facet['claims'] {
  return function* claims({ words, relations }) {
    const ranks = new Map(words.map(({ word, rank }) => [word, rank]));
    for (const { word, related: value, type } of relations)
      if (type === wanted) yield { word, value, rank: ranks.get(word)! };
  };
}
