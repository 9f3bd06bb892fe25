import { LRUCache } from 'lru-cache';
import { compareCodePoints } from '../../lexicon/code-points.ts';
import { beginsReading, lettersOf } from '../../lexicon/jyutping-prefix.ts';
import type { LexiconIndex } from './lexicon-index.ts';

/** Ids of the entries that a prefix begins, most popular first. */
export interface PrefixIndex {
  byCharacters(prefix: string): Uint32Array;
  byJyutping(prefix: string): Uint32Array;
}

const CACHED_PREFIXES = 5000;

/** The places in `sorted` from the first that does not come before `prefix` to the last that begins with it. */
function rangeOf(count: number, textAt: (place: number) => string, prefix: string): [first: number, end: number] {
  const search = (test: (text: string) => boolean) => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (test(textAt(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const first = search((text) => compareCodePoints(text, prefix) < 0);
  return [first, search((text) => compareCodePoints(text, prefix) < 0 || text.startsWith(prefix))];
}

interface SortedReadings {
  readonly letters: readonly string[];
  readonly jyutping: readonly string[];
  readonly entries: Uint32Array;
}

function sortedReadings({ size, readings }: LexiconIndex): SortedReadings {
  const jyutping: string[] = [];
  const entries: number[] = [];
  for (let entry = 0; entry < size; entry++) {
    for (let reading = readings.starts[entry]!; reading < readings.starts[entry + 1]!; reading++) {
      const ids = readings.syllables.subarray(readings.syllableStarts[reading], readings.syllableStarts[reading + 1]);
      jyutping.push(Array.from(ids, (id) => readings.syllableNames.values[id]!).join(' '));
      entries.push(entry);
    }
  }
  const letters = jyutping.map(lettersOf);
  const order = Uint32Array.from(letters.keys()).sort((a, b) =>
    letters[a]! < letters[b]! ? -1 : letters[a]! > letters[b]! ? 1 : a - b,
  );
  return {
    letters: Array.from(order, (i) => letters[i]!),
    jyutping: Array.from(order, (i) => jyutping[i]!),
    entries: order.map((i) => entries[i]!),
  };
}

export function prefixIndex(index: LexiconIndex): PrefixIndex {
  let readings: SortedReadings | undefined;
  const cache = new LRUCache<string, Uint32Array>({ max: CACHED_PREFIXES });
  const cached = (prefix: string, find: () => Uint32Array) => {
    let ids = cache.get(prefix);
    if (!ids) cache.set(prefix, (ids = find()));
    return ids;
  };
  return {
    byCharacters: (prefix) =>
      cached(prefix, () => {
        const [first, end] = rangeOf(index.size, (place) => index.words[index.byCharRank[place]!]!, prefix);
        return index.byCharRank.slice(first, end).sort();
      }),
    byJyutping: (prefix) =>
      cached(prefix, () => {
        const sorted = (readings ??= sortedReadings(index));
        const [first, end] = rangeOf(sorted.letters.length, (place) => sorted.letters[place]!, lettersOf(prefix));
        const found = new Set<number>();
        for (let place = first; place < end; place++) {
          if (beginsReading(prefix, sorted.jyutping[place]!)) found.add(sorted.entries[place]!);
        }
        return Uint32Array.from(found).sort();
      }),
  };
}
