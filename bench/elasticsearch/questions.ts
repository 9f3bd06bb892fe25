import type { EntryLine } from '../../src/lexicon/formats.ts';
import { USUAL_SUGGESTIONS } from '../../src/lexicon/limits.ts';
import { FACETS } from '../../src/lexicon/query.ts';
import { facetSearches } from '../../src/stores/elasticsearch/facet-queries.ts';
import type { GenerationMeta, IndexPair } from '../../src/stores/elasticsearch/generations.ts';
import { placedSearch, type SearchBody } from '../../src/stores/elasticsearch/page-queries.ts';
import { relationSearch } from '../../src/stores/elasticsearch/relation-queries.ts';
import { characterSuggestions } from '../../src/stores/elasticsearch/suggest-queries.ts';
import type { Lines } from '../../src/stores/memory/jsonl.ts';
import { pageQuery, relationQuery } from '../../test/contract/ask.ts';

/** A question as the API is asked it, and the bare searches that answer it. */
export interface Question {
  readonly path: string;
  readonly searches: readonly { readonly index: string; readonly body: SearchBody }[];
}

const LIMIT = 20;

/** Questions about the most popular words, by kind; each run has its own. */
export function questions(
  lines: Lines,
  meta: GenerationMeta,
  indices: IndexPair,
): Readonly<Record<string, (run: number) => Question>> {
  const entry = (run: number) => lines.parse<EntryLine>((run * 7919) % Math.min(20_000, lines.count));
  const of = (index: string, bodies: readonly SearchBody[]) => bodies.map((body) => ({ index, body }));
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
  const first = (run: number) => placedSearch(page(run), { from: 0, skip: 0 });
  return {
    browse: (run) => ({
      path: browse(run, ''),
      searches: of(indices.entries, [...counts(page(run)), first(run)]),
    }),
    'nine facets': (run) => ({
      path: browse(run, '&facets=all'),
      searches: of(indices.entries, [...counts({ ...page(run), facets: FACETS }), first(run)]),
    }),
    synonyms: (run) => {
      const { char } = entry(run);
      const query = relationQuery(char, { limit: LIMIT });
      return {
        path: `/api/lexicon/synonyms?word=${encodeURIComponent(char)}&limit=${LIMIT}`,
        searches: of(indices.relations, [relationSearch(query).body]),
      };
    },
    autocomplete: (run) => {
      const prefix = [...entry(run).char][0]!;
      return {
        path: `/api/lexicon/autocomplete?prefix=${encodeURIComponent(prefix)}`,
        searches: of(indices.entries, [
          characterSuggestions(prefix, USUAL_SUGGESTIONS.limit + 1, USUAL_SUGGESTIONS.vulgar, false),
        ]),
      };
    },
  };
}
