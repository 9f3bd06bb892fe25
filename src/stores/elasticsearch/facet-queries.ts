import { type FacetValue, facetValues } from '../../lexicon/facet-values.ts';
import { type Facet, isReadingFacet, type ReadingFacet } from '../../lexicon/facets.ts';
import { type PageQuery, selectedValues, withoutSelection } from '../../lexicon/query.ts';
import { andClause, type Clause, slotMatches } from './clauses.ts';
import type { Cardinalities } from './documents.ts';
import { facetField, SLOTS, slotField } from './facet-fields.ts';
import { type Aggregation, pageClauses, type SearchBody } from './page-queries.ts';
import { repeatedValueToken, type SoundConstraints, soundConstraints } from './sound-tokens.ts';

/** One search that counts facets with the same selections applied. */
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
    const constraints = isReadingFacet(facet) ? soundConstraints(withoutSelection(selection, facet).sound) : [];
    if (isReadingFacet(facet) && constraints.length > 0)
      Object.assign(aggs, slotAggregations(facet, constraints, cardinalities));
    else aggs[facet] = termsAggregation(facetField(facet, selection.words.themeScope), cardinalities);
  }
  const body: SearchBody = { size: 0, track_total_hits: true, query: andClause(pageClauses(selection)) };
  return { facets, body: facets.length > 0 ? { ...body, aggs } : body };
}

/** One bucket more than there are values, so that counts are exact. */
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

interface TermBuckets {
  readonly sum_other_doc_count?: number;
  readonly doc_count_error_upper_bound?: number;
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}
type CountedAggregations = Readonly<Record<string, TermBuckets | { readonly values: TermBuckets }>>;

const aggregationsOf = (facet: Facet, aggregations: CountedAggregations) =>
  facet in aggregations || !isReadingFacet(facet)
    ? [aggregations[facet]!]
    : SLOTS.map((slot) => aggregations[slotField(facet, slot)]!);

/** The counts of one facet in response order, of a search without words if there are no aggregations. Throws when the engine omitted values. */
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
