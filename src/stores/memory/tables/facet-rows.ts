import {
  facetRow,
  isReadingFacet,
  READING_FACETS,
  type ReadingFacet,
  SINGLE_FACETS,
  type SingleFacet,
} from '../../../lexicon/facets.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

/**
 * The facet values of each entry, adjacent: {@link CELLS_PER_ENTRY} cells an entry, so that counting all facets touches one cache
 * line instead of one for each. Facets with few values share a cell, which holds the number of their combination.
 */
export interface FacetRows {
  /** Entry `e` starts at `e * CELLS_PER_ENTRY`: traits, affects, then {@link CELL_FACETS}. */
  readonly cells: Uint16Array;
  /** For each combination number, the cells of {@link TRAITS} (value plus 1, 0 for none). */
  readonly traits: readonly Uint16Array[];
  /** For each combination number, the emotion and the tagged themes. */
  readonly affects: readonly { readonly emotion: number; readonly themes: readonly number[] }[];
}

/** Facets of few values, whose combinations are numbered. */
export const TRAITS = SINGLE_FACETS.filter((facet) => facetRow(facet).values !== 'names');

export const [TRAITS_CELL, AFFECTS_CELL] = [0, 1] as const;
/**
 * Facets with a cell of their own, from the third on: the value plus 1, or 0 for none. Those of readings, which are last, also have 0
 * for entries with several readings, which are read from the index.
 */
export const CELL_FACETS: readonly (SingleFacet | ReadingFacet)[] = [
  ...SINGLE_FACETS.filter((facet) => !TRAITS.includes(facet) && facet !== 'emotion'),
  ...READING_FACETS,
];
export const cellOfFacet = (facet: SingleFacet | ReadingFacet) => 2 + CELL_FACETS.indexOf(facet);
export const CELLS_PER_ENTRY = 2 + CELL_FACETS.length;

/** Entries processed between two yields. */
const YIELD_INTERVAL = 1024;

export function* buildFacetRows({ packed, size }: LexiconIndex): Generator<void, FacetRows> {
  const cells = new Uint16Array(size * CELLS_PER_ENTRY);
  const { readingStarts, taggedStarts, taggedThemes, emotion } = packed;
  const traitColumns = TRAITS.map((facet) => ({ cells: packed[facet], size: packed[`${facet}Names`].length + 1 }));
  const traits: (readonly number[])[] = [];
  const affects: { emotion: number; themes: number[] }[] = [];
  const traitNumbers = new Map<string | number, number>();
  const affectNumbers = new Map<string | number, number>();
  for (let entry = 0; entry < size; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    const firstCell = entry * CELLS_PER_ENTRY;
    const key = traitColumns.reduce((sum, column) => sum * column.size + column.cells[entry]!, 0);
    cells[firstCell + TRAITS_CELL] = numberOf(traitNumbers, key, () =>
      traits.push(traitColumns.map((column) => column.cells[entry]!)),
    );
    const [first, end] = [taggedStarts[entry]!, taggedStarts[entry + 1]!];
    const themes = first === end ? [] : [...taggedThemes.subarray(first, end)];
    const affectKey = first === end ? emotion[entry]! : `${emotion[entry]},${themes}`;
    cells[firstCell + AFFECTS_CELL] = numberOf(affectNumbers, affectKey, () =>
      affects.push({ emotion: emotion[entry]!, themes }),
    );
    const reading = readingStarts[entry]!;
    const hasOneReading = readingStarts[entry + 1]! - reading === 1;
    for (const [place, facet] of CELL_FACETS.entries()) {
      const cell = firstCell + 2 + place;
      if (!isReadingFacet(facet)) cells[cell] = packed[facet][entry]!;
      else if (hasOneReading) cells[cell] = packed[facet][reading]! + 1;
    }
  }
  return {
    cells,
    traits: TRAITS.map((_, column) => Uint16Array.from(traits, (values) => values[column]!)),
    affects,
  };
}

function numberOf(numbers: Map<string | number, number>, key: string | number, onNew: () => void): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
    onNew();
  }
  return number;
}
