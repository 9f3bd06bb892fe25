import { parseJyutping, type Syllable } from '../../../cantonese/jyutping.ts';
import {
  type Column,
  createDictionary,
  type Dictionary,
  lazySets,
  multiValueColumn,
  type SingleValueColumn,
  setsByValue,
  singleValueColumn,
} from './column.ts';
import type { EntrySet } from './entry-set.ts';
import { FLAGS, type IndexedLexicon } from './packed-lexicon.ts';
import { createStringPool, findString, type StringPool } from './string-pool.ts';

/** The searchable readings in one sequence: those of entry `e` are `starts[e]` to `starts[e + 1] - 1`. */
export interface ReadingColumns {
  readonly starts: Uint32Array;
  readonly code: Uint16Array;
  readonly rhyme: Uint16Array;
  /** The syllables of reading `r` are `syllables[syllableStarts[r]]` to `syllables[syllableStarts[r + 1] - 1]`. */
  readonly syllableStarts: Uint32Array;
  readonly syllables: Uint16Array;
  readonly codes: Dictionary;
  readonly rhymes: Dictionary;
  readonly syllableNames: Dictionary;
  readonly syllableValues: readonly Syllable[];
  /** The entries with a reading of this code or rhyme. */
  codeSet(code: number): EntrySet;
  rhymeSet(rhyme: number): EntrySet;
  /** The number of entries with a reading of each code, and of each rhyme. */
  codeCounts(): Uint32Array;
  rhymeCounts(): Uint32Array;
}

export interface WordColumns {
  readonly emotion: SingleValueColumn;
  readonly valence: SingleValueColumn;
  readonly category: SingleValueColumn;
  readonly reg: SingleValueColumn;
  readonly pos: SingleValueColumn;
  readonly length: SingleValueColumn;
  readonly quality: SingleValueColumn;
  readonly vulgar: SingleValueColumn;
  readonly themeTagged: Column;
  readonly themeInferred: Column;
  readonly themeAll: Column;
}

/** The data that queries read. An entry's id is its rank. */
export interface LexiconIndex {
  readonly packed: IndexedLexicon;
  readonly size: number;
  readonly words: StringPool;
  /** The entry with this headword. */
  headword(word: string): number | undefined;
  /** The most popular entry with this alias. */
  alias(text: string): number | undefined;
  readonly charRank: Uint32Array;
  /** Ids in code point order of their words. */
  readonly byCharRank: Uint32Array;
  readonly endRank: Uint32Array;
  /** Ids in the order of words as ends of a line. */
  readonly byEndRank: Uint32Array;
  readonly columns: WordColumns;
  readonly readings: ReadingColumns;
}

export function createLexiconIndex(packed: IndexedLexicon): LexiconIndex {
  const size = packed.charRank.length;
  const words = createStringPool(packed.wordUnits, packed.wordStarts);
  const aliases = createStringPool(packed.aliasUnits, packed.aliasStarts);
  const byCharRank = inverse(packed.charRank);
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
    columns: wordColumns(packed),
    readings: readingColumns(packed, size),
  };
}

/** The id at each place of a dense order. */
function inverse(places: Uint32Array): Uint32Array {
  const ids = new Uint32Array(places.length);
  for (let id = 0; id < places.length; id++) ids[places[id]!] = id;
  return ids;
}

function wordColumns(packed: IndexedLexicon): WordColumns {
  const { flags, category, themes, taggedStarts, taggedThemes, inferredStarts, inferredThemes } = packed;
  const quality = Uint16Array.from(flags, (flag, entry) => (category[entry] === 0 ? 0 : flag & FLAGS.verified ? 2 : 1));
  const vulgar = Uint16Array.from(flags, (flag) => (flag & FLAGS.vulgar ? 2 : 1));
  const all = mergeThemes(packed);
  return {
    emotion: singleValueColumn(packed.emotions, packed.emotion),
    valence: singleValueColumn(packed.valences, packed.valence),
    category: singleValueColumn(packed.categories, category),
    reg: singleValueColumn(packed.registers, packed.reg),
    pos: singleValueColumn(packed.partsOfSpeech, packed.pos),
    length: singleValueColumn(packed.lengths, packed.length),
    quality: singleValueColumn(['generated', 'verified'], quality),
    vulgar: singleValueColumn(['false', 'true'], vulgar),
    themeTagged: multiValueColumn(themes, taggedStarts, taggedThemes),
    themeInferred: multiValueColumn(themes, inferredStarts, inferredThemes),
    themeAll: multiValueColumn(themes, all.starts, all.cells),
  };
}

/** The distinct themes of each entry, tagged or inferred. */
function mergeThemes(packed: IndexedLexicon): { starts: Uint32Array; cells: Uint16Array } {
  const { taggedStarts, taggedThemes, inferredStarts, inferredThemes } = packed;
  const starts = new Uint32Array(taggedStarts.length);
  const cells = new Uint16Array(taggedThemes.length + inferredThemes.length);
  let at = 0;
  for (let entry = 0; entry + 1 < starts.length; entry++) {
    for (let cell = taggedStarts[entry]!; cell < taggedStarts[entry + 1]!; cell++) cells[at++] = taggedThemes[cell]!;
    for (let cell = inferredStarts[entry]!; cell < inferredStarts[entry + 1]!; cell++) {
      const theme = inferredThemes[cell]!;
      if (!cells.subarray(starts[entry], at).includes(theme)) cells[at++] = theme;
    }
    starts[entry + 1] = at;
  }
  return { starts, cells: cells.slice(0, at) };
}

function readingColumns(packed: IndexedLexicon, size: number): ReadingColumns {
  const { readingStarts: starts, code, rhyme, codes, rhymes } = packed;
  const codeSets = lazySets(() => setsByValue(codes.length, starts, code, size));
  const rhymeSets = lazySets(() => setsByValue(rhymes.length, starts, rhyme, size));
  return {
    ...{ starts, code, rhyme },
    syllableStarts: packed.syllableStarts,
    syllables: packed.syllables,
    codes: createDictionary(codes),
    rhymes: createDictionary(rhymes),
    syllableNames: createDictionary(packed.syllableNames),
    syllableValues: packed.syllableNames.map((name) => parseJyutping(name)![0]!),
    codeSet: codeSets.set,
    rhymeSet: rhymeSets.set,
    codeCounts: codeSets.counts,
    rhymeCounts: rhymeSets.counts,
  };
}
