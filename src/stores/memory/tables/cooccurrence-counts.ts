import { FACETS, type Facet } from '../../../lexicon/query.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

/** A selection of one facet's values; without a facet, one that the table does not cover. */
export interface FacetSelection {
  readonly facet?: Facet;
  readonly values?: readonly number[];
}

/**
 * The number of entries with value a of one facet and value b of another, for all pairs. Answers the facets of queries with one
 * filter and the totals of queries with two. Themes are tagged ones; a rhyme and a code co-occur when one reading has both.
 */
export interface CooccurrenceCounts {
  /** For each value of `facet`, the number of entries that also have value `value` of `fixedFacet`. */
  row(fixedFacet: Facet, value: number, facet: Facet): Uint32Array;
  /** The number of entries in both selections; undefined unless each is one value, of different facets. */
  intersectionSize(a: FacetSelection, b: FacetSelection): number | undefined;
}

/** Entries processed between two yields. */
const YIELD_INTERVAL = 512;

/** The number of values of each facet. */
function cardinalities({ columns, readings }: LexiconIndex): Record<Facet, number> {
  return {
    emotion: columns.emotion.dictionary.values.length,
    theme: columns.themeTagged.dictionary.values.length,
    valence: columns.valence.dictionary.values.length,
    category: columns.category.dictionary.values.length,
    reg: columns.reg.dictionary.values.length,
    pos: columns.pos.dictionary.values.length,
    length: columns.length.dictionary.values.length,
    rhyme: readings.rhymes.values.length,
    code: readings.codes.values.length,
  };
}

interface Table {
  readonly counts: Uint32Array;
  /** Values of the second facet. */
  readonly width: number;
}

export function* buildCooccurrenceCounts(index: LexiconIndex): Generator<void, CooccurrenceCounts> {
  const valueCounts = cardinalities(index);
  const tables = new Map<string, Table>();
  for (const [position, a] of FACETS.entries()) {
    for (const b of FACETS.slice(position + 1)) {
      const table = { counts: new Uint32Array(valueCounts[a] * valueCounts[b]), width: valueCounts[b] };
      yield* countPair(table, index, a, b);
      tables.set(`${a} ${b}`, table);
      tables.set(`${b} ${a}`, transpose(table));
    }
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

type SingleFacet = Exclude<Facet, 'theme' | 'rhyme' | 'code'>;

function isSingle(facet: Facet): facet is SingleFacet {
  return facet !== 'theme' && facet !== 'rhyme' && facet !== 'code';
}

/** Counts two facets, in the order of {@link FACETS}, in which rhyme and code are last. */
function* countPair(table: Table, index: LexiconIndex, a: Facet, b: Facet): Generator<void> {
  const { packed } = index;
  if (a === 'theme') yield* countThemes(table, index, b, true);
  else if (b === 'theme') yield* countThemes(table, index, a, false);
  else if (isSingle(a) && isSingle(b)) yield* countSingle(table, packed[a], packed[b]);
  else if (isSingle(a))
    yield* countSounds(table, packed[a], packed[b === 'code' ? 'code' : 'rhyme'], packed.readingStarts);
  else yield* countReadings(table, index);
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

/** A single-valued facet with rhymes or codes; of several readings each value counts once. */
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

/** Rhymes with codes of the same reading; each pair counts once for an entry. */
function* countReadings({ counts, width }: Table, { packed, size }: LexiconIndex): Generator<void> {
  const { readingStarts: starts, rhyme, code } = packed;
  const pairs: number[] = [];
  for (let entry = 0; entry < size; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    pairs.length = 0;
    for (let reading = starts[entry]!; reading < starts[entry + 1]!; reading++) {
      const pair = rhyme[reading]! * width + code[reading]!;
      if (pairs.includes(pair)) continue;
      pairs.push(pair);
      counts[pair]!++;
    }
  }
}

/** Tagged themes with any other facet. `isFirstFacet`: themes are the rows of the table. */
function* countThemes(table: Table, index: LexiconIndex, other: Facet, isFirstFacet: boolean): Generator<void> {
  const { counts, width } = table;
  const { taggedStarts, taggedThemes } = index.packed;
  const valuesOf = valuesReader(index, other);
  for (let entry = 0; entry < index.size; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    if (taggedStarts[entry] === taggedStarts[entry + 1]) continue;
    for (const value of valuesOf(entry)) {
      for (let at = taggedStarts[entry]!; at < taggedStarts[entry + 1]!; at++) {
        const theme = taggedThemes[at]!;
        counts[isFirstFacet ? theme * width + value : value * width + theme]!++;
      }
    }
  }
}

/** Whether no reading from `first` on has the same value. */
function isFirstOccurrence(sounds: Uint16Array, first: number, reading: number): boolean {
  for (let earlier = first; earlier < reading; earlier++) if (sounds[earlier] === sounds[reading]) return false;
  return true;
}

/** Returns a function that lists the distinct values of an entry. */
function valuesReader({ packed }: LexiconIndex, facet: Facet): (entry: number) => readonly number[] {
  if (isSingle(facet)) {
    const cells = packed[facet];
    return (entry) => (cells[entry]! > 0 ? [cells[entry]! - 1] : []);
  }
  const { readingStarts: starts } = packed;
  const sounds = packed[facet === 'code' ? 'code' : 'rhyme'];
  return (entry) => [...new Set(sounds.subarray(starts[entry], starts[entry + 1]))];
}

function transpose({ counts, width }: Table): Table {
  const height = counts.length / width;
  const transposedCounts = new Uint32Array(counts.length);
  for (let a = 0; a < height; a++)
    for (let b = 0; b < width; b++) transposedCounts[b * height + a] = counts[a * width + b]!;
  return { counts: transposedCounts, width: height };
}
