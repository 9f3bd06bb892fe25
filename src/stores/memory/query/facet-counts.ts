import { FACETS, type Facet, facetRow, isReadingFacet, type ReadingFacet } from '../../../lexicon/facets.ts';
import { type FacetValue, facetValues, type PageQuery, selectedValues } from '../../../lexicon/query.ts';
import type { CountedField } from '../../../lexicon/store.ts';
import { contains, type EntrySet, withoutIds, writeIds } from '../columns/entry-set.ts';
import { facetColumn, type LexiconIndex, themeColumn } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../columns/text-tables.ts';
import { type QueryPlan, type SoundMatcher, withoutFacet } from './query-plan.ts';

type FacetCounts = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** The values of each facet among all words: a browse without filters begins with them. */
type FacetsOfAll = ReadonlyMap<Facet, readonly FacetValue[]>;

/**
 * Builds the values of one facet per step, as the first page with all facets would otherwise build all of them at once.
 */
export function* buildFacetsOfAll(index: LexiconIndex): Generator<void, FacetsOfAll> {
  const values = new Map<Facet, readonly FacetValue[]>();
  for (const facet of FACETS) {
    yield;
    values.set(facet, toFacetValues(index, facet, facetColumn(index, facet).counts(), undefined));
  }
  return values;
}

/**
 * The counts of each facet with all other selections applied.
 *
 * @param ofAll values of each facet among all words
 * @param plan plan of the whole query
 * @param excluded entries that the page leaves out
 */
export function countFacets(
  index: LexiconIndex,
  text: TextIndex,
  ofAll: FacetsOfAll,
  query: Pick<PageQuery, 'words' | 'sound' | 'facets'>,
  plan: QueryPlan,
  excluded: readonly number[],
): FacetCounts {
  const result: Partial<Record<Facet, readonly FacetValue[]>> = {};
  const entriesOf = ({ set }: QueryPlan) => countedEntries(excluded.length > 0 ? withoutIds(set(), excluded) : set());
  const unselected = entriesOf(plan);
  for (const facet of query.facets) {
    const selected = selectedValues(query, facet);
    const remaining = selected ? withoutFacet(index, text, query, plan, facet) : plan;
    const isOfAll = remaining.clauses.length === 0 && excluded.length === 0;
    // `ofAll` counts the themes of the scope `tagged`.
    const hasOtherScope = facet === 'theme' && query.words.themeScope !== 'tagged';
    const counts = isOfAll
      ? facetColumn(index, facet, query.words.themeScope).counts()
      : tally(index, facet, query, selected ? entriesOf(remaining) : unselected, remaining.matcher);
    const isKnown = isOfAll && !hasOtherScope && areCounted(index, facet, counts, selected);
    result[facet] = isKnown ? ofAll.get(facet)! : toFacetValues(index, facet, counts, selected);
  }
  return result;
}

interface CountedEntries {
  readonly set: EntrySet;
  readonly ids: Uint32Array;
}

function countedEntries(set: EntrySet): CountedEntries {
  if (set.kind === 'list') return { set, ids: set.ids };
  const ids = new Uint32Array(set.count);
  writeIds(set, ids);
  return { set, ids };
}

/** Number of entries per id of a facet's value. For a facet of readings, only readings that `matcher` accepts count. */
function tally(
  index: LexiconIndex,
  facet: Facet,
  { words: { themeScope } }: Pick<PageQuery, 'words'>,
  { set, ids }: CountedEntries,
  matcher: SoundMatcher | undefined,
): Uint32Array {
  const counts = new Uint32Array(facetColumn(index, facet, themeScope).dictionary.values.length);
  if (isReadingFacet(facet)) tallyReadings(index, facet, ids, matcher, counts);
  else if (facet === 'theme') {
    const column = themeColumn(index.columns, themeScope);
    for (let i = 0; i < ids.length; i++) column.tally(ids[i]!, counts);
  } else {
    const { cells } = index.columns[facet];
    for (let i = 0; i < ids.length; i++) {
      const cell = cells[ids[i]!]!;
      if (cell > 0) counts[cell - 1]!++;
    }
    // The values under which entries are listed besides their own: few entries have any.
    const further = index.further[facet];
    for (const [place, entry] of further.entries.entries()) if (contains(set, entry)) counts[further.values[place]!]!++;
  }
  return counts;
}

/** Adds to `counts` the distinct values of each entry's matching readings. */
function tallyReadings(
  { readings }: LexiconIndex,
  facet: ReadingFacet,
  ids: Uint32Array,
  matcher: SoundMatcher | undefined,
  counts: Uint32Array,
): void {
  const { starts } = readings;
  const { cells } = readings.facets[facet];
  for (let i = 0; i < ids.length; i++) {
    const [first, end] = [starts[ids[i]!]!, starts[ids[i]! + 1]!];
    if (end - first === 1) counts[cells[first]!]!++;
    else {
      const seen: number[] = [];
      for (let reading = first; reading < end; reading++) {
        const value = cells[reading]!;
        if (seen.includes(value) || (matcher && !matcher.matches(reading))) continue;
        seen.push(value);
        counts[value]!++;
      }
    }
  }
}

/** Whether each of the values has a count above 0, so that a list of the counted values contains all of them. */
function areCounted(index: LexiconIndex, facet: Facet, counts: Uint32Array, values: readonly (string | number)[] = []) {
  const { ids } = facetColumn(index, facet).dictionary;
  return values.every((value) => {
    const id = ids.get(String(value));
    return id !== undefined && counts[id]! > 0;
  });
}

function toFacetValues(
  index: LexiconIndex,
  facet: Facet,
  counts: Uint32Array,
  selected: readonly (string | number)[] | undefined,
): readonly FacetValue[] {
  const { values } = facetColumn(index, facet).dictionary;
  // A selected value is listed even when its count is 0.
  if (areCounted(index, facet, counts, selected))
    return orderedValues(values, counts, facetRow(facet).order === 'number');
  const byName = new Map<string, number>();
  for (const [id, value] of values.entries()) if (counts[id]! > 0) byName.set(value, counts[id]!);
  return facetValues(facet, byName, selected);
}

/**
 * The values with a count, by descending count, then in the order of the values. `names` must be in code point order, so that ids
 * are compared instead of strings. Same order as `facetValues` of src/lexicon; lengths are ordered by number.
 */
function orderedValues(names: readonly string[], counts: Uint32Array, numeric: boolean): FacetValue[] {
  const present: number[] = [];
  for (let value = 0; value < counts.length; value++) if (counts[value]! > 0) present.push(value);
  if (!numeric) present.sort((a, b) => counts[b]! - counts[a]! || a - b);
  return present.map((value) => ({ value: numeric ? Number(names[value]) : names[value]!, count: counts[value]! }));
}

/** Returns a function that counts the words with a value of a field, see {@link countedVocabulary}. */
export function wordCounter({ columns }: LexiconIndex): (field: CountedField, value: string) => number {
  const { emotion, valence, category, themeTagged, themeInferred, themeAll } = columns;
  const fields = { emotion, valence, category, theme: themeTagged, theme_inferred: themeInferred, theme_all: themeAll };
  return (field, value) => {
    const { dictionary, counts } = fields[field];
    const id = dictionary.ids.get(value);
    return id === undefined ? 0 : counts()[id]!;
  };
}
