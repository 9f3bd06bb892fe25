import { compareCodePoints, partitionPoint } from '../lexicon/code-points.ts';

const INITIAL_CAPACITY = 1024;

/** A growable list of integers below 2³². A plain array would take four times the memory. Its arrays are copies. */
export function numberList() {
  let buffer = new Uint32Array(INITIAL_CAPACITY);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value: number) {
      if (length === buffer.length) {
        const grown = new Uint32Array(length * 2);
        grown.set(buffer);
        buffer = grown;
      }
      buffer[length++] = value;
    },
    toUint32: () => buffer.slice(0, length),
    toUint16: () => Uint16Array.from(buffer.subarray(0, length)),
    toUint8: () => Uint8Array.from(buffer.subarray(0, length)),
  };
}

/** Prefix sum in place: `starts[i]` becomes the sum of all counts before `i`. */
export function prefixSum(starts: Uint32Array): void {
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
}

/**
 * Ascending ids of the entries with each key. An id is written as its difference to the one before: seven bits a byte,
 * the lowest first, and all bytes but the last with the eighth bit set. This takes a third of what the ids themselves
 * would take.
 */
export interface Postings {
  /** Distinct, in code point order. */
  readonly keys: readonly string[];
  /** The bytes of key `k` are `bytes[starts[k]]` to `bytes[starts[k + 1] - 1]`. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

/** The bits of a byte that are part of the number. */
const LOW_BITS = 0x7f;
/** The bit of a byte after which another one follows. */
const CONTINUED = 0x80;

/** Packs the keys of entries, added in the order of their ids from 0 on; an entry may repeat a key. */
export function postingsPacker() {
  const numbers = new Map<string, number>();
  /** Id plus 1 of the last entry with the key, by number of the key. */
  const lastSeen: number[] = [];
  const keyNumbers = numberList();
  const ends = numberList();
  return {
    add(keys: Iterable<string>) {
      const seen = ends.length + 1;
      for (const key of keys) {
        let number = numbers.get(key);
        if (number === undefined) numbers.set(key, (number = numbers.size));
        if (lastSeen[number] === seen) continue;
        lastSeen[number] = seen;
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
          for (; difference >= CONTINUED; difference >>>= 7) bytes.push((difference & LOW_BITS) | CONTINUED);
          bytes.push(difference);
          previous = id;
        }
      }
      starts.push(bytes.length);
      return { keys, starts: starts.toUint32(), bytes: bytes.toUint8() };
    },
  };
}

/** Inverts the keys of each id into the ids of each key. */
function idsByKey(keyCount: number, keyNumbers: Uint32Array, ends: Uint32Array): (key: number) => Uint32Array {
  const starts = new Uint32Array(keyCount + 1);
  for (let i = 0; i < keyNumbers.length; i++) starts[keyNumbers[i]! + 1]!++;
  prefixSum(starts);
  const ids = new Uint32Array(keyNumbers.length);
  const next = starts.slice();
  for (let id = 0, i = 0; id < ends.length; id++) for (; i < ends[id]!; i++) ids[next[keyNumbers[i]!]!++] = id;
  return (key) => ids.subarray(starts[key], starts[key + 1]);
}

export function postingsReader({ keys, starts, bytes }: Postings) {
  return {
    /** The place of a key in `keys`; undefined if it is not there. */
    placeOf(key: string): number | undefined {
      const place = partitionPoint(keys.length, (at) => compareCodePoints(keys[at]!, key) < 0);
      return keys[place] === key ? place : undefined;
    },
    /** The ids of the entries with the key at a place, ascending. */
    idsAt: (place: number): Uint32Array => decodeIds(bytes, starts[place]!, starts[place + 1]!),
  };
}

function decodeIds(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const ids = new Uint32Array(end - start);
  let count = 0;
  for (let at = start, id = 0; at < end; ) {
    let byte = bytes[at++]!;
    let difference = byte & LOW_BITS;
    for (let shift = 7; byte >= CONTINUED; shift += 7) {
      byte = bytes[at++]!;
      difference |= (byte & LOW_BITS) << shift;
    }
    id += difference;
    ids[count++] = id;
  }
  return count === ids.length ? ids : ids.slice(0, count);
}
