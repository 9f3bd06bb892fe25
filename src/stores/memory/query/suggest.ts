import { LRUCache } from 'lru-cache';
import { isJyutpingPrefix, lettersOnly, normalizePrefix, prefixMatchesReading } from '../../../cantonese/jyutping.ts';
import { FLAGS } from '../../../generation/packed-lexicon.ts';
import { partitionPoint } from '../../../lexicon/code-points.ts';
import { specialistLast } from '../../../lexicon/listed-words.ts';
import { lazyTable } from '../../../time-slicing.ts';
import { createJyutpingReader } from '../columns/entry-reader.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

/** The entries that start with a prefix, specialist ones last, otherwise in order of popularity. */
interface PrefixMatches {
  /** Ids of the first ones, at most {@link MAX_TOP_ENTRIES}. */
  readonly top: Uint32Array;
  /** Ids of all of them; computed at each call. */
  all(): Uint32Array;
}

/** The largest page, with spare entries for those that are filtered out. */
const MAX_TOP_ENTRIES = 64;
/** Prefixes whose first entries are cached: those of a short or a common prefix take a millisecond to sort. */
const MAX_KEPT_PREFIXES = 4096;
/** Entries or readings between two yields. */
const YIELD_INTERVAL = 256;

/** A sorted copy without duplicates. */
function sortedUnique(ids: Uint32Array): Uint32Array {
  const sorted = ids.slice().sort();
  let uniqueCount = 0;
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[uniqueCount++] = sorted[i]!;
  return sorted.subarray(0, uniqueCount);
}

/**
 * The end of the run from `first` on in which `holds` is true. Searched in doubling steps, as most prefixes begin few
 * entries.
 *
 * @param count number of places
 */
function endFrom(first: number, count: number, holds: (place: number) => boolean): number {
  let step = 1;
  while (first + step < count && holds(first + step)) step *= 2;
  return partitionPoint(Math.min(first + step, count), holds, first);
}

interface SortedReadings {
  /** Numbers of readings, by their letters. */
  readonly order: Uint32Array;
  /** Id of the entry, by number of the reading. */
  readonly entryIds: Uint32Array;
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
  /** Another spelling is left out: it sounds like the usual one. */
  const isVariant = (reading: number) => (flags[entryIds[reading]!]! & FLAGS.variant) !== 0;
  // Sorted bucket by bucket, because the letters of all readings at once would take too much memory.
  const readingsByKey = new Map<string, number[]>();
  for (let reading = 0; reading < entryIds.length; reading++) {
    if (reading % YIELD_INTERVAL === 0) yield;
    if (isVariant(reading)) continue;
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
  return { order, entryIds };
}

/** Finds entries by prefix. `warm` sorts the readings in advance; see {@link lazyTable}. */
function prefixIndex(index: LexiconIndex) {
  const { words, byCharRank, readings } = index;
  const { cells: kinds, dictionary } = index.columns.kind;
  const specialistCell = (dictionary.ids.get('specialist') ?? Number.NaN) + 1;
  const isSpecialist = (entry: number) => kinds[entry] === specialistCell;
  const syllableLetters = readings.syllableNames.values.map(lettersOnly);
  const lettersAt = (reading: number) => {
    let letters = '';
    for (let at = readings.syllableStarts[reading]!; at < readings.syllableStarts[reading + 1]!; at++)
      letters += syllableLetters[readings.syllables[at]!]!;
    return letters;
  };
  const sorted = lazyTable(() => sortReadings(index, lettersAt));
  const jyutpingAt = createJyutpingReader(index);
  const kept = new LRUCache<string, Uint32Array>({ max: MAX_KEPT_PREFIXES });
  const matches = (key: string, all: () => Uint32Array): PrefixMatches => {
    let top = kept.get(key);
    if (!top) kept.set(key, (top = all().slice(0, MAX_TOP_ENTRIES)));
    return { top, all };
  };

  return {
    warm: sorted.warm,
    byCharacters(prefix: string) {
      const all = () => {
        const first = partitionPoint(index.size, (place) => words.compare(byCharRank[place]!, prefix) < 0);
        const end = endFrom(first, index.size, (place) => words.startsWith(byCharRank[place]!, prefix));
        return specialistLast(sortedUnique(byCharRank.subarray(first, end)), isSpecialist);
      };
      return matches(`characters ${prefix}`, all);
    },
    byJyutping(prefix: string) {
      const table = sorted.get();
      const letters = lettersOnly(prefix);
      // The range covers all readings with these letters; tones and spaces are compared one by one.
      const isLettersOnly = letters === prefix;
      const all = () => {
        const { order, entryIds } = table;
        const first = partitionPoint(order.length, (place) => lettersAt(order[place]!) < letters);
        const end = endFrom(first, order.length, (place) => lettersAt(order[place]!).startsWith(letters));
        const range = order.subarray(first, end);
        const matching = isLettersOnly
          ? range
          : range.filter((reading) => prefixMatchesReading(prefix, jyutpingAt(reading)));
        return specialistLast(sortedUnique(matching.map((reading) => entryIds[reading]!)), isSpecialist);
      };
      return matches(`jyutping ${prefix}`, all);
    },
  };
}

export interface WordFinder {
  /** The entry of a word, of an alias, or of a word in variant characters. */
  find(word: string): number | undefined;
  /** Replaces each variant character by its standard form: 说话 → 説話. */
  toHeadwordCharacters(word: string): string;
}

/** Code unit at which the blocks of Han characters begin; a prefix from there on is not jyutping. */
const FIRST_HAN = 0x2e80;
const mayBeLatin = (typed: string) => !(typed.charCodeAt(0) >= FIRST_HAN);

/** Completes prefixes. `warm` builds its tables in advance. */
export function createSuggester(index: LexiconIndex, words: WordFinder) {
  const prefixes = prefixIndex(index);
  const vulgarColumn = index.columns.vulgar;
  const vulgarCell = vulgarColumn.dictionary.ids.get('true')! + 1;

  const collect = (ids: Uint32Array, exactId: number | undefined, limit: number, vulgar: boolean): string[] => {
    const suggestions: string[] = [];
    const isAllowed = (id: number) => vulgar || vulgarColumn.cells[id] !== vulgarCell;
    if (exactId !== undefined && limit > 0 && isAllowed(exactId)) suggestions.push(index.words.at(exactId));
    for (let i = 0; i < ids.length && suggestions.length < limit; i++) {
      const id = ids[i]!;
      if (id !== exactId && isAllowed(id)) suggestions.push(index.words.at(id));
    }
    return suggestions;
  };

  const complete = (prefix: string, { top, all }: PrefixMatches, limit: number, vulgar: boolean): string[] => {
    const exactId = words.find(prefix);
    const suggestions = collect(top, exactId, limit, vulgar);
    return suggestions.length === limit || top.length < MAX_TOP_ENTRIES
      ? suggestions
      : collect(all(), exactId, limit, vulgar);
  };

  const computeSuggestions = (typed: string, latin: string | undefined, limit: number, vulgar: boolean): string[] => {
    const prefix = typed.normalize('NFC').trim();
    const found = latin === undefined ? prefixes.byCharacters(prefix) : prefixes.byJyutping(latin);
    const matches = found.top.length > 0 ? found : prefixes.byCharacters(words.toHeadwordCharacters(prefix));
    return complete(prefix, matches, limit, vulgar);
  };

  return {
    warm: prefixes.warm,
    /** At most `limit` words: the prefix itself first if it is a word, then by popularity. */
    suggest(typed: string, limit: number, vulgar: boolean): readonly string[] | Promise<readonly string[]> {
      const latin = mayBeLatin(typed) ? normalizePrefix(typed) : '';
      return isJyutpingPrefix(latin)
        ? prefixes.warm().then(() => computeSuggestions(typed, latin, limit, vulgar))
        : computeSuggestions(typed, undefined, limit, vulgar);
    },
  };
}
