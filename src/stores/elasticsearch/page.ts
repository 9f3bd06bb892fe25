import type { Facet, PageQuery } from '../../lexicon/query.ts';
import type { FacetValue, Page, ShownEntry } from '../../lexicon/store.ts';
import { type FacetSearch, facetSearches, readFacet } from './facet-queries.ts';
import type { PinnedGeneration } from './generation.ts';
import { aggregationOf, entryOf, shownReading, totalOf } from './hits.ts';
import {
  histogramSearch,
  isScored,
  orderField,
  type Place,
  placedSearch,
  placeOfOffset,
  type SearchBody,
  SHALLOW,
  scoredSearch,
} from './page-queries.ts';
import type { Answer, Hit } from './search.ts';
import { type SoundDemand, soundDemand } from './sound-tokens.ts';

/** A page: its words in one search, its total and facet counts in others that the shard request cache can hold. */
export async function findPage(generation: PinnedGeneration, query: PageQuery): Promise<Page> {
  const counting = facetSearches(query, generation.meta.cardinalities);
  const paging = await pageSearch(generation, query);
  const bodies = [...counting.map(({ body }) => body), ...(paging ? [paging] : [])];
  const answers = await generation.askEntries(bodies);
  const hits = paging ? answers.at(-1)!.hits.hits : [];
  const demand = soundDemand(query.sound);
  const shown = hits.slice(0, query.limit).map((hit) => shownEntry(hit, query, demand));
  const last = hits.length > query.limit ? hits[query.limit - 1] : undefined;
  return {
    total: totalOf(answers[0]!),
    words: shown,
    ...(last ? { next: nextOf(last, query) } : {}),
    ...(query.facets.length > 0 ? { facets: readFacets(query, counting, answers) } : {}),
  };
}

/** The search for the words of the page; undefined when it lies beyond the last word. */
async function pageSearch(generation: PinnedGeneration, query: PageQuery): Promise<SearchBody | undefined> {
  const { start } = query;
  const { entries } = generation.meta.counts;
  if ('offset' in start && start.offset >= entries) return undefined;
  if (isScored(query.order)) return scoredSearch(query);
  if ('after' in start) return placedSearch(query, { from: start.after.order + 1, skip: 0 });
  if (start.offset <= SHALLOW) return placedSearch(query, { from: 0, skip: start.offset });
  const place = await deepPlace(generation, query, start.offset);
  return place && placedSearch(query, place);
}

async function deepPlace(generation: PinnedGeneration, query: PageQuery, offset: number): Promise<Place | undefined> {
  const [answer] = await generation.askEntries([histogramSearch(query, generation.meta.counts.entries)]);
  const { buckets } = aggregationOf<{ buckets: { key: number; doc_count: number }[] }>(answer!, 'places');
  return placeOfOffset(buckets, offset);
}

function shownEntry(hit: Hit, query: PageQuery, demand: SoundDemand): ShownEntry {
  const entry = entryOf(hit);
  const reading = shownReading(entry, demand);
  if (!reading) throw new Error(`${entry.char} was found by sound, and no reading of it satisfies the filters`);
  return { entry, reading, ...(isScored(query.order) ? { score: hit.sort![0]! } : {}) };
}

function nextOf(hit: Hit, { order }: PageQuery): NonNullable<Page['next']> {
  const entry = entryOf(hit);
  const place = orderField(order) === 'rank' ? entry.rank : entry.charRank;
  return { order: place, ...(isScored(order) ? { score: hit.sort![0]! } : {}) };
}

function readFacets(query: PageQuery, counting: readonly FacetSearch[], answers: readonly Answer[]) {
  const found: Partial<Record<Facet, readonly FacetValue[]>> = {};
  for (const facet of query.facets) {
    const at = counting.findIndex(({ facets }) => facets.includes(facet));
    const counts = answers[at]!.aggregations as Parameters<typeof readFacet>[1];
    found[facet] = readFacet(facet, counts, query);
  }
  return found;
}
