import type { Facet } from '../../lexicon/facets.ts';
import { meaningVector, nearestVector, ROW_BYTES } from '../../lexicon/meaning.ts';
import { type FacetValue, lineEndPlace, type PageOrder, type PagePlace, type PageQuery } from '../../lexicon/query.ts';
import { BackendError, type MatchedEntry, type Page } from '../../lexicon/store.ts';
import { type FacetSearch, facetSearches, readFacet } from './aggregations.ts';
import { filterClauses, matchesNothing } from './clauses.ts';
import type { PinnedGeneration } from './generations.ts';
import { listedOf, matchedReading, rankOf, sortedRankOf, totalHits, vectorOf } from './hits.ts';
import {
  comparesVectors,
  fromEngineScore,
  isScored,
  lineEndSearch,
  nearSearch,
  orderedSearch,
  orderField,
  pageClauses,
  productsSearch,
  type SearchBody,
  scoredSearch,
} from './queries.ts';
import type { Hit, SearchResponse } from './searcher.ts';
import { type SoundConstraints, soundConstraints } from './sound-tokens.ts';

/** Searches that are sent in one request, each with the reader of its own response, which is there once they are sent. */
function createSearchBatch() {
  const bodies: SearchBody[] = [];
  let responses: readonly SearchResponse[] = [];
  return {
    add(body: SearchBody): () => SearchResponse {
      const index = bodies.push(body) - 1;
      return () => responses[index]!;
    },
    async send(generation: PinnedGeneration): Promise<void> {
      responses = await generation.searchEntries(bodies);
    },
  };
}

/** A page: its words in one search; total and facet counts in others, which the shard request cache can hold. */
export async function findPage(generation: PinnedGeneration, query: PageQuery): Promise<Page> {
  const batch = createSearchBatch();
  const wordsSearch = pageSearch(generation, query);
  // Products are computed for all matching words anyway, so the same search can count them.
  const isTotalOfWordsSearch = wordsSearch?.track_total_hits === true;
  const facetCounts = (isTotalOfWordsSearch ? [] : facetSearches(query, generation.meta.cardinalities)).map(
    ({ facets, body }): FacetCounts => ({ facets, response: batch.add(body) }),
  );
  const near = nearCount(query, wordsSearch);
  const nearResponse = near?.isSentWithPage ? batch.add(near.search) : undefined;
  const wordsResponse = wordsSearch && batch.add(wordsSearch);
  await batch.send(generation);

  const hits = wordsResponse?.().hits.hits ?? [];
  const totalResponse = isTotalOfWordsSearch ? wordsResponse! : facetCounts[0]!.response;
  const constraints = soundConstraints(query.sound);
  const pageWords = hits.slice(0, query.limit).map((hit) => toMatchedEntry(hit, query, constraints));
  const nearWords = near && (nearResponse ? totalHits(nearResponse()) : await countNear(generation, query, near, hits));
  const last = hits.length > query.limit ? hits[query.limit - 1] : undefined;
  return {
    total: totalHits(totalResponse()),
    ...(nearWords === undefined ? {} : { near: nearWords }),
    words: pageWords,
    ...(last ? { next: placeOf(generation, last, query) } : {}),
    ...(query.facets.length > 0 ? { facets: readFacets(query, facetCounts) } : {}),
  };
}

/** So many words are compared at the start. */
const CHECKED_WORDS = 3;

/**
 * Compares the scores of a few words with their products. That a flat index scores every word whatever `k` is, is no promise of
 * Elasticsearch: a version that does not would order words like another wrongly, and is refused.
 */
export async function checkSimilarityScores(generation: PinnedGeneration): Promise<void> {
  const vector = meaningVector(new Int8Array(ROW_BYTES));
  const [response] = await generation.searchEntries([productsSearch(vector, CHECKED_WORDS)]);
  for (const hit of response!.hits.hits) {
    const product = vectorOf(hit, 'meaning').reduce((sum, number, place) => sum + number * vector[place]!, 0);
    // Elasticsearch adds one.
    if (hit.sort![0] !== product + 1)
      throw new BackendError(
        'unavailable',
        'This Elasticsearch does not score every word by its vector, so that words like another would come in a wrong order. ' +
          'Run a version that "docs/operations/elasticsearch.md" names.',
      );
  }
}

/** How the near words of a page are counted. */
interface NearCount {
  readonly nearScore: number;
  /** Computes all products once more. */
  readonly search: SearchBody;
  /** Whether the search is sent with the page: its hits would seldom tell the number, which saves the search. */
  readonly isSentWithPage: boolean;
}

/** Undefined where near words are not counted. */
function nearCount(query: PageQuery, wordsSearch: SearchBody | undefined): NearCount | undefined {
  const { order, words, sound } = query;
  if (order.by !== 'similarity' || order.nearScore === undefined) return undefined;
  const hitsMayTell = isFirstPage(query) && filterClauses(words, sound).length > 0;
  return {
    nearScore: order.nearScore,
    search: nearSearch(query, order.nearScore),
    isSentWithPage: wordsSearch !== undefined && !hitsMayTell,
  };
}

/** Counts by the hits of the page where they tell: on a first page that goes beyond the near words. Otherwise it searches. */
async function countNear(
  generation: PinnedGeneration,
  query: PageQuery,
  { nearScore, search }: NearCount,
  hits: readonly Hit[],
): Promise<number> {
  if (pageClauses(query).some(matchesNothing)) return 0;
  const nearHits = hits.filter((hit) => fromEngineScore(hit.sort![0]!, query.order) >= nearScore).length;
  if (isFirstPage(query) && (nearHits < hits.length || hits.length <= query.limit)) return nearHits;
  const [response] = await generation.searchEntries([search]);
  return totalHits(response!);
}

const isFirstPage = ({ start }: PageQuery) => 'offset' in start && start.offset === 0;

/** The search for the page's words; undefined beyond the last word. */
function pageSearch(generation: PinnedGeneration, query: PageQuery): SearchBody | undefined {
  const { order, start, sound, facets } = query;
  const { entries } = generation.meta.counts;
  if ('offset' in start && start.offset >= entries) return undefined;
  if (pageClauses(query).some(matchesNothing)) return undefined;
  if (isScored(order)) return scoredSearch(query, order.by === 'similarity' && facets.length === 0);
  const isByReading = order.by === 'lineEnd' && soundConstraints(sound).length > 0;
  return isByReading ? lineEndSearch(query, entries) : orderedSearch(query);
}

function toMatchedEntry(hit: Hit, query: PageQuery, constraints: SoundConstraints): MatchedEntry {
  const isByRank = orderField(query.order) === 'rank';
  const entry = listedOf(hit, isByRank ? sortedRankOf(hit) : rankOf(hit, 'rank'));
  const reading = matchedReading(entry, constraints);
  if (!reading) throw new Error(`${entry.char} was found by sound, and no reading of it satisfies the filters`);
  return { entry, reading, ...scoreOf(hit, query.order), ...nearestOf(hit, query.order) };
}

function scoreOf(hit: Hit, order: PageOrder): { readonly score?: number } {
  return isScored(order) ? { score: fromEngineScore(hit.sort![0]!, order) } : {};
}

/** To which of several vectors the word of a hit is nearest. */
function nearestOf(hit: Hit, order: PageOrder): Pick<MatchedEntry, 'nearest'> {
  if (!comparesVectors(order)) return {};
  return { nearest: nearestVector(order.features.vectors, vectorOf(hit, 'meaning')) };
}

function placeOf(generation: PinnedGeneration, hit: Hit, { order, sound }: PageQuery): PagePlace {
  const rank = sortedRankOf(hit);
  if (order.by !== 'lineEnd') return { order: rank, ...scoreOf(hit, order) };
  const isSecondary = soundConstraints(sound).length > 0 && hit.sort![0] === 0;
  return { order: lineEndPlace(rank, isSecondary, generation.meta.counts.entries) };
}

/** Facets with the response that counts them. */
interface FacetCounts extends Pick<FacetSearch, 'facets'> {
  readonly response: () => SearchResponse;
}

function readFacets(query: PageQuery, facetCounts: readonly FacetCounts[]) {
  const found: Partial<Record<Facet, readonly FacetValue[]>> = {};
  for (const facet of query.facets) {
    const { response } = facetCounts.find(({ facets }) => facets.includes(facet))!;
    found[facet] = readFacet(facet, response().aggregations as Parameters<typeof readFacet>[1], query);
  }
  return found;
}
