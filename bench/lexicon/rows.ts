import type { PackedLexicon } from '../../src/generation/packed-lexicon.ts';
import { createLexiconIndex } from '../../src/stores/memory/columns/lexicon-index.ts';

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

/**
 * The facets that are counted, of the baselines and of the service: always these nine, so that results stay comparable when the
 * service has others too.
 */
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
export type SingleValuedFacet = (typeof SINGLE_VALUED_FACETS)[number];

/** Chosen values, any of them; all facets together. */
export type Filters = Partial<Record<BenchFacet, readonly string[]>>;

export interface Rows {
  readonly size: number;
  at(rank: number): WordRow;
  [Symbol.iterator](): Iterator<WordRow>;
}

export function rowsOf(packed: PackedLexicon): Rows {
  const index = createLexiconIndex(packed);
  const value = (names: readonly string[], cells: Uint16Array, id: number) => names[cells[id]! - 1] ?? null;
  const at = (rank: number): WordRow => {
    const themes = packed.taggedThemes.subarray(packed.taggedStarts[rank], packed.taggedStarts[rank + 1]);
    const [first, end] = [packed.readingStarts[rank]!, packed.readingStarts[rank + 1]!];
    return {
      rank,
      word: index.words.at(rank),
      emotion: value(packed.emotionNames, packed.emotion, rank)!,
      theme: Array.from(themes, (theme) => packed.themes[theme]!),
      valence: value(packed.valenceNames, packed.valence, rank)!,
      category: value(packed.categoryNames, packed.category, rank),
      reg: value(packed.regNames, packed.reg, rank)!,
      pos: value(packed.posNames, packed.pos, rank)!,
      length: value(packed.lengthNames, packed.length, rank)!,
      readings: Array.from({ length: end - first }, (_, i) => ({
        rhyme: packed.rhymeNames[packed.rhyme[first + i]!]!,
        code: packed.codeNames[packed.code[first + i]!]!,
      })),
    };
  };
  return {
    size: index.size,
    at,
    *[Symbol.iterator]() {
      for (let rank = 0; rank < index.size; rank++) yield at(rank);
    },
  };
}

/** The values of a facet that a row has, of any of its readings. */
export function valuesOf(row: WordRow, facet: BenchFacet): readonly string[] {
  if (facet === 'theme') return row.theme;
  if (facet === 'rhyme' || facet === 'code') return [...new Set(row.readings.map((reading) => reading[facet]))];
  const value = row[facet];
  return value === null ? [] : [value];
}
