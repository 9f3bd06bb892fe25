import { type EntrySet, setOfIds } from './postings.ts';

/** Strings as small numbers, in order of first appearance. */
export interface Dictionary {
  readonly values: string[];
  readonly ids: Map<string, number>;
}

export function dictionary(): Dictionary {
  return { values: [], ids: new Map() };
}

export function idIn(names: Dictionary, value: string): number {
  let id = names.ids.get(value);
  if (id === undefined) {
    id = names.values.length;
    names.ids.set(value, id);
    names.values.push(value);
  }
  return id;
}

/**
 * A field of the entries, several values an entry allowed: the values of entry `e` are `cells[starts[e]]` to `cells[starts[e + 1] - 1]`.
 * `sets` holds, for each value, the entries that have it.
 */
export interface Column {
  readonly names: Dictionary;
  readonly starts: Uint32Array;
  readonly cells: Uint16Array;
  readonly sets: readonly EntrySet[];
}

/** Builds a column from the values of each entry in turn. Values of one entry must be distinct. */
export function columnBuilder(size: number): {
  add(values: readonly string[]): void;
  addOne(value: string): void;
  finish(): Column;
} {
  const names = dictionary();
  const starts = new Uint32Array(size + 1);
  const cells: number[] = [];
  let entry = 0;
  return {
    add(values) {
      for (const value of values) cells.push(idIn(names, value));
      starts[++entry] = cells.length;
    },
    addOne(value) {
      cells.push(idIn(names, value));
      starts[++entry] = cells.length;
    },
    finish() {
      const packed = Uint16Array.from(cells);
      return { names, starts, cells: packed, sets: setsOf(names.values.length, starts, packed, size) };
    },
  };
}

/** For each value the entries that have it: one counting pass, one filling pass. */
export function setsOf(valueCount: number, starts: Uint32Array, cells: Uint16Array, size: number): EntrySet[] {
  const ends = new Uint32Array(valueCount + 1);
  for (let i = 0; i < cells.length; i++) ends[cells[i]! + 1]!++;
  for (let value = 0; value < valueCount; value++) ends[value + 1]! += ends[value]!;
  const first = ends.slice(0, valueCount);
  const ids = new Uint32Array(cells.length);
  const lengths = new Uint32Array(valueCount);
  for (let entry = 0; entry < size; entry++) {
    for (let cell = starts[entry]!; cell < starts[entry + 1]!; cell++) {
      const value = cells[cell]!;
      const at = first[value]! + lengths[value]!;
      // Two readings of one entry may share a value: it is in the set once.
      if (lengths[value]! > 0 && ids[at - 1] === entry) continue;
      ids[at] = entry;
      lengths[value]!++;
    }
  }
  return Array.from(lengths, (length, value) => setOfIds(ids.slice(first[value], first[value]! + length), size));
}

/** The set of entries with any of the values; unknown values match nothing. */
export function setsWithAny(column: Column, values: readonly string[]): EntrySet[] {
  const sets: EntrySet[] = [];
  for (const value of new Set(values)) {
    const id = column.names.ids.get(value);
    if (id !== undefined) sets.push(column.sets[id]!);
  }
  return sets;
}
