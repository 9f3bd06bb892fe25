import { type Facet, isReadingFacet, READING_FACETS, SINGLE_FACETS } from '../../../lexicon/facets.ts';
import { facetColumn, type LexiconIndex } from '../columns/lexicon-index.ts';

/** A selection of one facet's values; without a facet, one that the table does not cover. */
export interface FacetSelection {
  readonly facet?: Facet;
  readonly values?: readonly number[];
}

/**
 * The number of entries with value a of one facet and value b of another, for all pairs. Answers the facets of queries with one
 * filter and the totals of queries with two. Themes are tagged ones; values of reading facets co-occur when one reading has both.
 */
export interface CooccurrenceCounts {
  /** For each value of `facet`, the number of entries that also have value `value` of `fixedFacet`. */
  row(fixedFacet: Facet, value: number, facet: Facet): Uint32Array;
  /** The number of entries in both selections; undefined unless each is one value, of different facets. */
  intersectionSize(a: FacetSelection, b: FacetSelection): number | undefined;
}

/** Entries processed between two yields. */
const YIELD_INTERVAL = 512;

interface Table {
  readonly counts: Uint32Array;
  /** Values of the second facet. */
  readonly width: number;
}

export function* buildCooccurrenceCounts(index: LexiconIndex): Generator<void, CooccurrenceCounts> {
  const valueCount = (facet: Facet) => facetColumn(index, facet).dictionary.values.length;
  const tables = new Map<string, Table>();
  function* addTable(a: Facet, b: Facet, count: (table: Table) => Generator<void>): Generator<void> {
    const table = { counts: new Uint32Array(valueCount(a) * valueCount(b)), width: valueCount(b) };
    yield* count(table);
    tables.set(`${a} ${b}`, table);
    tables.set(`${b} ${a}`, transpose(table));
  }
  for (const [position, a] of COLUMN_FACETS.entries()) {
    yield* addTable('theme', a, (table) => countThemes(table, index, a));
    for (const b of COLUMN_FACETS.slice(position + 1)) yield* addTable(a, b, (table) => countPair(table, index, a, b));
  }
  return {
    row(fixedFacet, value, facet) {
      const { counts, width } = tables.get(`${fixedFacet} ${facet}`)!;
      return counts.subarray(value * width, (value + 1) * width);
    },
    intersectionSize(a, b) {
      const table = tables.get(`${a.facet} ${b.facet}`);
      if (!table || a.values?.length !== 1 || b.values?.length !== 1) return undefined;
      return table.counts[a.values[0]! * table.width + b.values[0]!]!;
    },
  };
}

/** All facets but themes: those of readings last. */
const COLUMN_FACETS = [...SINGLE_FACETS, ...READING_FACETS];
type ColumnFacet = (typeof COLUMN_FACETS)[number];

/** Counts two facets, in the order of {@link COLUMN_FACETS}. */
function* countPair(table: Table, index: LexiconIndex, a: ColumnFacet, b: ColumnFacet): Generator<void> {
  const { packed } = index;
  if (isReadingFacet(a) && isReadingFacet(b)) yield* countReadings(table, index, packed[a], packed[b]);
  else if (isReadingFacet(b)) yield* countSounds(table, packed[a], packed[b], packed.readingStarts);
  else yield* countSingle(table, packed[a], packed[b]);
}

function* countSingle({ counts, width }: Table, a: Uint16Array, b: Uint16Array): Generator<void> {
  for (let from = 0; from < a.length; from += YIELD_INTERVAL * 16) {
    const to = Math.min(a.length, from + YIELD_INTERVAL * 16);
    for (let entry = from; entry < to; entry++) {
      const [x, y] = [a[entry]!, b[entry]!];
      if (x > 0 && y > 0) counts[(x - 1) * width + y - 1]!++;
    }
    yield;
  }
}

/** A single-valued facet with one of readings; of several readings each value counts once. */
function* countSounds(
  { counts, width }: Table,
  a: Uint16Array,
  sounds: Uint16Array,
  starts: Uint32Array,
): Generator<void> {
  for (let entry = 0; entry < a.length; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    const row = (a[entry]! - 1) * width;
    if (row < 0) continue;
    const [first, end] = [starts[entry]!, starts[entry + 1]!];
    for (let reading = first; reading < end; reading++)
      if (isFirstOccurrence(sounds, first, reading)) counts[row + sounds[reading]!]!++;
  }
}

/** Two facets of the same reading; each pair counts once for an entry. */
function* countReadings(
  { counts, width }: Table,
  { packed, size }: LexiconIndex,
  a: Uint16Array,
  b: Uint16Array,
): Generator<void> {
  const { readingStarts: starts } = packed;
  const pairs: number[] = [];
  for (let entry = 0; entry < size; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    pairs.length = 0;
    for (let reading = starts[entry]!; reading < starts[entry + 1]!; reading++) {
      const pair = a[reading]! * width + b[reading]!;
      if (pairs.includes(pair)) continue;
      pairs.push(pair);
      counts[pair]!++;
    }
  }
}

/** Tagged themes with any other facet. */
function* countThemes({ counts, width }: Table, index: LexiconIndex, other: ColumnFacet): Generator<void> {
  const { taggedStarts, taggedThemes } = index.packed;
  const valuesOf = valuesReader(index, other);
  for (let entry = 0; entry < index.size; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    if (taggedStarts[entry] === taggedStarts[entry + 1]) continue;
    for (const value of valuesOf(entry))
      for (let at = taggedStarts[entry]!; at < taggedStarts[entry + 1]!; at++)
        counts[taggedThemes[at]! * width + value]!++;
  }
}

/** Whether no reading from `first` on has the same value. */
function isFirstOccurrence(sounds: Uint16Array, first: number, reading: number): boolean {
  for (let earlier = first; earlier < reading; earlier++) if (sounds[earlier] === sounds[reading]) return false;
  return true;
}

/** Returns a function that lists the distinct values of an entry. */
function valuesReader({ packed }: LexiconIndex, facet: ColumnFacet): (entry: number) => readonly number[] {
  const { readingStarts: starts, [facet]: cells } = packed;
  if (isReadingFacet(facet)) return (entry) => [...new Set(cells.subarray(starts[entry], starts[entry + 1]))];
  return (entry) => (cells[entry]! > 0 ? [cells[entry]! - 1] : []);
}

function transpose({ counts, width }: Table): Table {
  const height = counts.length / width;
  const transposedCounts = new Uint32Array(counts.length);
  for (let a = 0; a < height; a++)
    for (let b = 0; b < width; b++) transposedCounts[b * height + a] = counts[a * width + b]!;
  return { counts: transposedCounts, width: height };
}
