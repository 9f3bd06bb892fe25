import { facetValues } from '../../lexicon/facet-values.ts';
import { FACETS, type Facet, type PageQuery } from '../../lexicon/query.ts';
import type { FacetValue } from '../../lexicon/store.ts';
import type { CooccurrenceCounts } from './cooccurrence-counts.ts';
import { difference, type EntrySet, forEachId } from './entry-set.ts';
import { orderedValues } from './facet-order.ts';
import type { FacetScanner, Tallies } from './facet-scan.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { createPlan, facetColumn, type QueryClause, type QueryPlan, withoutFacet } from './query-plan.ts';
import type { TextIndex } from './text-index.ts';

export type FacetCounts = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** The tables that counting needs; see {@link buildFacetRows} and {@link buildCooccurrenceCounts}. */
export interface FacetTables {
  readonly scanner: FacetScanner;
  readonly cooccurrence: CooccurrenceCounts;
}

/** The counts of each facet with all other selections applied. `parts` are the whole query's. */
export function countFacets(
  index: LexiconIndex,
  text: TextIndex,
  tables: FacetTables,
  query: Pick<PageQuery, 'words' | 'sound' | 'facets'>,
  plan: QueryPlan,
): FacetCounts {
  const result: Partial<Record<Facet, readonly FacetValue[]>> = {};
  const selectedValues = (facet: Facet) =>
    facet === 'rhyme' || facet === 'code' ? query.sound[facet] : query.words[facet];
  const unselected = query.facets.filter((facet) => !selectedValues(facet));
  const count = createFacetCounter(index, tables);
  const scope = query.words.themeScope;
  const tallies = count(plan, scope === 'tagged' ? unselected : unselected.filter((facet) => facet !== 'theme'));
  for (const facet of query.facets) {
    const selected = selectedValues(facet);
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

function toFacetValues(
  index: LexiconIndex,
  facet: Facet,
  counts: Uint32Array,
  selected: readonly (string | number)[] | undefined,
): readonly FacetValue[] {
  const { values, ids } = facetDictionary(index, facet);
  // A chosen value is shown even when nothing has it.
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

/** The inferred themes, or both kinds: seldom asked for, so that they have no place in the rows. */
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

/** How many facets make it worth while to count all of them at once. */
const MIN_FACETS_FOR_FULL_SCAN = 3;

function createFacetCounter(index: LexiconIndex, { scanner, cooccurrence }: FacetTables): CountFacets {
  const emptyTallies = (facets: readonly Facet[]) => {
    const tallies = {} as Record<Facet, Uint32Array>;
    for (const facet of facets) tallies[facet] = new Uint32Array(facetDictionary(index, facet).values.length);
    return tallies;
  };

  const scan = (plan: QueryPlan, set: EntrySet, facets: readonly Facet[], tallies: Tallies, sign: 1 | -1) => {
    if (facets.length >= MIN_FACETS_FOR_FULL_SCAN) scanner.countAllFacets(set, plan.matcher, tallies, sign);
    else for (const facet of facets) scanner.countFacet(facet, set, plan.matcher, tallies[facet], sign);
  };

  /** Counts that are known beforehand: of everything, and of what has one value. */
  const precomputed = (plan: QueryPlan, facet: Facet): Uint32Array | undefined => {
    const [onlyClause] = plan.clauses;
    if (!onlyClause) {
      if (facet === 'rhyme') return index.readings.rhymeCounts();
      if (facet === 'code') return index.readings.codeCounts();
      return index.columns[facet === 'theme' ? 'themeTagged' : facet].counts();
    }
    if (plan.clauses.length > 1 || !onlyClause.values || onlyClause.facet === facet) return undefined;
    const rows = onlyClause.values.map((value) => cooccurrence.row(onlyClause.facet!, value, facet));
    if (rows.length === 1) return rows[0];
    return rows.reduce((sum, row) => sum.map((count, value) => count + row[value]!), new Uint32Array(rows[0]!.length));
  };

  /** The part without which the rest is better counted, what the part leaves out taken away. */
  const complementClause = (plan: QueryPlan): QueryClause | undefined => {
    const { clauses } = plan;
    if (clauses.length < 2) return undefined;
    const intersectionSize = plan.set().count;
    if (clauses.length > 2) {
      const largest = clauses.reduce((a, b) => (b.set.count > a.set.count ? b : a));
      return largest.isSound || largest.set.count * 2 < index.size ? undefined : largest;
    }
    const [a, b] = clauses as [QueryClause, QueryClause];
    // Without the one, the counts of the other are known.
    const options = [
      { part: a, work: b.values && !a.isSound ? b.set.count - intersectionSize : Number.POSITIVE_INFINITY },
      { part: b, work: a.values && !b.isSound ? a.set.count - intersectionSize : Number.POSITIVE_INFINITY },
    ];
    const cheapest = options[0]!.work <= options[1]!.work ? options[0]! : options[1]!;
    return cheapest.work < intersectionSize ? cheapest.part : undefined;
  };

  const count: CountFacets = (plan, facets) => {
    const [first] = facets;
    if (first === undefined) return {} as Tallies;
    if (precomputed(plan, first)) {
      return Object.fromEntries(facets.map((facet) => [facet, precomputed(plan, facet)!])) as Tallies;
    }
    const countedFacets: readonly Facet[] = facets.length >= MIN_FACETS_FOR_FULL_SCAN ? FACETS : facets;
    const tallies = emptyTallies(countedFacets);
    const complement = complementClause(plan);
    if (!complement) {
      scan(plan, plan.set(), countedFacets, tallies, 1);
      return tallies;
    }
    const clauses = plan.clauses.filter((clause) => clause !== complement);
    const remaining = createPlan(index, clauses, plan.matcher);
    const remainingTallies = count(
      remaining,
      countedFacets.filter((facet) => facet !== clauses[0]!.facet || clauses.length > 1),
    );
    for (const facet of countedFacets) if (remainingTallies[facet]) tallies[facet].set(remainingTallies[facet]);
    scan(remaining, difference(remaining.set(), complement.set), countedFacets, tallies, -1);
    return tallies;
  };
  return count;
}
