import { compareCodePoints } from '../../../lexicon/code-points.ts';
import { facetValues } from '../../../lexicon/facet-values.ts';
import { FACETS, type Facet, type PageQuery } from '../../../lexicon/query.ts';
import type { FacetValue } from '../../../lexicon/store.ts';
import { forEachId } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { CooccurrenceCounts } from '../tables/cooccurrence-counts.ts';
import type { TextIndex } from '../tables/text-index.ts';
import { orderedValues } from './facet-order.ts';
import type { FacetScanner, Tallies } from './facet-scan.ts';
import { facetColumn, type QueryPlan, withoutFacet } from './query-plan.ts';

export type FacetCounts = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** See {@link buildFacetRows} and {@link buildCooccurrenceCounts}. */
export interface FacetTables {
  readonly scanner: FacetScanner;
  readonly cooccurrence: CooccurrenceCounts;
}

/** The counts of each facet with all other selections applied. `plan` is that of the whole query. */
export function countFacets(
  index: LexiconIndex,
  text: TextIndex,
  tables: FacetTables,
  query: Pick<PageQuery, 'words' | 'sound' | 'facets'>,
  plan: QueryPlan,
): FacetCounts {
  const result: Partial<Record<Facet, readonly FacetValue[]>> = {};
  const unselected = query.facets.filter((facet) => !selectedValues(query, facet));
  const count = createFacetCounter(index, tables);
  const scope = query.words.themeScope;
  const tallies = count(plan, scope === 'tagged' ? unselected : unselected.filter((facet) => facet !== 'theme'));
  for (const facet of query.facets) {
    const selected = selectedValues(query, facet);
    const remainingPlan = selected ? withoutFacet(index, text, query, plan, facet) : plan;
    const tally =
      facet === 'theme' && scope !== 'tagged'
        ? countUntaggedThemes(index, query, remainingPlan)
        : selected
          ? count(remainingPlan, [facet])[facet]
          : tallies[facet];
    result[facet] = toFacetValues(index, facet, tally, selected);
  }
  return result;
}

/** The counts without those of some of the entries. A list without a change stays the same object. */
export function subtractCounts(
  counts: FacetCounts,
  excludedCounts: FacetCounts,
  query: Pick<PageQuery, 'words' | 'sound'>,
): FacetCounts {
  const result: Partial<Record<Facet, readonly FacetValue[]>> = {};
  for (const [facet, values] of Object.entries(counts) as [Facet, readonly FacetValue[]][]) {
    const excluded = new Map(excludedCounts[facet]!.flatMap(({ value, count }) => (count > 0 ? [[value, count]] : [])));
    result[facet] = excluded.size === 0 ? values : withoutCounts(facet, values, excluded, selectedValues(query, facet));
  }
  return result;
}

function withoutCounts(
  facet: Facet,
  values: readonly FacetValue[],
  excluded: ReadonlyMap<string | number, number>,
  selected: readonly (string | number)[] = [],
): FacetValue[] {
  const remaining = values
    .map(({ value, count }) => ({ value, count: count - (excluded.get(value) ?? 0) }))
    .filter(({ value, count }) => count > 0 || selected.includes(value));
  // The list is nearly in order, which sorting makes use of.
  return facet === 'length'
    ? remaining
    : remaining.sort((a, b) => b.count - a.count || compareCodePoints(String(a.value), String(b.value)));
}

function selectedValues(
  { words, sound }: Pick<PageQuery, 'words' | 'sound'>,
  facet: Facet,
): readonly (string | number)[] | undefined {
  return facet === 'rhyme' || facet === 'code' ? sound[facet] : words[facet];
}

function toFacetValues(
  index: LexiconIndex,
  facet: Facet,
  counts: Uint32Array,
  selected: readonly (string | number)[] | undefined,
): readonly FacetValue[] {
  const { values, ids } = facetDictionary(index, facet);
  // A selected value is listed even when its count is 0.
  const isMissing = (value: string | number) => {
    const id = ids.get(String(value));
    return id === undefined || counts[id] === 0;
  };
  if (!selected?.some(isMissing)) return orderedValues(values, counts, facet === 'length');
  const byName = new Map<string, number>();
  for (const [id, value] of values.entries()) if (counts[id]! > 0) byName.set(value, counts[id]!);
  return facetValues(facet, byName, selected);
}

function facetDictionary({ columns, readings }: LexiconIndex, facet: Facet) {
  if (facet === 'rhyme') return readings.rhymes;
  if (facet === 'code') return readings.codes;
  return columns[facet === 'theme' ? 'themeTagged' : facet].dictionary;
}

/** The inferred themes, or both kinds. They are requested too rarely to be part of the facet rows. */
function countUntaggedThemes(index: LexiconIndex, { words }: Pick<PageQuery, 'words'>, plan: QueryPlan): Uint32Array {
  const column = facetColumn(index, 'theme', words);
  const set = plan.set();
  if (set.count === index.size) return column.counts();
  const tally = new Uint32Array(column.dictionary.values.length);
  forEachId(set, (id) => {
    column.tally(id, tally);
    return true;
  });
  return tally;
}

type CountFacets = (plan: QueryPlan, facets: readonly Facet[]) => Tallies;

/** From this many facets on, one scan that counts all nine is faster than a scan for each. */
const MIN_FACETS_FOR_FULL_SCAN = 3;

function createFacetCounter(index: LexiconIndex, { scanner, cooccurrence }: FacetTables): CountFacets {
  const emptyTallies = (facets: readonly Facet[]) => {
    const tallies = {} as Record<Facet, Uint32Array>;
    for (const facet of facets) tallies[facet] = new Uint32Array(facetDictionary(index, facet).values.length);
    return tallies;
  };

  /** Counts of all entries, and of entries selected by one facet, are in tables. */
  const isPrecomputed = ({ clauses }: QueryPlan) =>
    clauses.length === 0 || (clauses.length === 1 && clauses[0]!.values !== undefined);

  const precomputed = ({ clauses: [clause] }: QueryPlan, facet: Facet): Uint32Array => {
    if (!clause) {
      if (facet === 'rhyme') return index.readings.rhymeCounts();
      if (facet === 'code') return index.readings.codeCounts();
      return index.columns[facet === 'theme' ? 'themeTagged' : facet].counts();
    }
    const rows = clause.values!.map((value) => cooccurrence.row(clause.facet!, value, facet));
    if (rows.length === 1) return rows[0]!;
    return rows.reduce((sum, row) => sum.map((count, value) => count + row[value]!), new Uint32Array(rows[0]!.length));
  };

  return (plan, facets) => {
    if (isPrecomputed(plan))
      return Object.fromEntries(facets.map((facet) => [facet, precomputed(plan, facet)])) as Tallies;
    if (facets.length >= MIN_FACETS_FOR_FULL_SCAN) {
      const tallies = emptyTallies(FACETS);
      scanner.countAllFacets(plan.set(), plan.matcher, tallies);
      return tallies;
    }
    const tallies = emptyTallies(facets);
    for (const facet of facets) scanner.countFacet(facet, plan.set(), plan.matcher, tallies[facet]);
    return tallies;
  };
}
