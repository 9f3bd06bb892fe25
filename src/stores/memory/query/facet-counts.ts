import { compareCodePoints } from '../../../lexicon/code-points.ts';
import { FACETS, type Facet, facetRow } from '../../../lexicon/facets.ts';
import type { Manifest } from '../../../lexicon/formats.ts';
import { type FacetValue, facetValues, type PageQuery, selectedValues } from '../../../lexicon/query.ts';
import type { CategoryCount, Vocabulary } from '../../../lexicon/store.ts';
import type { Column } from '../columns/column.ts';
import { forEachId } from '../columns/entry-set.ts';
import { facetColumn, type LexiconIndex, themeColumn } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../tables/text-index.ts';
import type { FacetScanner, Tallies } from './facet-scan.ts';
import { type QueryPlan, withoutFacet } from './query-plan.ts';

export type FacetCounts = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** See {@link buildFacetRows}. */
export interface FacetTables {
  readonly scanner: FacetScanner;
  /** The values of all words: a browse without filters begins with them. */
  readonly ofAll: ReadonlyMap<Facet, readonly FacetValue[]>;
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
    const isUntagged = facet === 'theme' && scope !== 'tagged';
    if (
      !isUntagged &&
      remainingPlan.clauses.length === 0 &&
      areCounted(index, facet, facetColumn(index, facet).counts(), selected)
    ) {
      result[facet] = tables.ofAll.get(facet)!;
      continue;
    }
    const tally = isUntagged
      ? countUntaggedThemes(index, query, remainingPlan)
      : selected
        ? count(remainingPlan, [facet])[facet]
        : tallies[facet];
    result[facet] = toFacetValues(index, facet, tally, selected);
  }
  return result;
}

/** Whether there are words with each of the values, so that a list of what there is has them all. */
function areCounted(index: LexiconIndex, facet: Facet, counts: Uint32Array, values: readonly (string | number)[] = []) {
  const { ids } = facetColumn(index, facet).dictionary;
  return values.every((value) => {
    const id = ids.get(String(value));
    return id !== undefined && counts[id]! > 0;
  });
}

/** The values of a facet among all words. */
export function valuesOfAll(index: LexiconIndex, facet: Facet): readonly FacetValue[] {
  return toFacetValues(index, facet, facetColumn(index, facet).counts(), undefined);
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
  return isNumeric(facet)
    ? remaining
    : remaining.sort((a, b) => b.count - a.count || compareCodePoints(String(a.value), String(b.value)));
}

const isNumeric = (facet: Facet) => facetRow(facet).order === 'number';

function toFacetValues(
  index: LexiconIndex,
  facet: Facet,
  counts: Uint32Array,
  selected: readonly (string | number)[] | undefined,
): readonly FacetValue[] {
  const { values } = facetColumn(index, facet).dictionary;
  // A selected value is listed even when its count is 0.
  if (areCounted(index, facet, counts, selected)) return orderedValues(values, counts, isNumeric(facet));
  const byName = new Map<string, number>();
  for (const [id, value] of values.entries()) if (counts[id]! > 0) byName.set(value, counts[id]!);
  return facetValues(facet, byName, selected);
}

/** The inferred themes, or both kinds. They are requested too rarely to be part of the facet rows. */
function countUntaggedThemes(index: LexiconIndex, { words }: Pick<PageQuery, 'words'>, plan: QueryPlan): Uint32Array {
  const column = themeColumn(index.columns, words.themeScope);
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

/** From this many facets on, one scan that counts all of them is faster than a scan for each. */
const MIN_FACETS_FOR_FULL_SCAN = 3;

function createFacetCounter(index: LexiconIndex, { scanner }: FacetTables): CountFacets {
  const emptyTallies = (facets: readonly Facet[]) => {
    const tallies = {} as Record<Facet, Uint32Array>;
    for (const facet of facets) tallies[facet] = new Uint32Array(facetColumn(index, facet).dictionary.values.length);
    return tallies;
  };

  return (plan, facets) => {
    if (plan.clauses.length === 0)
      return Object.fromEntries(facets.map((facet) => [facet, facetColumn(index, facet).counts()])) as Tallies;
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

/** Counts below this are sorted by counting sort, the few above by comparison. */
const BUCKET_COUNT = 256;
/** More than the number of values of a facet, which has 16-bit cells. */
const MAX_VALUES = 65_536;
const starts = new Uint32Array(BUCKET_COUNT + 1);

/**
 * The values with a count, by descending count, then in the order of the values. `names` must be in code point order, so that ids
 * are compared instead of strings. Same order as `facetValues` of src/lexicon; lengths are ordered by number.
 */
export function orderedValues(names: readonly string[], counts: Uint32Array, numeric: boolean): FacetValue[] {
  const present: number[] = [];
  for (let value = 0; value < counts.length; value++) if (counts[value]! > 0) present.push(value);
  const ordered = numeric ? present : byCount(present, counts);
  return ordered.map((value) => ({ value: numeric ? Number(names[value]) : names[value]!, count: counts[value]! }));
}

function byCount(values: readonly number[], counts: Uint32Array): number[] {
  const large: number[] = [];
  starts.fill(0);
  for (const value of values) {
    const count = counts[value]!;
    if (count >= BUCKET_COUNT) large.push(value);
    // Bucket 1 has the highest count, so that a bucket starts where the higher ones end.
    else starts[BUCKET_COUNT - count + 1]!++;
  }
  sortLarge(large, counts);
  if (large.length === values.length) return large;
  for (let bucket = 1; bucket <= BUCKET_COUNT; bucket++) starts[bucket]! += starts[bucket - 1]!;
  const ordered = large.concat(values.slice(large.length));
  for (const value of values) {
    const count = counts[value]!;
    if (count < BUCKET_COUNT) ordered[large.length + starts[BUCKET_COUNT - count]!++] = value;
  }
  return ordered;
}

/** Sorts numbers whose upper part is the count, which needs no comparison function. */
function sortLarge(values: number[], counts: Uint32Array): void {
  const keys = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) keys[i] = counts[values[i]!]! * MAX_VALUES - values[i]!;
  keys.sort();
  for (let i = 0; i < values.length; i++) {
    const key = keys[values.length - 1 - i]!;
    values[i] = Math.ceil(key / MAX_VALUES) * MAX_VALUES - key;
  }
}

function countIn(column: Column, value: string): number {
  const id = column.dictionary.ids.get(value);
  return id === undefined ? 0 : column.counts()[id]!;
}

function countsOf(column: Column, values: readonly string[]): Record<string, number> {
  return Object.fromEntries(values.map((value) => [value, countIn(column, value)]));
}

export function categoryCounts(index: LexiconIndex, manifest: Manifest): CategoryCount[] {
  return manifest.vocabulary.categories.map((category) => ({
    ...category,
    words: countIn(index.columns.category, category.name),
  }));
}

export function vocabularyCounts(index: LexiconIndex, manifest: Manifest): Vocabulary {
  const { emotion, valence, themeTagged, themeInferred, themeAll } = index.columns;
  const { emotions, themes } = manifest.vocabulary;
  return {
    emotion: countsOf(emotion, emotions),
    theme: countsOf(themeTagged, themes),
    valence: countsOf(valence, ['正', '負', '中']),
    themeInferred: countsOf(themeInferred, themes),
    themeCoverage: Object.fromEntries(
      themes.map((theme) => [
        theme,
        { tagged: countIn(themeTagged, theme), inferred: countIn(themeInferred, theme), all: countIn(themeAll, theme) },
      ]),
    ),
  };
}
