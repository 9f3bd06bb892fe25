import {
  type Facet,
  isReadingFacet,
  READING_FACETS,
  type ReadingFacet,
  type SingleFacet,
  WORD_FACETS,
  type WordFacet,
} from '../../../lexicon/facets.ts';
import { type EntrySet, forEachId, intersectionCount } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import {
  AFFECTS_CELL,
  CELL_FACETS,
  CELLS_PER_ENTRY,
  cellOfFacet,
  type FacetRows,
  TRAITS,
  TRAITS_CELL,
} from '../tables/facet-rows.ts';
import type { SoundMatcher } from './query-plan.ts';

/** Counts by value for each facet; a scan adds to them. */
export type Tallies = Readonly<Record<Facet, Uint32Array>>;

/** Counts the facet values of sets of entries, one facet or all of them. */
export interface FacetScanner {
  /** Counts all facets in one pass; themes are tagged ones. Of readings those count that `matcher` accepts. */
  countAllFacets(set: EntrySet, matcher: SoundMatcher | undefined, tallies: Tallies): void;
  countFacet(facet: Facet, set: EntrySet, matcher: SoundMatcher | undefined, tally: Uint32Array): void;
}

export function facetScanner(index: LexiconIndex, rows: FacetRows): FacetScanner {
  const { cells } = rows;
  // Scratch memory: scans are synchronous and do not overlap. One array for all cells, each from its offset on.
  const valueCounts = [
    rows.traits[0]!.length,
    rows.affects.length,
    ...CELL_FACETS.map((facet) => index.packed[`${facet}Names`].length + 1),
  ];
  const offsets = Uint32Array.from(valueCounts, (_, cell) => sum(valueCounts.slice(0, cell)));
  const counts = new Uint32Array(sum(valueCounts));
  const countsOf = (cell: number) => counts.subarray(offsets[cell], offsets[cell]! + valueCounts[cell]!);
  const [traits, affects] = [countsOf(TRAITS_CELL), countsOf(AFFECTS_CELL)];
  const readingCell = cellOfFacet(READING_FACETS[0]!);
  const multiReadingEntries: number[] = [];

  const scanAll = (set: EntrySet) => {
    counts.fill(0);
    multiReadingEntries.length = 0;
    const count = (id: number) => {
      const firstCell = id * CELLS_PER_ENTRY;
      for (let cell = 0; cell < CELLS_PER_ENTRY; cell++) counts[offsets[cell]! + cells[firstCell + cell]!]!++;
      if (cells[firstCell + readingCell] === 0) multiReadingEntries.push(id);
    };
    if (set.kind === 'list') for (let i = 0; i < set.ids.length; i++) count(set.ids[i]!);
    else {
      for (let word = 0; word < set.bits.length; word++) {
        const base = (word << 5) + 31;
        for (let remainingBits = set.bits[word]!; remainingBits !== 0; remainingBits &= remainingBits - 1)
          count(base - Math.clz32(remainingBits & -remainingBits));
      }
    }
  };

  return {
    countAllFacets(set, matcher, tallies) {
      scanAll(set);
      for (let number = 0; number < traits.length; number++) {
        const count = traits[number]!;
        if (count === 0) continue;
        for (let column = 0; column < TRAITS.length; column++) {
          const value = rows.traits[column]![number]!;
          if (value > 0) tallies[TRAITS[column]!][value - 1]! += count;
        }
      }
      for (let number = 0; number < affects.length; number++) {
        const count = affects[number]!;
        if (count === 0) continue;
        const { emotion, themes } = rows.affects[number]!;
        if (emotion > 0) tallies.emotion[emotion - 1]! += count;
        for (const theme of themes) tallies.theme[theme]! += count;
      }
      for (const facet of CELL_FACETS) addShifted(tallies[facet], countsOf(cellOfFacet(facet)));
      for (const id of multiReadingEntries)
        for (const facet of READING_FACETS) countReadings(index, facet, id, matcher, tallies[facet]);
      for (const facet of WORD_FACETS) countFurther(index, facet, set, tallies[facet]);
    },
    countFacet(facet, set, matcher, tally) {
      if (isReadingFacet(facet)) {
        const cell = cellOfFacet(facet);
        forEachId(set, (id) => {
          const value = cells[id * CELLS_PER_ENTRY + cell]!;
          if (value > 0) tally[value - 1]!++;
          else countReadings(index, facet, id, matcher, tally);
          return true;
        });
      } else if (facet === 'theme') {
        forEachId(set, (id) => {
          for (const theme of rows.affects[cells[id * CELLS_PER_ENTRY + AFFECTS_CELL]!]!.themes) tally[theme]!++;
          return true;
        });
        countFurther(index, facet, set, tally);
      } else if (!countBySets(index, facet, set, tally)) {
        countCells(index, facet, set, tally);
        countFurther(index, facet, set, tally);
      }
    },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** `shifted[0]` counts entries without a value. */
function addShifted(tally: Uint32Array, shifted: Uint32Array): void {
  for (let value = 0; value < tally.length; value++) tally[value]! += shifted[value + 1]!;
}

/** Adds the distinct values of the readings that `matcher` accepts. */
function countReadings(
  { readings }: LexiconIndex,
  facet: ReadingFacet,
  entry: number,
  matcher: SoundMatcher | undefined,
  tally: Uint32Array,
): void {
  const { cells } = readings.facets[facet];
  const seen: number[] = [];
  for (let reading = readings.starts[entry]!; reading < readings.starts[entry + 1]!; reading++) {
    const value = cells[reading]!;
    if (seen.includes(value) || (matcher && !matcher.matches(reading))) continue;
    seen.push(value);
    tally[value]!++;
  }
}

/** Counts a dense set value by value, 32 entries at a time, where that is faster than entry by entry; else answers false. */
function countBySets({ columns }: LexiconIndex, facet: SingleFacet, set: EntrySet, tally: Uint32Array): boolean {
  if (set.kind !== 'bits') return false;
  const { dictionary, set: setOf } = columns[facet];
  const sets = dictionary.values.map((_, value) => setOf(value));
  const work = sets.reduce((sum, one) => sum + (one.kind === 'bits' ? one.bits.length : one.count), 0);
  if (work >= set.count) return false;
  for (const [value, one] of sets.entries()) tally[value]! += intersectionCount(set.bits, one);
  return true;
}

function countCells({ columns }: LexiconIndex, facet: SingleFacet, set: EntrySet, tally: Uint32Array): void {
  const { cells } = columns[facet];
  forEachId(set, (id) => {
    const cell = cells[id]!;
    if (cell > 0) tally[cell - 1]!++;
    return true;
  });
}

/** Counts the values under which entries of a set are listed besides their own: few entries have any. */
function countFurther({ further }: LexiconIndex, facet: WordFacet, set: EntrySet, tally: Uint32Array): void {
  const { entries, values, of } = further[facet];
  if (set.kind === 'bits') {
    for (let place = 0; place < entries.length; place++) {
      const entry = entries[place]!;
      if ((set.bits[entry >>> 5]! >>> (entry & 31)) & 1) tally[values[place]!]!++;
    }
  } else if (entries.length > 0)
    for (let place = 0; place < set.ids.length; place++) for (const value of of(set.ids[place]!)) tally[value]!++;
}
