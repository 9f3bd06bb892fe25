import { parseJyutping, type Syllable } from '../../../cantonese/jyutping.ts';
import { FLAGS, type IndexedLexicon } from '../../../generation/packed-lexicon.ts';
import { compareCodePoints, partitionPoint } from '../../../lexicon/code-points.ts';
import {
  type Facet,
  isReadingFacet,
  READING_FACETS,
  type ReadingFacet,
  SINGLE_FACETS,
  type SingleFacet,
  WORD_FACETS,
  type WordFacet,
} from '../../../lexicon/facets.ts';
import type { ThemeScope } from '../../../lexicon/query.ts';
import {
  createDictionary,
  type Dictionary,
  type FurtherValues,
  furtherValues,
  type MultiValueColumn,
  multiValueColumn,
  type SingleValueColumn,
  setsByValue,
  singleValueColumn,
  type ValueSets,
  valueSets,
} from './column.ts';

/** A value of each reading, and the entries with a reading of each value, each once. */
export interface ReadingColumn extends ValueSets {
  readonly cells: Uint16Array;
}

/** The searchable readings in one sequence: those of entry `e` are `starts[e]` to `starts[e + 1] - 1`. */
export interface ReadingColumns {
  readonly starts: Uint32Array;
  readonly facets: Readonly<Record<ReadingFacet, ReadingColumn>>;
  /** The syllables of reading `r` are `syllables[syllableStarts[r]]` to `syllables[syllableStarts[r + 1] - 1]`. */
  readonly syllableStarts: Uint32Array;
  readonly syllables: Uint16Array;
  readonly syllableNames: Dictionary;
  readonly syllableValues: readonly Syllable[];
}

export interface WordColumns extends Readonly<Record<SingleFacet, SingleValueColumn>> {
  readonly quality: SingleValueColumn;
  readonly vulgar: SingleValueColumn;
  readonly themeTagged: MultiValueColumn;
  readonly themeInferred: MultiValueColumn;
  readonly themeAll: MultiValueColumn;
}

type FurtherColumns = Readonly<Record<WordFacet, FurtherValues>>;

/** The data that queries read. An entry's id is its rank. */
export interface LexiconIndex {
  readonly packed: IndexedLexicon;
  /** Number of entries. */
  readonly size: number;
  readonly words: StringPool;
  /** The entry with this headword. */
  headword(word: string): number | undefined;
  /** The most popular entry with this alias. */
  alias(text: string): number | undefined;
  /** Place of each id in code point order of the words. */
  readonly charRank: Uint32Array;
  /** Ids in code point order of their words. */
  readonly byCharRank: Uint32Array;
  /** Place of each id in the order of words as ends of a line. */
  readonly endRank: Uint32Array;
  /** Ids in the order of words as ends of a line. */
  readonly byEndRank: Uint32Array;
  readonly columns: WordColumns;
  /** The values under which entries are listed besides their own. */
  readonly further: FurtherColumns;
  readonly readings: ReadingColumns;
}

/** The values of a facet, and the sets and counts of the entries that have them. */
export function facetColumn(
  { columns, readings }: LexiconIndex,
  facet: Facet,
  scope: ThemeScope = 'tagged',
): ValueSets {
  if (isReadingFacet(facet)) return readings.facets[facet];
  if (facet === 'theme') return themeColumn(columns, scope);
  return columns[facet];
}

export function themeColumn(
  { themeTagged, themeInferred, themeAll }: WordColumns,
  scope: ThemeScope,
): MultiValueColumn {
  return { tagged: themeTagged, inferred: themeInferred, all: themeAll }[scope];
}

export function createLexiconIndex(packed: IndexedLexicon): LexiconIndex {
  const size = packed.charRank.length;
  const words = createStringPool(packed.wordUnits, packed.wordStarts);
  const aliases = createStringPool(packed.aliasUnits, packed.aliasStarts);
  const byCharRank = inverse(packed.charRank);
  const further = furtherColumns(packed);
  return {
    packed,
    size,
    words,
    headword: (word) => findString(words, byCharRank, word),
    alias(text) {
      const found = findString(aliases, packed.aliasOrder, text);
      return found === undefined ? undefined : packed.aliasEntries[found];
    },
    charRank: packed.charRank,
    byCharRank,
    endRank: packed.endRank,
    byEndRank: inverse(packed.endRank),
    columns: wordColumns(packed, further),
    further,
    readings: readingColumns(packed, size),
  };
}

/** Id per place, from the place per id. */
function inverse(places: Uint32Array): Uint32Array {
  const ids = new Uint32Array(places.length);
  for (let id = 0; id < places.length; id++) ids[places[id]!] = id;
  return ids;
}

function wordColumns(packed: IndexedLexicon, further: FurtherColumns): WordColumns {
  const { flags, category, themes, inferredStarts, inferredThemes } = packed;
  const quality = Uint16Array.from(flags, (flag, entry) => (category[entry] === 0 ? 0 : flag & FLAGS.verified ? 2 : 1));
  const vulgar = Uint16Array.from(flags, (flag) => (flag & FLAGS.vulgar ? 2 : 1));
  const tagged = listedThemes(packed, further.theme);
  const all = mergeThemes(tagged, { starts: inferredStarts, cells: inferredThemes });
  return {
    ...columnsOf(SINGLE_FACETS, (facet) => singleValueColumn(packed[`${facet}Names`], packed[facet], further[facet])),
    quality: singleValueColumn(['generated', 'verified'], quality),
    vulgar: singleValueColumn(['false', 'true'], vulgar),
    themeTagged: multiValueColumn(themes, tagged.starts, tagged.cells),
    themeInferred: multiValueColumn(themes, inferredStarts, inferredThemes),
    themeAll: multiValueColumn(themes, all.starts, all.cells),
  };
}

function furtherColumns(packed: IndexedLexicon): FurtherColumns {
  const columns = WORD_FACETS.map((facet) => [
    facet,
    furtherValues(packed[`${facet}FurtherEntries`], packed[`${facet}Further`]),
  ]);
  return Object.fromEntries(columns);
}

/** Lists of themes: those of entry `e` are `cells[starts[e]]` to `cells[starts[e + 1] - 1]`. */
interface ThemeLists {
  readonly starts: Uint32Array;
  readonly cells: Uint16Array;
}

/** The tagged themes of each entry, and those under which it is listed besides. */
function listedThemes(packed: IndexedLexicon, further: FurtherValues): ThemeLists {
  const own = { starts: packed.taggedStarts, cells: packed.taggedThemes };
  if (further.entries.length === 0) return own;
  const starts = new Uint32Array(own.starts.length);
  for (let entry = 0; entry + 1 < starts.length; entry++)
    starts[entry + 1] = starts[entry]! + further.valuesOf(entry).length;
  return mergeThemes(own, { starts, cells: further.values });
}

/** The distinct themes of each entry in both lists. */
function mergeThemes(first: ThemeLists, second: ThemeLists): ThemeLists {
  const starts = new Uint32Array(first.starts.length);
  const cells = new Uint16Array(first.cells.length + second.cells.length);
  let at = 0;
  for (let entry = 0; entry + 1 < starts.length; entry++) {
    for (let cell = first.starts[entry]!; cell < first.starts[entry + 1]!; cell++) cells[at++] = first.cells[cell]!;
    for (let cell = second.starts[entry]!; cell < second.starts[entry + 1]!; cell++) {
      const theme = second.cells[cell]!;
      if (!cells.subarray(starts[entry], at).includes(theme)) cells[at++] = theme;
    }
    starts[entry + 1] = at;
  }
  return { starts, cells: cells.slice(0, at) };
}

function columnsOf<F extends Facet, C>(facets: readonly F[], columnOf: (facet: F) => C) {
  return Object.fromEntries(facets.map((facet) => [facet, columnOf(facet)])) as Record<F, C>;
}

function readingColumns(packed: IndexedLexicon, size: number): ReadingColumns {
  const { readingStarts: starts } = packed;
  const columnOf = (facet: ReadingFacet): ReadingColumn => {
    const [names, cells] = [packed[`${facet}Names`], packed[facet]];
    return { cells, ...valueSets(names, () => setsByValue(names.length, cells, size, (entry) => starts[entry]!)) };
  };
  return {
    starts,
    facets: columnsOf(READING_FACETS, columnOf),
    syllableStarts: packed.syllableStarts,
    syllables: packed.syllables,
    syllableNames: createDictionary(packed.syllableNames),
    syllableValues: packed.syllableNames.map((name) => parseJyutping(name)![0]!),
  };
}

/**
 * Many short strings concatenated in one: text `i` is the UTF-16 units `starts[i]` to `starts[i + 1] - 1`. Separate strings with a
 * map would take ten times the memory. Texts are compared in place and sliced on access.
 */
interface StringPool {
  readonly count: number;
  at(i: number): string;
  /** Compares text `i` with `text` by code point: negative, 0 or positive. */
  compare(i: number, text: string): number;
  startsWith(i: number, prefix: string): boolean;
}

function createStringPool(units: Uint16Array, starts: Uint32Array): StringPool {
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
function findString(texts: StringPool, order: Uint32Array, text: string): number | undefined {
  const place = partitionPoint(order.length, (at) => texts.compare(order[at]!, text) < 0);
  return place < order.length && texts.compare(order[place]!, text) === 0 ? order[place] : undefined;
}
