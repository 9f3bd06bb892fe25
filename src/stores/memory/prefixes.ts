import { beginsReading, lettersOf } from '../../lexicon/jyutping-prefix.ts';
import { jyutpingReader } from './entry-reader.ts';
import { lateTable } from './late-table.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { firstPlace } from './texts.ts';

/** The entries that a prefix begins. */
export interface Prefixed {
  /** Ids of the most popular ones, most popular first. */
  readonly top: Uint32Array;
  /** All of them, most popular first; gathered when asked for. */
  all(): Uint32Array;
}

export interface PrefixIndex {
  /** Makes the tables beforehand; see {@link lateTable}. */
  warm(): Promise<void>;
  byCharacters(prefix: string): Prefixed;
  byJyutping(prefix: string): Prefixed;
}

/** As many as the longest answer needs, and some for those that are left out of it. */
export const TOP = 64;
/** Prefixes of fewer entries are not in the table: to sort those takes less than to find them in it. */
const FEW = 32;
/** Steps between two places where the work may be interrupted. */
const STRIDE = 256;

/** By prefix, the ids of its most popular entries: for prefixes of one or two characters, or letters, with many entries. */
type Tops = ReadonlyMap<string, Uint32Array>;

/** Sorted, each once. */
function ascending(ids: Uint32Array): Uint32Array {
  const sorted = ids.slice().sort();
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!;
  return sorted.subarray(0, kept);
}

const topOf = (ids: Uint32Array): Uint32Array => ascending(ids).slice(0, TOP);

/** Walks a sorted list once for each length of prefix, and takes the top of every run with the same beginning. */
function* topsOf(
  count: number,
  beginning: (place: number, characters: number) => string,
  idsOf: (first: number, end: number) => Uint32Array,
): Generator<void, Tops> {
  const tops = new Map<string, Uint32Array>();
  for (const characters of [1, 2]) {
    let first = 0;
    let prefix = count > 0 ? beginning(0, characters) : '';
    for (let place = 1; place <= count; place++) {
      if (place % STRIDE === 0) yield;
      const next = place < count ? beginning(place, characters) : undefined;
      if (next === prefix) continue;
      if (place - first > FEW && Array.from(prefix).length === characters) tops.set(prefix, topOf(idsOf(first, place)));
      if (next === undefined) break;
      [first, prefix] = [place, next];
    }
  }
  return tops;
}

/** The first one or two characters (code points) of a word. */
function beginningOf(word: string, characters: number): string {
  const point = word.codePointAt(0)!;
  const first = point > 0xffff ? 2 : 1;
  if (characters === 1) return word.slice(0, first);
  const second = word.codePointAt(first) ?? 0;
  return word.slice(0, first + (second > 0xffff ? 2 : 1));
}

/** Numbers of readings in the order of their letters, and where a reading's entry is. */
interface SortedReadings {
  readonly order: Uint32Array;
  readonly entryOf: Uint32Array;
  readonly tops: Tops;
}

function* sortReadings(index: LexiconIndex, lettersAt: (reading: number) => string): Generator<void, SortedReadings> {
  const { starts } = index.readings;
  const entryOf = new Uint32Array(starts[index.size]!);
  for (let entry = 0; entry < index.size; entry++) {
    if (entry % STRIDE === 0) yield;
    for (let reading = starts[entry]!; reading < starts[entry + 1]!; reading++) entryOf[reading] = entry;
  }
  // One bucket of readings after another is sorted: the letters of all at once would fill the memory.
  const numbers = new Map<string, number[]>();
  for (let reading = 0; reading < entryOf.length; reading++) {
    if (reading % STRIDE === 0) yield;
    const key = lettersAt(reading).slice(0, 2);
    const list = numbers.get(key);
    if (list) list.push(reading);
    else numbers.set(key, [reading]);
  }
  const order = new Uint32Array(entryOf.length);
  let at = 0;
  for (const key of [...numbers.keys()].sort()) {
    yield;
    const list = numbers.get(key)!.map((reading) => ({ letters: lettersAt(reading), reading }));
    list.sort((a, b) => (a.letters < b.letters ? -1 : a.letters > b.letters ? 1 : a.reading - b.reading));
    for (const { reading } of list) order[at++] = reading;
  }
  const tops = yield* topsOf(
    order.length,
    (place, characters) => lettersAt(order[place]!).slice(0, characters),
    (first, end) => order.slice(first, end).map((reading) => entryOf[reading]!),
  );
  return { order, entryOf, tops };
}

export function prefixIndex(index: LexiconIndex): PrefixIndex {
  const { words, byCharRank, readings } = index;
  const tops = lateTable(() =>
    topsOf(
      index.size,
      (place, characters) => beginningOf(words.at(byCharRank[place]!), characters),
      (first, end) => byCharRank.subarray(first, end),
    ),
  );
  const syllableLetters = readings.syllableNames.values.map(lettersOf);
  const lettersAt = (reading: number) => {
    let letters = '';
    for (let at = readings.syllableStarts[reading]!; at < readings.syllableStarts[reading + 1]!; at++)
      letters += syllableLetters[readings.syllables[at]!]!;
    return letters;
  };
  const sorted = lateTable(() => sortReadings(index, lettersAt));
  const jyutpingAt = jyutpingReader(index);

  return {
    async warm() {
      await tops.warm();
      await sorted.warm();
    },
    byCharacters(prefix) {
      const all = () => {
        const first = firstPlace(index.size, (place) => words.compare(byCharRank[place]!, prefix) < 0);
        const end = firstPlace(index.size, (place) => words.startsWith(byCharRank[place]!, prefix), first);
        return ascending(byCharRank.subarray(first, end));
      };
      return { all, top: tops.peek()?.get(prefix) ?? all().slice(0, TOP) };
    },
    byJyutping(prefix) {
      const table = sorted.get();
      const letters = lettersOf(prefix);
      // Letters alone begin whatever lies in the range; tones and spaces have to be looked at.
      const isPlain = letters === prefix;
      const all = () => {
        const { order, entryOf } = table;
        const first = firstPlace(order.length, (place) => lettersAt(order[place]!) < letters);
        const end = firstPlace(order.length, (place) => lettersAt(order[place]!).startsWith(letters), first);
        const within = order.subarray(first, end);
        const fitting = isPlain ? within : within.filter((reading) => beginsReading(prefix, jyutpingAt(reading)));
        return ascending(fitting.map((reading) => entryOf[reading]!));
      };
      return { all, top: (isPlain ? table.tops.get(prefix) : undefined) ?? all().slice(0, TOP) };
    },
  };
}
