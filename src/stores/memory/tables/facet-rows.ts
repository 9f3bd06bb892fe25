import type { LexiconIndex } from '../columns/lexicon-index.ts';

/**
 * The facet values of each entry, adjacent: {@link CELLS_PER_ENTRY} cells an entry, so that counting all facets touches one cache
 * line instead of nine. Facets with few values share a cell, which holds the number of their combination.
 */
export interface FacetRows {
  /** Entry `e` starts at `e * CELLS`; cells are in the order of {@link CELL_OFFSETS}. */
  readonly cells: Uint16Array;
  /** For each combination number, the cells of valence, reg, pos and length (value plus 1, 0 for none). */
  readonly traits: readonly Uint16Array[];
  /** For each combination number, the emotion and the tagged themes. */
  readonly affects: readonly { readonly emotion: number; readonly themes: readonly number[] }[];
}

export const CELLS_PER_ENTRY = 5;
/** The cell of rhyme or code is the value plus 1, or 0 for entries with several readings, which are read from the index. */
export const CELL_OFFSETS = { traits: 0, affects: 1, category: 2, rhyme: 3, code: 4 } as const;

/** Entries processed between two yields. */
const YIELD_INTERVAL = 1024;

export function* buildFacetRows({ packed, size, columns }: LexiconIndex): Generator<void, FacetRows> {
  const cells = new Uint16Array(size * CELLS_PER_ENTRY);
  const { valence, reg, pos, length, emotion, category } = packed;
  const traits: (readonly number[])[] = [];
  const affects: { emotion: number; themes: number[] }[] = [];
  const traitNumbers = new Map<string | number, number>();
  const affectNumbers = new Map<string | number, number>();
  const { readingStarts, taggedStarts, taggedThemes } = packed;
  const [regSize, posSize, lengthSize] = [columns.reg, columns.pos, columns.length].map(
    ({ dictionary: names }) => names.values.length + 1,
  ) as [number, number, number];
  for (let entry = 0; entry < size; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    const firstCell = entry * CELLS_PER_ENTRY;
    const key = ((valence[entry]! * regSize + reg[entry]!) * posSize + pos[entry]!) * lengthSize + length[entry]!;
    cells[firstCell + CELL_OFFSETS.traits] = numberOf(traitNumbers, key, () =>
      traits.push([valence[entry]!, reg[entry]!, pos[entry]!, length[entry]!]),
    );
    const [first, end] = [taggedStarts[entry]!, taggedStarts[entry + 1]!];
    const themes = first === end ? [] : [...taggedThemes.subarray(first, end)];
    const affectKey = first === end ? emotion[entry]! : `${emotion[entry]},${themes}`;
    cells[firstCell + CELL_OFFSETS.affects] = numberOf(affectNumbers, affectKey, () =>
      affects.push({ emotion: emotion[entry]!, themes }),
    );
    cells[firstCell + CELL_OFFSETS.category] = category[entry]!;
    const reading = readingStarts[entry]!;
    if (readingStarts[entry + 1]! - reading > 1) continue;
    cells[firstCell + CELL_OFFSETS.rhyme] = packed.rhyme[reading]! + 1;
    cells[firstCell + CELL_OFFSETS.code] = packed.code[reading]! + 1;
  }
  return {
    cells,
    traits: [0, 1, 2, 3].map((column) => Uint16Array.from(traits, (values) => values[column]!)),
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
