import { type Facet, isReadingFacet, type ReadingFacet } from '../../lexicon/facets.ts';
import { type FacetValue, facetValues, type PageQuery, selectedValues, withoutSelection } from '../../lexicon/query.ts';
import type { CountedField } from '../../lexicon/store.ts';
import { andClause, type Clause, slotMatches } from './clauses.ts';
import type { Cardinalities } from './documents.ts';
import type { PinnedGeneration } from './generations.ts';
import { termCounts } from './hits.ts';
import { type Aggregation, pageClauses, type SearchBody } from './queries.ts';
import { repeatedValueToken, type SoundConstraints, soundConstraints } from './sound-tokens.ts';
import { facetField, SLOTS, slotField } from './stored-fields.ts';

/** One search that counts several facets. */
export interface FacetSearch {
  readonly facets: readonly Facet[];
  readonly body: SearchBody;
}

type Aggregations = Record<string, Aggregation>;

/**
 * The searches that count a query's facets: one for all facets without a selection, whose total is the query's, and one without its
 * own selection for each facet that has one.
 */
export function facetSearches(
  query: Pick<PageQuery, 'words' | 'sound' | 'order' | 'facets'>,
  cardinalities: Cardinalities,
): FacetSearch[] {
  const { order } = query;
  const unselected = query.facets.filter((facet) => selectedValues(query, facet) === undefined);
  const selected = query.facets.filter((facet) => !unselected.includes(facet));
  return [
    facetSearch(unselected, query, cardinalities),
    ...selected.map((facet) => facetSearch([facet], { ...withoutSelection(query, facet), order }, cardinalities)),
  ];
}

function facetSearch(
  facets: readonly Facet[],
  selection: Pick<PageQuery, 'words' | 'sound' | 'order'>,
  cardinalities: Cardinalities,
): FacetSearch {
  const aggs: Aggregations = {};
  for (const facet of facets) {
    const otherConstraints = isReadingFacet(facet) ? soundConstraints(withoutSelection(selection, facet).sound) : [];
    const isCountedBySlot = isReadingFacet(facet) && otherConstraints.length > 0;
    if (isCountedBySlot) Object.assign(aggs, slotAggregations(facet, otherConstraints, cardinalities));
    else aggs[facet] = termsAggregation(facetField(facet, selection.words.themeScope), cardinalities);
  }
  const body: SearchBody = { size: 0, track_total_hits: true, query: andClause(pageClauses(selection)) };
  return { facets, body: facets.length > 0 ? { ...body, aggs } : body };
}

/** Counts by value of a field, with one bucket more than there are values, so that the counts are exact. */
function termsAggregation(field: string, cardinalities: Cardinalities, cardinalityField = field): Aggregation {
  return { terms: { field, size: (cardinalities[cardinalityField] ?? 0) + 1 } };
}

/**
 * Counts words by the value of one reading that also satisfies the other sound filters. Each slot is counted separately; a slot with
 * the same value as an earlier matching slot is excluded, so that a word counts once.
 */
function slotAggregations(
  facet: ReadingFacet,
  otherConstraints: SoundConstraints,
  cardinalities: Cardinalities,
): Aggregations {
  return Object.fromEntries(
    SLOTS.map((slot) => [
      slotField(facet, slot),
      {
        filter: countsInSlot(facet, slot, otherConstraints),
        aggs: { values: termsAggregation(slotField(facet, slot), cardinalities, facet) },
      },
    ]),
  );
}

/**
 * Words whose reading in the slot satisfies the constraints, and has another value than the matching readings before
 * it.
 */
function countsInSlot(facet: ReadingFacet, slot: number, otherConstraints: SoundConstraints): Clause {
  const repeatedValues = SLOTS.slice(0, slot).map((earlier) =>
    andClause([
      { term: { [`sound${slot}`]: repeatedValueToken(facet, earlier) } },
      slotMatches(earlier, otherConstraints),
    ]),
  );
  return {
    bool: {
      filter: [slotMatches(slot, otherConstraints)],
      ...(repeatedValues.length > 0 ? { must_not: repeatedValues } : {}),
    },
  };
}

/** A terms aggregation as Elasticsearch answers it; the first two fields are above 0 where values are missing. */
interface TermBuckets {
  readonly sum_other_doc_count?: number;
  readonly doc_count_error_upper_bound?: number;
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}
/** By facet, or by slot of a facet of readings. */
type CountedAggregations = Readonly<Record<string, TermBuckets | { readonly values: TermBuckets }>>;

/** The one aggregation of a facet, or those of all its slots. */
const aggregationsOf = (facet: Facet, aggregations: CountedAggregations) =>
  facet in aggregations || !isReadingFacet(facet)
    ? [aggregations[facet]!]
    : SLOTS.map((slot) => aggregations[slotField(facet, slot)]!);

/**
 * The counts of one facet in response order. Throws when the engine omitted values.
 *
 * @param aggregations undefined where the search matched no words
 */
export function readFacet(
  facet: Facet,
  aggregations: CountedAggregations | undefined,
  query: Pick<PageQuery, 'words' | 'sound'>,
): FacetValue[] {
  const counts = new Map<string, number>();
  const results = aggregations ? aggregationsOf(facet, aggregations) : [];
  for (const result of results) {
    const terms = 'values' in result ? result.values : result;
    if (terms.sum_other_doc_count || terms.doc_count_error_upper_bound)
      throw new Error(`Facet ${facet} was counted in part: the index holds more values than its metadata says.`);
    for (const { key, doc_count } of terms.buckets) counts.set(key, (counts.get(key) ?? 0) + doc_count);
  }
  return facetValues(facet, counts, selectedValues(query, facet));
}

const COUNTED_FIELDS = ['emotion', 'theme', 'theme_inferred', 'theme_all', 'valence', 'category'] as const;

/** Returns a function that counts the words with a value of a field, see {@link countedVocabulary}. */
export async function wordCounter(
  generation: PinnedGeneration,
): Promise<(field: CountedField, value: string) => number> {
  const { cardinalities } = generation.meta;
  const aggs = Object.fromEntries(COUNTED_FIELDS.map((field) => [field, termsAggregation(field, cardinalities)]));
  const [response] = await generation.searchEntries([
    { size: 0, track_total_hits: false, query: { match_all: {} }, aggs },
  ]);
  const counts = new Map(COUNTED_FIELDS.map((field) => [field, termCounts(response!, field)]));
  return (field, value) => counts.get(field)!.get(value) ?? 0;
}
