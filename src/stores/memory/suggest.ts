import { LRUCache } from 'lru-cache';
import { compareCodePoints } from '../../lexicon/code-points.ts';
import { beginsReading, lettersOf } from '../../lexicon/jyutping-prefix.ts';
import { lateTable } from './late-table.ts';
import type { LexiconIndex } from './lexicon-index.ts';

/** Ids of the entries that a prefix begins, most popular first. */
export interface PrefixIndex {
  /** Makes the table of readings beforehand; see {@link lateTable}. */
  warm(): Promise<void>;
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

/** Readings in order of their letters. */
interface SortedReadings {
  readonly letters: readonly string[];
  readonly jyutping: readonly string[];
  readonly entries: readonly number[];
}

/** The readings by their first letter, which every prefix has. */
type ReadingsByLetter = ReadonlyMap<string, SortedReadings>;

const STRIDE = 256;

function* readingsByLetter({ size, readings }: LexiconIndex): Generator<void, ReadingsByLetter> {
  const unsorted = new Map<string, { letters: string; jyutping: string; entry: number }[]>();
  for (let entry = 0; entry < size; entry++) {
    if (entry % STRIDE === 0) yield;
    for (let reading = readings.starts[entry]!; reading < readings.starts[entry + 1]!; reading++) {
      const ids = readings.syllables.subarray(readings.syllableStarts[reading], readings.syllableStarts[reading + 1]);
      const jyutping = Array.from(ids, (id) => readings.syllableNames.values[id]!).join(' ');
      const letters = lettersOf(jyutping);
      const list = unsorted.get(letters[0]!);
      if (list) list.push({ letters, jyutping, entry });
      else unsorted.set(letters[0]!, [{ letters, jyutping, entry }]);
    }
  }
  const sorted = new Map<string, SortedReadings>();
  for (const [letter, list] of unsorted) {
    yield;
    list.sort((a, b) => (a.letters < b.letters ? -1 : a.letters > b.letters ? 1 : a.entry - b.entry));
    sorted.set(letter, {
      letters: list.map(({ letters }) => letters),
      jyutping: list.map(({ jyutping }) => jyutping),
      entries: list.map(({ entry }) => entry),
    });
  }
  return sorted;
}

export function prefixIndex(index: LexiconIndex): PrefixIndex {
  const readings = lateTable(() => readingsByLetter(index));
  const cache = new LRUCache<string, Uint32Array>({ max: CACHED_PREFIXES });
  const cached = (prefix: string, find: () => Uint32Array) => {
    let ids = cache.get(prefix);
    if (!ids) cache.set(prefix, (ids = find()));
    return ids;
  };
  return {
    warm: readings.warm,
    byCharacters: (prefix) =>
      cached(prefix, () => {
        const [first, end] = rangeOf(index.size, (place) => index.words[index.byCharRank[place]!]!, prefix);
        return index.byCharRank.slice(first, end).sort();
      }),
    byJyutping: (prefix) =>
      cached(prefix, () => {
        const sorted = readings.get().get(prefix[0]!);
        if (!sorted) return new Uint32Array(0);
        const [first, end] = rangeOf(sorted.letters.length, (place) => sorted.letters[place]!, lettersOf(prefix));
        // Letters alone begin whatever lies in the range; tones and spaces have to be looked at.
        const isPlain = lettersOf(prefix) === prefix;
        const found = new Set<number>();
        for (let place = first; place < end; place++) {
          if (isPlain || beginsReading(prefix, sorted.jyutping[place]!)) found.add(sorted.entries[place]!);
        }
        return Uint32Array.from(found).sort();
      }),
  };
}
