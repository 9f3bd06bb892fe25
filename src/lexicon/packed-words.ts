import type { PackedDescriptions } from './descriptions.ts';
import type { PackedGlossHeads } from './gloss-heads.ts';
import { decodeArrays, encodeArrays, type Packed } from './packed-arrays.ts';
import type { PackedNeighbours } from './word-neighbours.ts';
import type { PackedWordSenses } from './word-senses.ts';

/**
 * The words of a lexicon as flat arrays, as annotation, look-ups and suggestions read them. A row is a word, the most popular first, `W` of
 * them; the rows after those are characters that occur in words and are none themselves.
 *
 * Cells of `pos`, `kind`, `emotion` and `category` are places in their lists of names; `category` is 0 for none, else the place plus 1.
 */
export interface PackedWords extends PackedGlossHeads, PackedWordSenses, PackedDescriptions, PackedNeighbours {
  /** `W`. */
  readonly counts: Uint32Array;
  /** UTF-16 units of all rows end to end, and where each begins. */
  readonly textUnits: Uint16Array;
  readonly textStarts: Uint32Array;
  /** See `Entry.frequency`; of each row. */
  readonly frequency: Uint16Array;
  /** Sums of {@link WORD_FLAGS}. */
  readonly flags: Uint8Array;
  readonly syllableNames: readonly string[];
  /** The readings of each row, the primary one first, have as many syllables each: places in `syllableNames`. */
  readonly readingCount: Uint8Array;
  readonly syllableStarts: Uint32Array;
  readonly syllables: Uint16Array;

  readonly partsOfSpeech: readonly string[];
  readonly pos: Uint8Array;
  /** A bit for each further part of speech. */
  readonly posAlso: Uint8Array;
  readonly kinds: readonly string[];
  readonly kind: Uint8Array;
  readonly categories: readonly string[];
  readonly category: Uint16Array;
  readonly emotions: readonly string[];
  readonly emotion: Uint16Array;
  readonly themes: readonly string[];
  /** The tagged themes of word `w` are `taggedThemes[taggedStarts[w]]` to `taggedThemes[taggedStarts[w + 1] - 1]`. */
  readonly taggedStarts: Uint32Array;
  readonly taggedThemes: Uint16Array;

  /** The words of one character, the most popular first. */
  readonly characters: Uint32Array;
  /** The definition of character `c` of them is the UTF-8 bytes from `definitionStarts[c]` on. */
  readonly definitions: Uint8Array;
  readonly definitionStarts: Uint32Array;
  /** Code points that are other forms of a word, ascending, and the row of the most popular such word. */
  readonly formCharacters: Uint32Array;
  readonly formRows: Uint32Array;

  /** A trie of all texts in which a row is found ({@link file://./text-trie.ts}): its numbers are those of {@link numberOfText}. */
  readonly trieUnits: Uint16Array;
  readonly trieChildren: Uint32Array;
  readonly trieValues: Uint32Array;
}

/**
 * How a text leads to a row: it is the word, another form of it that text is read by, one that only a search is, or the word in the
 * standard forms of its characters, in which lines are read.
 */
export const TEXT_KINDS = { word: 0, form: 1, searchedForm: 2, standardForm: 3 } as const;

/** The number of a text in the trie. */
export const numberOfText = (row: number, kind: keyof typeof TEXT_KINDS): number => row * 4 + TEXT_KINDS[kind];
/** The row to which the text of a number leads, and how, as one of {@link TEXT_KINDS}. */
export const rowOfText = (number: number): number => number >>> 2;
export const kindOfText = (number: number): number => number & 3;

export const WORD_FLAGS = { vulgar: 1, phrase: 2 } as const;

/** The file of a build that holds them. */
export const WORD_TABLE_FILE = 'word-table.bin';

/** Raised whenever {@link PackedWords} changes. */
const FORMAT = 'words 9';

export function encodeWords(words: PackedWords): Buffer {
  return encodeArrays(FORMAT, words as unknown as Packed);
}

/** The words as views of `bytes`. Throws if those are damaged or of another format. */
export function decodeWords(bytes: Buffer): PackedWords {
  const words = decodeArrays<PackedWords>(FORMAT, bytes);
  if (!words) throw new Error('The word table is damaged, or of another version or byte order.');
  return words;
}
