import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { BENCH_FACETS, type Filters, valuesOf, type WordRow } from '../lexicon/rows.ts';
import type { BaselinePage, OpenBaseline } from './baseline-store.ts';

/**
 * MiniSearch: a full-text index in memory, given one term a value (`rhyme=oi`) and, since one reading must have both, one for each
 * pair of rhyme and code. It ranks by relevance: what it finds is sorted by popularity afterwards. It has no facets.
 */
export const open: OpenBaseline = (rows) => {
  const index = new MiniSearch<{ id: number; terms: string; word: string }>({
    fields: ['terms', 'word'],
    tokenize: (text, field) => (field === 'word' ? [text] : text.split(' ')),
    processTerm: (term) => term,
    searchOptions: { tokenize: (text) => text.split(' '), processTerm: (term) => term },
  });
  for (const row of rows) index.add({ id: row.rank, terms: termsOf(row).join(' '), word: row.word });

  const toRanks = (found: readonly SearchResult[]) => Float64Array.from(found, ({ id }) => id as number).sort();
  return {
    name: 'minisearch',
    page(filters: Filters, offset = 0): BaselinePage {
      const ranks = toRanks(index.search(queryOf(filters)));
      return { total: ranks.length, ranks: ranks.subarray(offset, offset + 50) };
    },
    complete: (prefix) => toRanks(index.search(prefix, { fields: ['word'], prefix: true })).subarray(0, 10),
  };
};

function termsOf(row: WordRow): string[] {
  const values = BENCH_FACETS.flatMap((facet) => valuesOf(row, facet).map((value) => `${facet}=${value}`));
  return [...values, ...new Set(row.readings.map(({ rhyme, code }) => `sound=${code}|${rhyme}`))];
}

function queryOf(filters: Filters): Query {
  const { rhyme, code, ...words } = filters;
  const clauses = Object.entries(words).map(([facet, values]) => values!.map((value) => `${facet}=${value}`));
  if (rhyme && code) clauses.push(code.flatMap((c) => rhyme.map((r) => `sound=${c}|${r}`)));
  else if (rhyme) clauses.push(rhyme.map((value) => `rhyme=${value}`));
  else if (code) clauses.push(code.map((value) => `code=${value}`));
  if (clauses.length === 0) return MiniSearch.wildcard;
  const queries = clauses.map((terms) => ({ combineWith: 'OR' as const, fields: ['terms'], queries: terms }));
  return { combineWith: 'AND', queries };
}
