import type { LexiconIndex } from './lexicon-index.ts';

/**
 * What the facets count of each entry, side by side: {@link CELLS} cells an entry, so that counting all facets of an entry touches
 * one cache line and not nine. Facets with few values share a cell: each combination of them that occurs has a number.
 */
export interface FacetRows {
  /** Cells of entry `e` from `e * CELLS` on, in the order of {@link CELL}. */
  readonly cells: Uint16Array;
  /** By the number of the combination, the cells of its valence, reg, pos and length (value plus 1, 0 for none). */
  readonly traits: readonly Uint16Array[];
  /** By the number of the combination, its emotion and its tagged themes. */
  readonly feelings: readonly { readonly emotion: number; readonly themes: readonly number[] }[];
}

export const CELLS = 5;
/** The rhyme's and the code's cell is the value plus 1, or 0 where an entry has several readings, which have to be looked at. */
export const CELL = { traits: 0, feelings: 1, category: 2, rhyme: 3, code: 4 } as const;

/** Entries between two places where the work may be interrupted. */
const STRIDE = 1024;

export function* makeFacetRows({ packed, size, columns }: LexiconIndex): Generator<void, FacetRows> {
  const cells = new Uint16Array(size * CELLS);
  const { valence, reg, pos, length, emotion, category } = packed;
  const traits: (readonly number[])[] = [];
  const feelings: { emotion: number; themes: number[] }[] = [];
  const traitNumbers = new Map<string | number, number>();
  const feelingNumbers = new Map<string | number, number>();
  const { readingStarts, taggedStarts, taggedThemes } = packed;
  const [ofReg, ofPos, ofLength] = [columns.reg, columns.pos, columns.length].map(
    ({ names }) => names.values.length + 1,
  ) as [number, number, number];
  for (let entry = 0; entry < size; entry++) {
    if (entry % STRIDE === 0) yield;
    const at = entry * CELLS;
    const key = ((valence[entry]! * ofReg + reg[entry]!) * ofPos + pos[entry]!) * ofLength + length[entry]!;
    cells[at + CELL.traits] = numberOf(traitNumbers, key, () =>
      traits.push([valence[entry]!, reg[entry]!, pos[entry]!, length[entry]!]),
    );
    const [first, end] = [taggedStarts[entry]!, taggedStarts[entry + 1]!];
    const themes = first === end ? [] : [...taggedThemes.subarray(first, end)];
    const feeling = first === end ? emotion[entry]! : `${emotion[entry]},${themes}`;
    cells[at + CELL.feelings] = numberOf(feelingNumbers, feeling, () =>
      feelings.push({ emotion: emotion[entry]!, themes }),
    );
    cells[at + CELL.category] = category[entry]!;
    const reading = readingStarts[entry]!;
    if (readingStarts[entry + 1]! - reading > 1) continue;
    cells[at + CELL.rhyme] = packed.rhyme[reading]! + 1;
    cells[at + CELL.code] = packed.code[reading]! + 1;
  }
  return {
    cells,
    traits: [0, 1, 2, 3].map((column) => Uint16Array.from(traits, (values) => values[column]!)),
    feelings,
  };
}

function numberOf(numbers: Map<string | number, number>, key: string | number, whenNew: () => void): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
    whenNew();
  }
  return number;
}
