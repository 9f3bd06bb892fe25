import { compareCodePoints } from '../../../lexicon/code-points.ts';
import { partitionPoint } from '../../../lexicon/partition-point.ts';

/**
 * Many short strings concatenated in one: text `i` is the UTF-16 units `starts[i]` to `starts[i + 1] - 1`. Separate strings with a
 * map would take ten times the memory. Texts are compared in place and sliced on access.
 */
export interface StringPool {
  readonly count: number;
  at(i: number): string;
  /** Compares text `i` with `text` by code point: negative, 0 or positive. */
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

/** The id of a text by binary search; `order` lists the ids in code point order. */
export function findString(texts: StringPool, order: Uint32Array, text: string): number | undefined {
  const position = partitionPoint(order.length, (at) => texts.compare(order[at]!, text) < 0);
  return position < order.length && texts.compare(order[position]!, text) === 0 ? order[position] : undefined;
}
