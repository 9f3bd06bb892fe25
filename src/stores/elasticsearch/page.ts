import type { Tone } from '../../cantonese/jyutping.ts';
import type { Facet } from '../../lexicon/facets.ts';
import { meaningVector, nearestVector, ROW_BYTES } from '../../lexicon/meaning.ts';
import {
  type FacetValue,
  lineEndPlace,
  type PageOrder,
  type PagePlace,
  type PageQuery,
  type RhymeQuery,
} from '../../lexicon/query.ts';
import { BackendError, type MatchedEntry, type Page, type RhymeGroup } from '../../lexicon/store.ts';
import { type FacetSearch, facetSearches, readFacet } from './aggregations.ts';
import {
  andClause,
  type Clause,
  filterClauses,
  matchesNothing,
  orClause,
  primaryReadingClause,
  slotMatchesFirst,
  termsClause,
} from './clauses.ts';
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
  WITH_RANK,
} from './queries.ts';
import type { Hit, SearchResponse } from './searcher.ts';
import { facetToken, type SoundConstraints, soundConstraints } from './sound-tokens.ts';
import { SLOTS } from './stored-fields.ts';

/** A page: its words in one search; total and facet counts in others, which the shard request cache can hold. */
export async function findPage(generation: PinnedGeneration, query: PageQuery): Promise<Page> {
  const hitsSearch = pageSearch(generation, query);
  // Products are computed for all matching words anyway, so the same search can count them.
  const countsItself = hitsSearch?.track_total_hits === true;
  const countSearches = countsItself ? [] : facetSearches(query, generation.meta.cardinalities);
  const near = nearCount(query, hitsSearch);
  const bodies = [
    ...countSearches.map(({ body }) => body),
    ...(near?.isLikely ? [near.search] : []),
    ...(hitsSearch ? [hitsSearch] : []),
  ];
  const responses = await generation.searchEntries(bodies);
  const hits = hitsSearch ? responses.at(-1)!.hits.hits : [];
  const constraints = soundConstraints(query.sound);
  const pageWords = hits.slice(0, query.limit).map((hit) => toMatchedEntry(hit, query, constraints));
  const nearWords = near && (await countNear(generation, query, near, hits, responses[countSearches.length]));
  const last = hits.length > query.limit ? hits[query.limit - 1] : undefined;
  return {
    total: totalHits(countsItself ? responses.at(-1)! : responses[0]!),
    ...(nearWords === undefined ? {} : { near: nearWords }),
    words: pageWords,
    ...(last ? { next: placeOf(generation, last, query) } : {}),
    ...(query.facets.length > 0 ? { facets: readFacets(query, countSearches, responses) } : {}),
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
  /** Whether the page itself seldom says it, so that it is asked for with the page and not after it. */
  readonly isLikely: boolean;
}

/** Undefined where near words are not counted. */
function nearCount(query: PageQuery, hitsSearch: SearchBody | undefined): NearCount | undefined {
  const { order, words, sound } = query;
  if (order.by !== 'similarity' || order.nearScore === undefined) return undefined;
  const isLikely = hitsSearch !== undefined && !(isFirstPage(query) && filterClauses(words, sound).length > 0);
  return { nearScore: order.nearScore, search: nearSearch(query, order.nearScore), isLikely };
}

/** A first page that goes beyond the near words says itself how many there are. */
async function countNear(
  generation: PinnedGeneration,
  query: PageQuery,
  { nearScore, search, isLikely }: NearCount,
  hits: readonly Hit[],
  counted: SearchResponse | undefined,
): Promise<number> {
  if (isLikely) return totalHits(counted!);
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

function readFacets(query: PageQuery, countSearches: readonly FacetSearch[], responses: readonly SearchResponse[]) {
  const found: Partial<Record<Facet, readonly FacetValue[]>> = {};
  for (const facet of query.facets) {
    const index = countSearches.findIndex(({ facets }) => facets.includes(facet));
    const counts = responses[index]!.aggregations as Parameters<typeof readFacet>[1];
    found[facet] = readFacet(facet, counts, query);
  }
  return found;
}

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

/** Finals of each tier, each final in one tier only: the last one that lists it. */
function disjointTiers(tiers: RhymeQuery['tiers']): string[][] {
  const tierOf = new Map(tiers.flatMap((finals, tier) => finals.map((final) => [final, tier] as const)));
  const finalsOf = (tier: number) => [...tierOf.keys()].filter((final) => tierOf.get(final) === tier);
  return tiers.map((_, tier) => finalsOf(tier));
}

/**
 * The sound filters of a query for rhymes: the finals of all tiers at the end, before them those of the earlier
 * syllables.
 */
const rhymeFiltersOf = ({ sound, tiers, earlier = [] }: RhymeQuery) => ({
  ...sound,
  finals: [disjointTiers(tiers).flat(), ...earlier],
});

/** Words whose first rhyming reading has `tone`, by tier, then in the order of words as ends of a line. */
function rhymeSearch(query: RhymeQuery, tone: Tone): SearchBody {
  const tiers = disjointTiers(query.tiers);
  const rhymeFilters = rhymeFiltersOf(query);
  const constraints = soundConstraints(rhymeFilters);
  const slotClause = (slot: number): Clause => ({
    bool: {
      filter: [slotMatchesFirst(slot, constraints), { term: { [`sound${slot}`]: `0t:${tone}` } }],
      should: [
        primaryReadingClause(slot),
        ...tiers.flatMap((finals, tier) => {
          // Tiers are 2 apart, as a primary reading adds up to 1.
          const tierBoost = 2 * (tiers.length - tier);
          if (finals.length === 0) return [];
          const rhymes = finals.map((final) => facetToken('rhyme', final));
          return [{ constant_score: { filter: termsClause(`sound${slot}`, rhymes), boost: tierBoost } }];
        }),
      ],
    },
  });
  const filter = andClause(filterClauses(query.words, rhymeFilters));
  return {
    query: matchesNothing(filter) ? filter : { bool: { filter: [filter], must: [orClause(SLOTS.map(slotClause))] } },
    ...WITH_RANK,
    sort: [{ _score: 'desc' }, { end_rank: 'asc' }],
    from: query.offset,
    size: query.limit,
    track_total_hits: true,
  };
}

export async function findRhymes(generation: PinnedGeneration, query: RhymeQuery): Promise<RhymeGroup[]> {
  const tones = query.endTone === undefined ? TONES : [query.endTone];
  // Elasticsearch refuses offsets beyond its window, which is as large as the index.
  const isBeyond = query.offset >= generation.meta.counts.entries;
  const within = isBeyond ? { ...query, offset: 0, limit: 0 } : query;
  const responses = await generation.searchEntries(tones.map((tone) => rhymeSearch(within, tone)));
  const constraints = soundConstraints(rhymeFiltersOf(query));
  return tones.flatMap((endTone, index) => {
    const response = responses[index]!;
    const count = totalHits(response);
    if (count === 0) return [];
    const words = response.hits.hits.map((hit) => {
      const entry = listedOf(hit, rankOf(hit, 'rank'));
      return { entry, reading: matchedReading(entry, constraints)! };
    });
    return [{ endTone, count, words }];
  });
}
