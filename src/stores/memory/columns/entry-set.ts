import { partitionPoint } from '../../../lexicon/code-points.ts';

/**
 * Sets of entries. Ids are ranks, so ascending order is order of popularity. A set of more than 1/32 of all entries is a bit set
 * (one bit an entry), otherwise a sorted array of ids: whichever is smaller.
 */
export type EntrySet =
  | { readonly kind: 'bits'; readonly bits: Uint32Array; readonly count: number }
  | { readonly kind: 'list'; readonly ids: Uint32Array; readonly count: number };

/** A list takes 32 bits an entry, a bit set one bit for each of all entries. */
const DENSE_RATIO = 32;

/** The number of bits that are set in a word of 32, by sums of neighbouring groups of 1, 2 and 4 bits. */
function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += popcount(bits[i]!);
  return count;
}

export function createEntrySet(ids: Uint32Array, size: number): EntrySet {
  if (ids.length * DENSE_RATIO <= size) return { kind: 'list', ids, count: ids.length };
  const bits = new Uint32Array((size + 31) >>> 5);
  for (let i = 0; i < ids.length; i++) bits[ids[i]! >>> 5]! |= 1 << (ids[i]! & 31);
  return { kind: 'bits', bits, count: ids.length };
}

/** A set of few entries, by their ids in any order. */
export function listedSet(distinctIds: Iterable<number>): EntrySet {
  const ids = Uint32Array.from(distinctIds).sort();
  return { kind: 'list', ids, count: ids.length };
}

let cachedAllEntries: EntrySet = { kind: 'bits', bits: new Uint32Array(0), count: 0 };

export function allEntries(size: number): EntrySet {
  if (cachedAllEntries.count === size) return cachedAllEntries;
  const bits = new Uint32Array((size + 31) >>> 5).fill(0xffffffff);
  if (size & 31) bits[bits.length - 1] = (1 << (size & 31)) - 1;
  return (cachedAllEntries = { kind: 'bits', bits, count: size });
}

/** The `count` most popular entries. */
export function firstEntries(size: number, count: number): EntrySet {
  const all = allEntries(size);
  if (count >= size || all.kind === 'list') return all;
  const bits = all.bits.slice().fill(0, (count + 31) >>> 5);
  if (count & 31) bits[count >>> 5]! &= (1 << (count & 31)) - 1;
  return { kind: 'bits', bits, count };
}

export const NO_ENTRIES: EntrySet = { kind: 'list', ids: new Uint32Array(0), count: 0 };

/** The union of the sets. */
export function union(sets: readonly EntrySet[], size: number): EntrySet {
  if (sets.length === 0) return NO_ENTRIES;
  if (sets.length === 1) return sets[0]!;
  const totalCount = sets.reduce((sum, set) => sum + set.count, 0);
  if (totalCount * DENSE_RATIO <= size && sets.every((set) => set.kind === 'list'))
    return unionOfLists(sets, totalCount);
  const bits = new Uint32Array((size + 31) >>> 5);
  for (const set of sets) {
    if (set.kind === 'bits') for (let i = 0; i < bits.length; i++) bits[i]! |= set.bits[i]!;
    else for (let i = 0; i < set.ids.length; i++) bits[set.ids[i]! >>> 5]! |= 1 << (set.ids[i]! & 31);
  }
  return { kind: 'bits', bits, count: countBits(bits) };
}

function unionOfLists(sets: readonly EntrySet[], totalCount: number): EntrySet {
  const ids = new Uint32Array(totalCount);
  let end = 0;
  for (const set of sets) {
    if (set.kind === 'list') ids.set(set.ids, end);
    end += set.count;
  }
  ids.sort();
  let uniqueCount = 0;
  for (let i = 0; i < totalCount; i++) if (i === 0 || ids[i] !== ids[i - 1]) ids[uniqueCount++] = ids[i]!;
  return { kind: 'list', ids: ids.subarray(0, uniqueCount), count: uniqueCount };
}

/** The intersection of the sets; all entries if there are none. */
export function intersection(sets: readonly EntrySet[], size: number): EntrySet {
  if (sets.length === 0) return allEntries(size);
  if (sets.length === 1) return sets[0]!;
  const ascending = [...sets].sort((a, b) => a.count - b.count);
  // A union can be a bit set with few bits, so the smallest set is not always an array.
  const list = ascending.find((set) => set.kind === 'list');
  if (list?.kind === 'list') {
    let ids = list.ids;
    for (const other of ascending) if (other !== list) ids = intersectList(ids, other);
    return { kind: 'list', ids, count: ids.length };
  }
  return intersectBits(ascending.flatMap((set) => (set.kind === 'bits' ? [set.bits] : [])));
}

/** Intersects and counts in one pass over up to four sets, because memory access is the bottleneck. */
function intersectBits(all: readonly Uint32Array[]): EntrySet {
  const [a, b, c, d] = all as [Uint32Array, Uint32Array, ...Uint32Array[]];
  const bits = new Uint32Array(a.length);
  let count = 0;
  if (!c) for (let i = 0; i < bits.length; i++) count += popcount((bits[i] = a[i]! & b[i]!));
  else if (!d) for (let i = 0; i < bits.length; i++) count += popcount((bits[i] = a[i]! & b[i]! & c[i]!));
  else for (let i = 0; i < bits.length; i++) count += popcount((bits[i] = a[i]! & b[i]! & c[i]! & d[i]!));
  if (all.length > 4) return intersectBits([bits, ...all.slice(4)]);
  return { kind: 'bits', bits, count };
}

/** The ids that are in `other` too; without branches on membership, which would be unpredictable. */
function intersectList(ids: Uint32Array, other: EntrySet): Uint32Array {
  const matches = new Uint32Array(ids.length);
  let count = 0;
  if (other.kind === 'bits') {
    const { bits } = other;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      matches[count] = id;
      count += (bits[id >>> 5]! >>> (id & 31)) & 1;
    }
    return matches.subarray(0, count);
  }
  const otherIds = other.ids;
  if (otherIds.length > ids.length * GALLOPING_RATIO || ids.length > otherIds.length * GALLOPING_RATIO) {
    const [shorter, longer] = ids.length < otherIds.length ? [ids, otherIds] : [otherIds, ids];
    const test = sortedTest(longer);
    for (let i = 0; i < shorter.length; i++) if (test(shorter[i]!)) matches[count++] = shorter[i]!;
    return matches.subarray(0, count);
  }
  for (let i = 0, j = 0; i < ids.length && j < otherIds.length; ) {
    const [a, b] = [ids[i]!, otherIds[j]!];
    matches[count] = a;
    count += a === b ? 1 : 0;
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  return matches.subarray(0, count);
}

/** If one list is this many times longer than the other, it is searched rather than merged. */
const GALLOPING_RATIO = 16;

const bitTest = (bits: Uint32Array) => (id: number) => ((bits[id >>> 5]! >>> (id & 31)) & 1) === 1;

/** Membership in a sorted list, for ascending ids. */
function sortedTest(sorted: Uint32Array): (id: number) => boolean {
  let low = 0;
  return (id) => {
    let step = 1;
    while (low + step < sorted.length && sorted[low + step]! < id) step <<= 1;
    low = partitionPoint(Math.min(sorted.length, low + step + 1), (at) => sorted[at]! < id, low);
    return sorted[low] === id;
  };
}

/** Calls `visitor` with each id in ascending order until it returns false. */
export function forEachId(set: EntrySet, visitor: (id: number) => boolean | undefined): void {
  if (set.kind === 'list') {
    for (let i = 0; i < set.ids.length; i++) if (visitor(set.ids[i]!) === false) return;
    return;
  }
  for (let word = 0; word < set.bits.length; word++) {
    for (let remainingBits = set.bits[word]!; remainingBits !== 0; remainingBits &= remainingBits - 1) {
      if (visitor((word << 5) + 31 - Math.clz32(remainingBits & -remainingBits)) === false) return;
    }
  }
}

/** Writes the ids in ascending order into `target`, which must have room for them. Returns their number. */
export function writeIds(set: EntrySet, target: Uint32Array): number {
  if (set.kind === 'list') {
    target.set(set.ids);
    return set.ids.length;
  }
  let count = 0;
  for (let word = 0; word < set.bits.length; word++) {
    const base = (word << 5) + 31;
    for (let remainingBits = set.bits[word]!; remainingBits !== 0; remainingBits &= remainingBits - 1)
      target[count++] = base - Math.clz32(remainingBits & -remainingBits);
  }
  return count;
}

/** The set without the given ids, which may repeat. */
export function withoutIds(set: EntrySet, ids: readonly number[]): EntrySet {
  if (set.kind === 'list') {
    const removed = new Set(ids);
    const remaining = set.ids.filter((id) => !removed.has(id));
    return { kind: 'list', ids: remaining, count: remaining.length };
  }
  const bits = set.bits.slice();
  let count = set.count;
  for (const id of ids) {
    if (((bits[id >>> 5]! >>> (id & 31)) & 1) === 0) continue;
    bits[id >>> 5]! &= ~(1 << (id & 31));
    count--;
  }
  return { kind: 'bits', bits, count };
}

/** The entries that satisfy `test`. */
export function filterSet(set: EntrySet, test: (id: number) => boolean, size: number): EntrySet {
  const matches = new Uint32Array(set.count);
  let count = 0;
  forEachId(set, (id) => {
    if (test(id)) matches[count++] = id;
    return true;
  });
  return createEntrySet(matches.slice(0, count), size);
}

export function contains(set: EntrySet, id: number): boolean {
  return set.kind === 'bits' ? bitTest(set.bits)(id) : sortedTest(set.ids)(id);
}

/** At most `limit` ids, ascending, without the first `offset`. Skipped ids are counted 32 at a time. */
export function slice(set: EntrySet, offset: number, limit: number): number[] {
  const ids: number[] = [];
  if (set.kind === 'list') {
    const end = Math.min(set.ids.length, offset + limit);
    for (let place = offset; place < end; place++) ids.push(set.ids[place]!);
    return ids;
  }
  let seen = 0;
  for (let word = 0; word < set.bits.length && ids.length < limit; word++) {
    const bitsInWord = popcount(set.bits[word]!);
    if (seen + bitsInWord <= offset) {
      seen += bitsInWord;
      continue;
    }
    for (
      let remainingBits = set.bits[word]!;
      remainingBits !== 0 && ids.length < limit;
      remainingBits &= remainingBits - 1
    ) {
      if (seen++ >= offset) ids.push((word << 5) + 31 - Math.clz32(remainingBits & -remainingBits));
    }
  }
  return ids;
}

/** The number of ids below `id`. */
export function countBelow(set: EntrySet, id: number): number {
  if (set.kind === 'list') return partitionPoint(set.ids.length, (at) => set.ids[at]! < id);
  let count = 0;
  const word = Math.min(id >>> 5, set.bits.length);
  for (let i = 0; i < word; i++) count += popcount(set.bits[i]!);
  return word < set.bits.length ? count + popcount(set.bits[word]! & ((1 << (id & 31)) - 1)) : count;
}
