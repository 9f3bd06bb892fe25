import type { JsonLines } from '../src/generation/build-files.ts';
import type { EntryLine } from '../src/lexicon/formats.ts';
import { DEFAULT_SUGGEST_OPTIONS } from '../src/lexicon/query.ts';
import { facetSearches } from '../src/stores/elasticsearch/aggregations.ts';
import type { GenerationMeta, IndexPair } from '../src/stores/elasticsearch/generations.ts';
import { orderedSearch, type SearchBody } from '../src/stores/elasticsearch/queries.ts';
import { relationSearch } from '../src/stores/elasticsearch/relation-queries.ts';
import { partnerSearch } from '../src/stores/elasticsearch/relations.ts';
import { CHARACTER_COMPLETION, completionSearch } from '../src/stores/elasticsearch/suggest.ts';
import { pageQuery, partnerQuery, relationQuery } from '../test/contract/queries.ts';
import { BENCH_FACETS } from './rows.ts';

/** A question as the API is asked it, and the bare searches that answer it. */
export interface BenchQuery {
  readonly path: string;
  readonly searches: readonly { readonly index: string; readonly body: SearchBody }[];
}

const LIMIT = 20;

/** Questions about the most popular words, by kind; each run has its own. */
export function benchQueries(
  lines: JsonLines,
  meta: GenerationMeta,
  indices: IndexPair,
): Readonly<Record<string, (run: number) => BenchQuery>> {
  const entry = (run: number) => lines.parse<EntryLine>((run * 7919) % Math.min(20_000, lines.count));
  const onIndex = (index: string, bodies: readonly SearchBody[]) => bodies.map((body) => ({ index, body }));
  const rhyming = (run: number) => {
    const { pos, readings } = entry(run);
    return { pos, rhyme: readings[0]!.rhyme };
  };
  const page = (run: number) => {
    const { pos, rhyme } = rhyming(run);
    return pageQuery({ pos: [pos] }, { rhyme: [rhyme] }, { limit: LIMIT });
  };
  const browse = (run: number, more: string) => {
    const { pos, rhyme } = rhyming(run);
    return `/api/lexicon/browse?pos=${pos}&rhyme=${rhyme}&limit=${LIMIT}${more}`;
  };
  const counts = (query: Parameters<typeof facetSearches>[0]) =>
    facetSearches(query, meta.cardinalities).map(({ body }) => body);
  const listPath = (list: string, word: string) =>
    `/api/lexicon/${list}?word=${encodeURIComponent(word)}&limit=${LIMIT}`;
  const complete = (field: Parameters<typeof completionSearch>[0], prefix: string): BenchQuery => {
    const { limit, vulgar } = DEFAULT_SUGGEST_OPTIONS;
    return {
      path: `/api/lexicon/autocomplete?prefix=${encodeURIComponent(prefix)}`,
      searches: onIndex(indices.entries, [completionSearch(field, prefix, 2 * (limit + 1), vulgar)]),
    };
  };
  const firstPage = (run: number) => orderedSearch(page(run));
  return {
    browse: (run) => ({
      path: browse(run, ''),
      searches: onIndex(indices.entries, [...counts(page(run)), firstPage(run)]),
    }),
    'nine facets': (run) => ({
      path: browse(run, `&facets=${BENCH_FACETS}`),
      searches: onIndex(indices.entries, [...counts({ ...page(run), facets: BENCH_FACETS }), firstPage(run)]),
    }),
    synonyms: (run) => {
      const { char } = entry(run);
      const search = relationSearch(relationQuery(char, { limit: LIMIT }), meta.list_sizes.relations);
      return { path: listPath('synonyms', char), searches: onIndex(indices.relations, [search.body]) };
    },
    partners: (run) => {
      const { char } = entry(run);
      const search = partnerSearch(partnerQuery(char, { limit: LIMIT }), meta.list_sizes.partners);
      return { path: listPath('partners', char), searches: onIndex(indices.relations, [search.body]) };
    },
    autocomplete: (run) => complete('complete_joined', entry(run).readings[0]!.jyutping.replaceAll(/[\d ]/g, '')),
    'autocomplete of characters': (run) => complete(CHARACTER_COMPLETION, [...entry(run).char][0]!),
  };
}
