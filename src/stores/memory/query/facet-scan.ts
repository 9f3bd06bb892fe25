import type { Facet } from '../../../lexicon/query.ts';
import { type EntrySet, forEachId, intersectionCount } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { CELL_OFFSETS, CELLS_PER_ENTRY, type FacetRows } from '../tables/facet-rows.ts';
import type { SoundMatcher } from './sound-match.ts';

/** Counts by value for each facet; a scan adds to them. */
export type Tallies = Readonly<Record<Facet, Uint32Array>>;

/** Counts the facet values of sets of entries, one facet or all of them. */
export interface FacetScanner {
  /** Counts all facets in one pass; themes are tagged ones. Counts the rhymes and codes of readings that `matcher` accepts. */
  countAllFacets(set: EntrySet, matcher: SoundMatcher | undefined, tallies: Tallies): void;
  countFacet(facet: Facet, set: EntrySet, matcher: SoundMatcher | undefined, tally: Uint32Array): void;
}

const TRAITS = ['valence', 'reg', 'pos', 'length'] as const;

export function facetScanner(index: LexiconIndex, rows: FacetRows): FacetScanner {
  const { cells } = rows;
  const { rhymes, codes } = index.readings;
  // Scratch memory: scans are synchronous and do not overlap.
  const traits = new Uint32Array(rows.traits[0]!.length);
  const affects = new Uint32Array(rows.affects.length);
  const categories = new Uint32Array(index.columns.category.dictionary.values.length + 1);
  const rhymeCounts = new Uint32Array(rhymes.values.length + 1);
  const codeCounts = new Uint32Array(codes.values.length + 1);
  const multiReadingEntries: number[] = [];

  const scanAll = (set: EntrySet) => {
    for (const counts of [traits, affects, categories, rhymeCounts, codeCounts]) counts.fill(0);
    multiReadingEntries.length = 0;
    const count = (id: number) => {
      const firstCell = id * CELLS_PER_ENTRY;
      const rhyme = cells[firstCell + CELL_OFFSETS.rhyme]!;
      traits[cells[firstCell + CELL_OFFSETS.traits]!]!++;
      affects[cells[firstCell + CELL_OFFSETS.affects]!]!++;
      categories[cells[firstCell + CELL_OFFSETS.category]!]!++;
      rhymeCounts[rhyme]!++;
      codeCounts[cells[firstCell + CELL_OFFSETS.code]!]!++;
      if (rhyme === 0) multiReadingEntries.push(id);
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
      addShifted(tallies.category, categories);
      addShifted(tallies.rhyme, rhymeCounts);
      addShifted(tallies.code, codeCounts);
      for (const id of multiReadingEntries) {
        countReadings(index, 'rhyme', id, matcher, tallies.rhyme);
        countReadings(index, 'code', id, matcher, tallies.code);
      }
    },
    countFacet(facet, set, matcher, tally) {
      if (facet === 'rhyme' || facet === 'code') {
        const cell = CELL_OFFSETS[facet];
        forEachId(set, (id) => {
          const value = cells[id * CELLS_PER_ENTRY + cell]!;
          if (value > 0) tally[value - 1]!++;
          else countReadings(index, facet, id, matcher, tally);
          return true;
        });
      } else if (facet === 'theme') {
        forEachId(set, (id) => {
          for (const theme of rows.affects[cells[id * CELLS_PER_ENTRY + CELL_OFFSETS.affects]!]!.themes)
            tally[theme]!++;
          return true;
        });
      } else countColumn(index, facet, set, tally);
    },
  };
}

/** `shifted[0]` counts entries without a value. */
function addShifted(tally: Uint32Array, shifted: Uint32Array): void {
  for (let value = 0; value < tally.length; value++) tally[value]! += shifted[value + 1]!;
}

/** Adds the distinct values of the readings that `matcher` accepts. */
function countReadings(
  { readings }: LexiconIndex,
  facet: 'rhyme' | 'code',
  entry: number,
  matcher: SoundMatcher | undefined,
  tally: Uint32Array,
): void {
  const cells = readings[facet];
  const seen: number[] = [];
  for (let reading = readings.starts[entry]!; reading < readings.starts[entry + 1]!; reading++) {
    const value = cells[reading]!;
    if (seen.includes(value) || (matcher && !matcher.matches(reading))) continue;
    seen.push(value);
    tally[value]!++;
  }
}

/** Counts a dense set value by value, 32 entries at a time, where that is faster than entry by entry. */
function countColumn(
  { columns }: LexiconIndex,
  facet: Exclude<Facet, 'theme' | 'rhyme' | 'code'>,
  set: EntrySet,
  tally: Uint32Array,
): void {
  const { cells, dictionary: names, set: setOf } = columns[facet];
  if (set.kind === 'bits') {
    const sets = names.values.map((_, value) => setOf(value));
    const work = sets.reduce((sum, one) => sum + (one.kind === 'bits' ? one.bits.length : one.count), 0);
    if (work < set.count) {
      for (const [value, one] of sets.entries()) tally[value]! += intersectionCount(set.bits, one);
      return;
    }
  }
  forEachId(set, (id) => {
    const cell = cells[id]!;
    if (cell > 0) tally[cell - 1]!++;
    return true;
  });
}
