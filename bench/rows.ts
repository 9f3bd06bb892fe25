import type { Entry } from '../src/lexicon/entry.ts';
import { MAX_SEARCHED_READINGS } from '../src/lexicon/query.ts';
import type { Lexicon } from '../src/lexicon/store.ts';

/** A word as the baselines of the embedded store are given it: the same fields, the readings that search looks at. */
export interface WordRow {
  readonly rank: number;
  readonly word: string;
  readonly emotion: string;
  readonly theme: readonly string[];
  readonly valence: string;
  readonly category: string | null;
  readonly reg: string;
  readonly pos: string;
  readonly length: string;
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
export const SINGLE_VALUED_FACETS = ['emotion', 'valence', 'category', 'reg', 'pos', 'length'] as const;

/** Chosen values, any of them; all facets together. */
export type Filters = Partial<Record<BenchFacet, readonly string[]>>;

const PAGE = 5000;

/** The whole entries of a lexicon in order of popularity, by the port alone; at most `count`. */
export async function entriesOf(lexicon: Lexicon, count = Number.POSITIVE_INFINITY): Promise<Entry[]> {
  const query = { words: { themeScope: 'tagged' }, sound: {}, order: { by: 'popularity' }, facets: [] } as const;
  const entries: Entry[] = [];
  for (let total = count; entries.length < Math.min(count, total); ) {
    const page = await lexicon.page({ ...query, start: { offset: entries.length }, limit: PAGE });
    total = page.total;
    const lookups = await lexicon.lookup(page.words.map(({ entry }) => entry.char));
    entries.push(...page.words.map(({ entry }) => lookups.get(entry.char)!.entry));
  }
  return entries.slice(0, count);
}

export function rowOf({ rank, char, affect, category, reg, pos, length, readings }: Entry): WordRow {
  return {
    rank,
    word: char,
    emotion: affect.emotion,
    theme: affect.themes,
    valence: affect.valence,
    category,
    reg,
    pos,
    length: String(length),
    readings: readings.slice(0, MAX_SEARCHED_READINGS),
  };
}

/** The values of a facet that a row has, of any of its readings. */
export function valuesOf(row: WordRow, facet: BenchFacet): readonly string[] {
  if (facet === 'theme') return row.theme;
  if (facet === 'rhyme' || facet === 'code') return [...new Set(row.readings.map((reading) => reading[facet]))];
  const value = row[facet];
  return value === null ? [] : [value];
}
