import { compareCodePoints } from '../../../lexicon/code-points.ts';
import { partitionPoint } from '../../../lexicon/partition-point.ts';
import { createEntrySet, type EntrySet, NO_ENTRIES } from './entry-set.ts';
import { numberList, prefixSum } from './number-list.ts';

/**
 * For each of many keys the ids of the entries that have it. Ids are written as the difference to the one before, seven bits a byte,
 * the lowest first and all bytes but the last with the eighth bit set: a third of what the ids themselves would take.
 */
export interface Postings {
  /** In code point order. */
  readonly keys: readonly string[];
  /** The bytes of key `k` are `bytes[starts[k]]` to `bytes[starts[k + 1] - 1]`. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Takes the keys of one entry after another, by id; the keys of an entry are distinct. */
export function postingsPacker() {
  const numbers = new Map<string, number>();
  const keyNumbers = numberList();
  const ends = numberList();
  return {
    add(keys: Iterable<string>) {
      for (const key of keys) {
        let number = numbers.get(key);
        if (number === undefined) numbers.set(key, (number = numbers.size));
        keyNumbers.push(number);
      }
      ends.push(keyNumbers.length);
    },
    finish(): Postings {
      const ids = idsByKey(numbers.size, keyNumbers.toUint32(), ends.toUint32());
      const keys = [...numbers.keys()].sort(compareCodePoints);
      const starts = numberList();
      const bytes = numberList();
      for (const key of keys) {
        starts.push(bytes.length);
        let previous = 0;
        for (const id of ids(numbers.get(key)!)) {
          let difference = id - previous;
          for (; difference > 127; difference >>>= 7) bytes.push((difference & 127) | 128);
          bytes.push(difference);
          previous = id;
        }
      }
      starts.push(bytes.length);
      return { keys, starts: starts.toUint32(), bytes: bytes.toUint8() };
    },
  };
}

/** The ids of each key, from the keys of each id. */
function idsByKey(keyCount: number, keyNumbers: Uint32Array, ends: Uint32Array): (key: number) => Uint32Array {
  const starts = new Uint32Array(keyCount + 1);
  for (let i = 0; i < keyNumbers.length; i++) starts[keyNumbers[i]! + 1]!++;
  prefixSum(starts);
  const ids = new Uint32Array(keyNumbers.length);
  const next = starts.slice();
  for (let id = 0, i = 0; id < ends.length; id++) for (; i < ends[id]!; i++) ids[next[keyNumbers[i]!]!++] = id;
  return (key) => ids.subarray(starts[key], starts[key + 1]);
}

/** The set of entries with a key. Bit sets are kept, as there are few and they take time to make. */
export function postingsReader({ keys, starts, bytes }: Postings, size: number): (key: string) => EntrySet {
  const bitSets = new Map<number, EntrySet>();
  return (key) => {
    const at = partitionPoint(keys.length, (i) => compareCodePoints(keys[i]!, key) < 0);
    if (keys[at] !== key) return NO_ENTRIES;
    const kept = bitSets.get(at);
    if (kept) return kept;
    const set = createEntrySet(decodeIds(bytes, starts[at]!, starts[at + 1]!), size);
    if (set.kind === 'bits') bitSets.set(at, set);
    return set;
  };
}

function decodeIds(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const ids = new Uint32Array(end - start);
  let count = 0;
  for (let at = start, id = 0; at < end; ) {
    let byte = bytes[at++]!;
    let difference = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      difference |= (byte & 127) << shift;
    }
    id += difference;
    ids[count++] = id;
  }
  return count === ids.length ? ids : ids.slice(0, count);
}
