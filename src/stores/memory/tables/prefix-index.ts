import { lettersOnly, prefixMatchesReading } from '../../../lexicon/jyutping-prefix.ts';
import { createJyutpingReader } from '../columns/entry-reader.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { FLAGS } from '../columns/packed-lexicon.ts';
import { partitionPoint } from '../columns/string-pool.ts';
import { lazyTable } from './lazy-table.ts';

/** The entries that a prefix begins. */
export interface PrefixMatches {
  /** Ids of the most popular ones, most popular first. */
  readonly top: Uint32Array;
  /** All of them, most popular first; gathered when asked for. */
  all(): Uint32Array;
}

export interface PrefixIndex {
  /** Makes the tables beforehand; see {@link lazyTable}. */
  warm(): Promise<void>;
  byCharacters(prefix: string): PrefixMatches;
  byJyutping(prefix: string): PrefixMatches;
}

/** As many as the longest answer needs, and some for those that are left out of it. */
export const MAX_TOP_ENTRIES = 64;
/** Prefixes of fewer entries are not in the table: to sort those takes less than to find them in it. */
const MIN_TABLE_ENTRIES = 32;
/** Steps between two places where the work may be interrupted. */
const YIELD_INTERVAL = 256;

/** By prefix, the ids of its most popular entries: for prefixes of one or two characters, or letters, with many entries. */
type TopTable = ReadonlyMap<string, Uint32Array>;

/** Sorted, each once. */
function sortedUnique(ids: Uint32Array): Uint32Array {
  const sorted = ids.slice().sort();
  let uniqueCount = 0;
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[uniqueCount++] = sorted[i]!;
  return sorted.subarray(0, uniqueCount);
}

const topEntries = (ids: Uint32Array): Uint32Array => sortedUnique(ids).slice(0, MAX_TOP_ENTRIES);

/** Walks a sorted list once for each length of prefix, and takes the top of every run with the same beginning. */
function* buildTopTable(
  count: number,
  prefixAt: (position: number, characters: number) => string,
  idsOf: (first: number, end: number) => Uint32Array,
): Generator<void, TopTable> {
  const tops = new Map<string, Uint32Array>();
  for (const characters of [1, 2]) {
    let first = 0;
    let prefix = count > 0 ? prefixAt(0, characters) : '';
    for (let position = 1; position <= count; position++) {
      if (position % YIELD_INTERVAL === 0) yield;
      const next = position < count ? prefixAt(position, characters) : undefined;
      if (next === prefix) continue;
      if (position - first > MIN_TABLE_ENTRIES && Array.from(prefix).length === characters)
        tops.set(prefix, topEntries(idsOf(first, position)));
      if (next === undefined) break;
      [first, prefix] = [position, next];
    }
  }
  return tops;
}

/** The first one or two characters (code points) of a word. */
function leadingCharacters(word: string, characters: number): string {
  const point = word.codePointAt(0)!;
  const first = point > 0xffff ? 2 : 1;
  if (characters === 1) return word.slice(0, first);
  const second = word.codePointAt(first) ?? 0;
  return word.slice(0, first + (second > 0xffff ? 2 : 1));
}

/** Numbers of readings in the order of their letters, and where a reading's entry is. */
interface SortedReadings {
  readonly order: Uint32Array;
  readonly entryIds: Uint32Array;
  readonly tops: TopTable;
}

function* sortReadings(index: LexiconIndex, lettersAt: (reading: number) => string): Generator<void, SortedReadings> {
  const { starts } = index.readings;
  const { flags } = index.packed;
  const entryIds = new Uint32Array(starts[index.size]!);
  let count = 0;
  for (let entry = 0; entry < index.size; entry++) {
    if (entry % YIELD_INTERVAL === 0) yield;
    for (let reading = starts[entry]!; reading < starts[entry + 1]!; reading++) entryIds[reading] = entry;
  }
  // One bucket of readings after another is sorted: the letters of all at once would fill the memory.
  const readingsByKey = new Map<string, number[]>();
  for (let reading = 0; reading < entryIds.length; reading++) {
    if (reading % YIELD_INTERVAL === 0) yield;
    // Another spelling sounds like the usual one, which takes its place.
    if ((flags[entryIds[reading]!]! & FLAGS.variant) !== 0) continue;
    count++;
    const key = lettersAt(reading).slice(0, 2);
    const list = readingsByKey.get(key);
    if (list) list.push(reading);
    else readingsByKey.set(key, [reading]);
  }
  const order = new Uint32Array(count);
  let at = 0;
  for (const key of [...readingsByKey.keys()].sort()) {
    yield;
    const list = readingsByKey.get(key)!.map((reading) => ({ letters: lettersAt(reading), reading }));
    list.sort((a, b) => (a.letters < b.letters ? -1 : a.letters > b.letters ? 1 : a.reading - b.reading));
    for (const { reading } of list) order[at++] = reading;
  }
  const tops = yield* buildTopTable(
    order.length,
    (position, characters) => lettersAt(order[position]!).slice(0, characters),
    (first, end) => order.slice(first, end).map((reading) => entryIds[reading]!),
  );
  return { order, entryIds, tops };
}

export function prefixIndex(index: LexiconIndex): PrefixIndex {
  const { words, byCharRank, readings } = index;
  const tops = lazyTable(() =>
    buildTopTable(
      index.size,
      (position, characters) => leadingCharacters(words.at(byCharRank[position]!), characters),
      (first, end) => byCharRank.subarray(first, end),
    ),
  );
  const syllableLetters = readings.syllableNames.values.map(lettersOnly);
  const lettersAt = (reading: number) => {
    let letters = '';
    for (let at = readings.syllableStarts[reading]!; at < readings.syllableStarts[reading + 1]!; at++)
      letters += syllableLetters[readings.syllables[at]!]!;
    return letters;
  };
  const sorted = lazyTable(() => sortReadings(index, lettersAt));
  const jyutpingAt = createJyutpingReader(index);

  return {
    async warm() {
      await tops.warm();
      await sorted.warm();
    },
    byCharacters(prefix) {
      const all = () => {
        const first = partitionPoint(index.size, (position) => words.compare(byCharRank[position]!, prefix) < 0);
        const end = partitionPoint(index.size, (position) => words.startsWith(byCharRank[position]!, prefix), first);
        return sortedUnique(byCharRank.subarray(first, end));
      };
      return { all, top: tops.peek()?.get(prefix) ?? all().slice(0, MAX_TOP_ENTRIES) };
    },
    byJyutping(prefix) {
      const table = sorted.get();
      const letters = lettersOnly(prefix);
      // Letters alone begin whatever lies in the range; tones and spaces have to be looked at.
      const isLettersOnly = letters === prefix;
      const all = () => {
        const { order, entryIds } = table;
        const first = partitionPoint(order.length, (position) => lettersAt(order[position]!) < letters);
        const end = partitionPoint(order.length, (position) => lettersAt(order[position]!).startsWith(letters), first);
        const range = order.subarray(first, end);
        const matching = isLettersOnly
          ? range
          : range.filter((reading) => prefixMatchesReading(prefix, jyutpingAt(reading)));
        return sortedUnique(matching.map((reading) => entryIds[reading]!));
      };
      return { all, top: (isLettersOnly ? table.tops.get(prefix) : undefined) ?? all().slice(0, MAX_TOP_ENTRIES) };
    },
  };
}
