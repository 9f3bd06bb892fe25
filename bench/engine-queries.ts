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
      const query = relationQuery(char, { limit: LIMIT });
      return {
        path: `/api/lexicon/synonyms?word=${encodeURIComponent(char)}&limit=${LIMIT}`,
        searches: onIndex(indices.relations, [relationSearch(query, meta.list_sizes.relations).body]),
      };
    },
    partners: (run) => {
      const { char } = entry(run);
      const query = partnerQuery(char, { limit: LIMIT });
      return {
        path: `/api/lexicon/partners?word=${encodeURIComponent(char)}&limit=${LIMIT}`,
        searches: onIndex(indices.relations, [partnerSearch(query, meta.list_sizes.partners).body]),
      };
    },
    autocomplete: (run) => {
      const letters = entry(run).readings[0]!.jyutping.replaceAll(/[\d ]/g, '');
      const { limit, vulgar } = DEFAULT_SUGGEST_OPTIONS;
      return {
        path: `/api/lexicon/autocomplete?prefix=${letters}`,
        searches: onIndex(indices.entries, [completionSearch('complete_joined', letters, 2 * (limit + 1), vulgar)]),
      };
    },
    'autocomplete of characters': (run) => {
      const [first] = entry(run).char;
      const { limit, vulgar } = DEFAULT_SUGGEST_OPTIONS;
      return {
        path: `/api/lexicon/autocomplete?prefix=${encodeURIComponent(first!)}`,
        searches: onIndex(indices.entries, [completionSearch(CHARACTER_COMPLETION, first!, 2 * (limit + 1), vulgar)]),
      };
    },
  };
}
