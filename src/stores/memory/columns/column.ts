import { prefixSum } from '../../../generation/postings.ts';
import { createEntrySet, type EntrySet, NO_ENTRIES, union } from './entry-set.ts';

/** A dictionary: the id of a value is its index in `values`, which is in code point order. */
export interface Dictionary {
  readonly values: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
}

export function createDictionary(values: readonly string[]): Dictionary {
  return { values, ids: new Map(values.map((value, id) => [value, id])) };
}

/** A field of the entries. Sets and counts are computed on first use. */
export interface Column {
  readonly dictionary: Dictionary;
  /** Number of entries per id of a value. */
  counts(): Uint32Array;
  /** The entries that have the value. */
  set(value: number): EntrySet;
  has(entry: number, value: number): boolean;
  /** Increments the counts of the entry's values. */
  tally(entry: number, counts: Uint32Array): void;
}

/** Values under which entries are listed besides their own, as pairs. */
export interface FurtherValues {
  /** Id of each pair's entry, ascending; an entry may recur. */
  readonly entries: Uint32Array;
  /** Id of each pair's value. */
  readonly values: Uint16Array;
  /** The ids of the further values of an entry. */
  valuesOf(entry: number): readonly number[];
}

/** A column with at most one value of its own per entry: `cells[e]` is the value's id plus 1, or 0 for none. */
export interface SingleValueColumn extends Column {
  readonly cells: Uint16Array;
}

const NONE: readonly number[] = [];

/** @param entries as in {@link FurtherValues}, likewise `values` */
export function furtherValues(entries: Uint32Array, values: Uint16Array): FurtherValues {
  const valuesByEntry = new Map<number, number[]>();
  for (const [place, entry] of entries.entries()) {
    const known = valuesByEntry.get(entry);
    if (known) known.push(values[place]!);
    else valuesByEntry.set(entry, [values[place]!]);
  }
  return { entries, values, valuesOf: (entry) => valuesByEntry.get(entry) ?? NONE };
}

const NO_FURTHER = furtherValues(new Uint32Array(0), new Uint16Array(0));

export function singleValueColumn(
  values: readonly string[],
  cells: Uint16Array,
  further: FurtherValues = NO_FURTHER,
): SingleValueColumn {
  const dictionary = createDictionary(values);
  const sets = lazySets(() =>
    setsOfSingleValues(values.length, cells).map((set, value) => {
      const ids = further.entries.filter((_, place) => further.values[place] === value);
      return ids.length === 0 ? set : union([set, { kind: 'list', ids, count: ids.length }], cells.length);
    }),
  );
  return {
    dictionary,
    cells,
    ...sets,
    has: (entry, value) => cells[entry] === value + 1 || further.valuesOf(entry).includes(value),
    tally(entry, counts) {
      const cell = cells[entry]!;
      if (cell > 0) counts[cell - 1]!++;
      for (const value of further.valuesOf(entry)) counts[value]!++;
    },
  };
}

/** A column with several values per entry, all distinct: those of `e` are `cells[starts[e]]` to `cells[starts[e + 1] - 1]`. */
export function multiValueColumn(values: readonly string[], starts: Uint32Array, cells: Uint16Array): Column {
  const sets = lazySets(() => setsByValue(values.length, starts, cells, starts.length - 1));
  return {
    dictionary: createDictionary(values),
    ...sets,
    has(entry, value) {
      for (let cell = starts[entry]!; cell < starts[entry + 1]!; cell++) if (cells[cell] === value) return true;
      return false;
    },
    tally(entry, counts) {
      for (let cell = starts[entry]!; cell < starts[entry + 1]!; cell++) counts[cells[cell]!]!++;
    },
  };
}

/** The sets of all values, computed together on first use. */
export function lazySets(build: () => readonly EntrySet[]): Pick<Column, 'counts' | 'set'> {
  let sets: readonly EntrySet[] | undefined;
  let counts: Uint32Array | undefined;
  const all = () => (sets ??= build());
  return {
    counts: () => (counts ??= Uint32Array.from(all(), ({ count }) => count)),
    set: (value) => all()[value] ?? NO_ENTRIES,
  };
}

function setsOfSingleValues(valueCount: number, cells: Uint16Array): EntrySet[] {
  const starts = new Uint32Array(valueCount + 2);
  for (let entry = 0; entry < cells.length; entry++) starts[cells[entry]! + 1]!++;
  prefixSum(starts);
  const ids = new Uint32Array(cells.length);
  const ends = starts.slice();
  for (let entry = 0; entry < cells.length; entry++) ids[ends[cells[entry]!]!++] = entry;
  return Array.from({ length: valueCount }, (_, value) =>
    createEntrySet(ids.slice(starts[value + 1], starts[value + 2]), cells.length),
  );
}

/** The entries of each value: one pass to count, one to fill. */
export function setsByValue(valueCount: number, starts: Uint32Array, cells: Uint16Array, size: number): EntrySet[] {
  const offsets = new Uint32Array(valueCount + 1);
  for (let i = 0; i < cells.length; i++) offsets[cells[i]! + 1]!++;
  prefixSum(offsets);
  const ids = new Uint32Array(cells.length);
  const lengths = new Uint32Array(valueCount);
  for (let entry = 0; entry < size; entry++) {
    for (let cell = starts[entry]!; cell < starts[entry + 1]!; cell++) {
      const value = cells[cell]!;
      const position = offsets[value]! + lengths[value]!;
      // Two readings of an entry may share a value, which is in the set once.
      if (lengths[value]! > 0 && ids[position - 1] === entry) continue;
      ids[position] = entry;
      lengths[value]!++;
    }
  }
  return Array.from(lengths, (length, value) =>
    createEntrySet(ids.slice(offsets[value], offsets[value]! + length), size),
  );
}

/** The ids of known values, without duplicates. */
export function dictionaryIds(
  { dictionary }: Pick<Column, 'dictionary'>,
  values: readonly (string | number)[],
): number[] {
  const ids: number[] = [];
  for (const value of values) {
    const id = dictionary.ids.get(String(value));
    if (id !== undefined && !ids.includes(id)) ids.push(id);
  }
  return ids;
}
