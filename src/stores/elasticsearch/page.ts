import type { Facet, PageOrder, PageQuery } from '../../lexicon/query.ts';
import type { FacetValue, MatchedEntry, Page } from '../../lexicon/store.ts';
import { matchesNothing } from './clauses.ts';
import { deepPage } from './deep-pages.ts';
import { type FacetSearch, facetSearches, readFacet } from './facet-queries.ts';
import { getAggregation, listedOf, matchedReading, rankOf, sortedRankOf, totalHits } from './hits.ts';
import {
  fromEngineScore,
  histogramInterval,
  histogramSearch,
  isScored,
  lineEndSearch,
  MAX_SHALLOW_OFFSET,
  MAX_SKIP,
  orderedSearch,
  orderField,
  type PagePosition,
  pageClauses,
  positionOfOffset,
  type SearchBody,
  scoredSearch,
} from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import type { Hit, SearchResponse } from './searcher.ts';
import { type SoundConstraints, soundConstraints } from './sound-tokens.ts';

/** A page: its words in one search; total and facet counts in others, which the shard request cache can hold. */
export async function findPage(generation: PinnedGeneration, query: PageQuery): Promise<Page> {
  const hitsSearch = await pageSearch(generation, query);
  // Products are computed for all matching words anyway, so the same search can count them.
  const countsItself = hitsSearch?.track_total_hits === true;
  const countSearches = countsItself ? [] : facetSearches(query, generation.meta.cardinalities);
  const bodies = [...countSearches.map(({ body }) => body), ...(hitsSearch ? [hitsSearch] : [])];
  const responses = await generation.searchEntries(bodies);
  const hits = hitsSearch ? responses.at(-1)!.hits.hits : [];
  const constraints = soundConstraints(query.sound);
  const pageWords = hits.slice(0, query.limit).map((hit) => toMatchedEntry(generation, hit, query, constraints));
  const last = hits.length > query.limit ? hits[query.limit - 1] : undefined;
  return {
    total: totalHits(responses[0]!),
    words: pageWords,
    ...(last ? { next: nextCursor(generation, last, query) } : {}),
    ...(query.facets.length > 0 ? { facets: readFacets(query, countSearches, responses) } : {}),
  };
}

/** The search for the page's words; undefined beyond the last word. */
async function pageSearch(generation: PinnedGeneration, query: PageQuery): Promise<SearchBody | undefined> {
  const { start } = query;
  const { entries } = generation.meta.counts;
  const { keyOf } = generation.ranks[orderField(query.order)];
  if ('offset' in start && start.offset >= entries) return undefined;
  if (pageClauses(query).some(matchesNothing)) return undefined;
  const isByScore = isScored(query.order) || (query.order.by === 'lineEnd' && soundConstraints(query.sound).length > 0);
  if (isByScore) {
    const countsAll = query.order.by === 'similarity' && query.facets.length === 0;
    const search = isScored(query.order) ? scoredSearch(query, keyOf, countsAll) : lineEndSearch(query, keyOf, entries);
    if (search.from === undefined || search.from <= MAX_SKIP) return search;
    return deepPage(generation, search, search.from);
  }
  if ('after' in start) return orderedSearch(query, { from: keyOf(start.after.order) + 1, skip: 0 });
  if (start.offset <= MAX_SHALLOW_OFFSET) return orderedSearch(query, { from: 0, skip: start.offset });
  const position = await deepPosition(generation, query, start.offset);
  return position && orderedSearch(query, position);
}

async function deepPosition(
  generation: PinnedGeneration,
  query: PageQuery,
  offset: number,
): Promise<PagePosition | undefined> {
  const [response] = await generation.searchEntries([histogramSearch(query, histogramInterval(generation.meta))]);
  const { buckets } = getAggregation<{ buckets: { key: number; doc_count: number }[] }>(response!, 'places');
  return positionOfOffset(buckets, offset);
}

function toMatchedEntry(
  generation: PinnedGeneration,
  hit: Hit,
  query: PageQuery,
  constraints: SoundConstraints,
): MatchedEntry {
  const isByRank = orderField(query.order) === 'rank';
  const entry = listedOf(hit, isByRank ? sortedRankOf(generation, hit) : rankOf(generation, hit, 'rank'));
  const reading = matchedReading(entry, constraints);
  if (!reading) throw new Error(`${entry.char} was found by sound, and no reading of it satisfies the filters`);
  return { entry, reading, ...scoreOf(hit, query.order) };
}

function scoreOf(hit: Hit, order: PageOrder): { readonly score?: number } {
  return isScored(order) ? { score: fromEngineScore(hit.sort![0]!, order) } : {};
}

function nextCursor(generation: PinnedGeneration, hit: Hit, { order, sound }: PageQuery): NonNullable<Page['next']> {
  const isSecondary = order.by === 'lineEnd' && soundConstraints(sound).length > 0 && hit.sort![0] === 0;
  const rank = sortedRankOf(generation, hit, orderField(order));
  return { order: rank + (isSecondary ? generation.meta.counts.entries : 0), ...scoreOf(hit, order) };
}

function readFacets(query: PageQuery, countSearches: readonly FacetSearch[], responses: readonly SearchResponse[]) {
  const found: Partial<Record<Facet, readonly FacetValue[]>> = {};
  for (const facet of query.facets) {
    const index = countSearches.findIndex(({ facets }) => facets.includes(facet));
    const counts = responses[index]!.aggregations as Parameters<typeof readFacet>[1];
    found[facet] = readFacet(facet, counts, query);
  }
  return found;
}
