import { facetValues } from '../../lexicon/facet-values.ts';
import type { Facet, PageQuery, SoundFilters, WordFilters } from '../../lexicon/query.ts';
import type { FacetValue } from '../../lexicon/store.ts';
import { allOf, type Clause, filterClauses, SLOTS, slotSatisfies, wordField } from './clauses.ts';
import type { Cardinalities } from './documents.ts';
import type { Aggregation, SearchBody } from './page-queries.ts';
import { type SoundDemand, sameAsToken, soundDemand } from './sound-tokens.ts';

/** One search that counts some facets with the same selections applied. */
export interface FacetSearch {
  readonly facets: readonly Facet[];
  readonly body: SearchBody;
}

type Aggregations = Record<string, Aggregation>;

function isSound(facet: Facet): facet is 'rhyme' | 'code' {
  return facet === 'rhyme' || facet === 'code';
}

function chosenValues(
  query: Pick<PageQuery, 'words' | 'sound'>,
  facet: Facet,
): readonly (string | number)[] | undefined {
  return isSound(facet) ? query.sound[facet] : query.words[facet];
}

function without<T extends object, K extends keyof T>(filters: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = filters;
  return rest;
}

/**
 * The searches that count the facets of a query: one for all facets of which nothing is chosen (its total is the query's total),
 * and one for each facet with a selection, which leaves that selection out.
 */
export function facetSearches(
  query: Pick<PageQuery, 'words' | 'sound' | 'facets'>,
  cardinalities: Cardinalities,
): FacetSearch[] {
  const free = query.facets.filter((facet) => chosenValues(query, facet) === undefined);
  const chosen = query.facets.filter((facet) => !free.includes(facet));
  return [
    facetSearch(free, query.words, query.sound, cardinalities),
    ...chosen.map((facet) =>
      isSound(facet)
        ? facetSearch([facet], query.words, without(query.sound, facet), cardinalities)
        : facetSearch([facet], without(query.words, facet) as WordFilters, query.sound, cardinalities),
    ),
  ];
}

function facetSearch(
  facets: readonly Facet[],
  words: WordFilters,
  sound: SoundFilters,
  cardinalities: Cardinalities,
): FacetSearch {
  const aggs: Aggregations = {};
  for (const facet of facets) {
    if (isSound(facet))
      Object.assign(aggs, soundAggregations(facet, soundDemand(without(sound, facet)), cardinalities));
    else aggs[facet] = termCounts(wordField(facet, words.themeScope), cardinalities);
  }
  const body: SearchBody = { size: 0, track_total_hits: true, query: allOf(filterClauses(words, sound)) };
  return { facets, body: facets.length > 0 ? { ...body, aggs } : body };
}

/** All values of a field: one more bucket than there are values, so that none is ever left out. */
function termCounts(field: string, cardinalities: Cardinalities, of = field): Aggregation {
  return { terms: { field, size: (cardinalities[of] ?? 0) + 1 } };
}

/**
 * Counts words that have one reading with the value which satisfies the other sound filters. Each slot is counted apart; a slot that
 * has the value of an earlier slot which satisfies them too is left out, so that a word counts once.
 */
function soundAggregations(facet: 'rhyme' | 'code', others: SoundDemand, cardinalities: Cardinalities): Aggregations {
  if (others.length === 0) return { [facet]: termCounts(facet, cardinalities) };
  return Object.fromEntries(
    SLOTS.map((slot) => [
      `${facet}${slot}`,
      {
        filter: countedHere(facet, slot, others),
        aggs: { values: termCounts(`${facet}${slot}`, cardinalities, facet) },
      },
    ]),
  );
}

function countedHere(facet: 'rhyme' | 'code', slot: number, others: SoundDemand): Clause {
  const repeats = SLOTS.slice(0, slot).map((earlier) =>
    allOf([{ term: { [`sound${slot}`]: sameAsToken(facet, earlier) } }, slotSatisfies(earlier, others)]),
  );
  return { bool: { filter: [slotSatisfies(slot, others)], ...(repeats.length > 0 ? { must_not: repeats } : {}) } };
}

interface TermBuckets {
  readonly sum_other_doc_count?: number;
  readonly doc_count_error_upper_bound?: number;
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}
type CountedAggregations = Readonly<Record<string, TermBuckets | { readonly values: TermBuckets }>>;

/** The counts of one facet, ordered as responses show them. Throws when the engine left values out. */
export function readFacet(
  facet: Facet,
  answer: CountedAggregations,
  query: Pick<PageQuery, 'words' | 'sound'>,
): FacetValue[] {
  const counts = new Map<string, number>();
  const parts = facet in answer ? [answer[facet]!] : SLOTS.map((slot) => answer[`${facet}${slot}`]!);
  for (const part of parts) {
    const terms = 'values' in part ? part.values : part;
    if (terms.sum_other_doc_count || terms.doc_count_error_upper_bound)
      throw new Error(`Facet ${facet} was counted in part: the index holds more values than its metadata says.`);
    for (const { key, doc_count } of terms.buckets) counts.set(key, (counts.get(key) ?? 0) + doc_count);
  }
  return facetValues(facet, counts, chosenValues(query, facet));
}
