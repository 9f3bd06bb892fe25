import type { Entry } from '../src/lexicon/entry.ts';
import { wordValues } from '../src/lexicon/facets.ts';
import { MAX_SEARCHED_READINGS } from '../src/lexicon/query.ts';

/** A word as the baselines of the embedded store are given it: the same values, the readings that search looks at. */
export interface WordRow {
  readonly rank: number;
  readonly word: string;
  /** Of each facet of words, those of later senses too. */
  readonly values: Readonly<Record<WordFacet, readonly string[]>>;
  readonly readings: readonly { readonly rhyme: string; readonly code: string }[];
}

/** The facets that are counted: always these nine, so that results stay comparable when the service has others too. */
export const BENCH_FACETS = [
  'emotion',
  'theme',
  'valence',
  'category',
  'reg',
  'pos',
  'length',
  'rhyme',
  'code',
] as const;
export type BenchFacet = (typeof BENCH_FACETS)[number];

/** Facets with one value a word. */
export const SINGLE_VALUED_FACETS = ['reg', 'length'] as const;
/** Facets of which a word has the values of several senses. */
export const MANY_VALUED_FACETS = ['emotion', 'theme', 'valence', 'category', 'pos'] as const;
type WordFacet = (typeof SINGLE_VALUED_FACETS | typeof MANY_VALUED_FACETS)[number];

/** Chosen values, any of them; all facets together. */
export type Filters = Partial<Record<BenchFacet, readonly string[]>>;

export function rowOf(entry: Entry): WordRow {
  const { rank, char, readings } = entry;
  const of = (facet: WordFacet) => wordValues(facet, entry).map(String);
  const values = {
    emotion: of('emotion'),
    theme: of('theme'),
    valence: of('valence'),
    category: of('category'),
    reg: of('reg'),
    pos: of('pos'),
    length: of('length'),
  };
  return { rank, word: char, values, readings: readings.slice(0, MAX_SEARCHED_READINGS) };
}

/** The values of a facet that a row has, of any of its readings. */
export function valuesOf({ values, readings }: WordRow, facet: BenchFacet): readonly string[] {
  return facet === 'rhyme' || facet === 'code'
    ? [...new Set(readings.map((reading) => reading[facet]))]
    : values[facet];
}
