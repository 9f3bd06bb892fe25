import { compareCodePoints } from '../../../lexicon/code-points.ts';

/**
 * Many short texts end to end in one string: text `i` is the UTF-16 units `starts[i]` to `starts[i + 1] - 1`. A string of its own
 * for each, and a map of them, would take ten times the room; what is asked for is cut out, what is compared is compared in place.
 */
export interface StringPool {
  readonly count: number;
  at(i: number): string;
  /** Negative, 0 or positive as text `i` comes before `text`, is it, or comes after it, by code point. */
  compare(i: number, text: string): number;
  startsWith(i: number, prefix: string): boolean;
}

export function createStringPool(units: Uint16Array, starts: Uint32Array): StringPool {
  const joined = Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
  return {
    count: starts.length - 1,
    at: (i) => joined.slice(starts[i], starts[i + 1]),
    compare(i, text) {
      const first = starts[i]!;
      const length = starts[i + 1]! - first;
      const commonLength = Math.min(length, text.length);
      for (let at = 0; at < commonLength; at++) {
        if (joined.charCodeAt(first + at) !== text.charCodeAt(at))
          return compareCodePoints(joined[first + at]!, text[at]!);
      }
      return length - text.length;
    },
    startsWith: (i, prefix) => joined.startsWith(prefix, starts[i]!) && starts[i]! + prefix.length <= starts[i + 1]!,
  };
}

/** The first of `count` places for which `isBefore` does not hold; it must hold for all before and none after. */
export function partitionPoint(count: number, isBefore: (position: number) => boolean, low = 0): number {
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text's number, by halving: `order` lists the numbers of the texts in code point order. */
export function findString(texts: StringPool, order: Uint32Array, text: string): number | undefined {
  const position = partitionPoint(order.length, (at) => texts.compare(order[at]!, text) < 0);
  return position < order.length && texts.compare(order[position]!, text) === 0 ? order[position] : undefined;
}
