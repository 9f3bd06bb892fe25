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

/** The ids of known values, without duplicates. */
export function dictionaryIds(
  { dictionary }: { readonly dictionary: Dictionary },
  values: readonly (string | number)[],
): number[] {
  return [...new Set(values.flatMap((value) => dictionary.ids.get(String(value)) ?? []))];
}

/** A field of the entries, seen from its values. */
export interface ValueSets {
  readonly dictionary: Dictionary;
  /** Number of entries per id of a value. */
  counts(): Uint32Array;
  /** The entries that have the value. */
  set(value: number): EntrySet;
}

/** Sets that are computed together on first use. */
export function valueSets(values: readonly string[], build: () => readonly EntrySet[]): ValueSets {
  let sets: readonly EntrySet[] | undefined;
  let counts: Uint32Array | undefined;
  const all = () => (sets ??= build());
  return {
    dictionary: createDictionary(values),
    counts: () => (counts ??= Uint32Array.from(all(), ({ count }) => count)),
    set: (value) => all()[value] ?? NO_ENTRIES,
  };
}

/**
 * The entries of each value: one pass to count, one to fill.
 *
 * @param cells ids of values; those of entry `e` are `cells[startOf(e)]` to `cells[startOf(e + 1) - 1]`
 */
export function setsByValue(
  valueCount: number,
  cells: Uint16Array,
  size: number,
  startOf: (entry: number) => number,
): EntrySet[] {
  const offsets = new Uint32Array(valueCount + 1);
  for (let i = 0; i < cells.length; i++) offsets[cells[i]! + 1]!++;
  prefixSum(offsets);
  const ids = new Uint32Array(cells.length);
  const lengths = new Uint32Array(valueCount);
  for (let entry = 0, cell = 0; entry < size; entry++) {
    for (const end = startOf(entry + 1); cell < end; cell++) {
      const value = cells[cell]!;
      const next = offsets[value]! + lengths[value]!;
      // Two readings of an entry may share a value, which is in the set once.
      if (lengths[value]! > 0 && ids[next - 1] === entry) continue;
      ids[next] = entry;
      lengths[value]!++;
    }
  }
  return Array.from(lengths, (length, value) =>
    createEntrySet(ids.slice(offsets[value], offsets[value]! + length), size),
  );
}

/** A column with several values per entry, all distinct: those of `e` are `cells[starts[e]]` to `cells[starts[e + 1] - 1]`. */
export interface MultiValueColumn extends ValueSets {
  /** Increments the counts of the entry's values. */
  tally(entry: number, counts: Uint32Array): void;
}

export function multiValueColumn(values: readonly string[], starts: Uint32Array, cells: Uint16Array): MultiValueColumn {
  return {
    ...valueSets(values, () => setsByValue(values.length, cells, starts.length - 1, (entry) => starts[entry]!)),
    tally(entry, counts) {
      for (let cell = starts[entry]!; cell < starts[entry + 1]!; cell++) counts[cells[cell]!]!++;
    },
  };
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

const NONE: readonly number[] = [];

/** @param entries as in {@link FurtherValues}, likewise `values` */
export function furtherValues(entries: Uint32Array, values: Uint16Array): FurtherValues {
  const valuesByEntry = new Map<number, number[]>();
  for (const [pair, entry] of entries.entries()) {
    const known = valuesByEntry.get(entry);
    if (known) known.push(values[pair]!);
    else valuesByEntry.set(entry, [values[pair]!]);
  }
  return { entries, values, valuesOf: (entry) => valuesByEntry.get(entry) ?? NONE };
}

const NO_FURTHER = furtherValues(new Uint32Array(0), new Uint16Array(0));

/** A column with at most one value of its own per entry: `cells[e]` is the value's id plus 1, or 0 for none. */
export interface SingleValueColumn extends ValueSets {
  readonly cells: Uint16Array;
  /** Whether an entry has a value, of its own or besides. */
  has(entry: number, value: number): boolean;
}

export function singleValueColumn(
  values: readonly string[],
  cells: Uint16Array,
  further: FurtherValues = NO_FURTHER,
): SingleValueColumn {
  const size = cells.length;
  const buildSets = () => {
    const [_withoutValue, ...ownSets] = setsByValue(values.length + 1, cells, size, (entry) => entry);
    return ownSets.map((own, value) => {
      const ids = further.entries.filter((_, pair) => further.values[pair] === value);
      return ids.length === 0 ? own : union([own, { kind: 'list', ids, count: ids.length }], size);
    });
  };
  return {
    ...valueSets(values, buildSets),
    cells,
    has: (entry, value) => cells[entry] === value + 1 || further.valuesOf(entry).includes(value),
  };
}
