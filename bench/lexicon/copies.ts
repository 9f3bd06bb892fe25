import type { JsonLines } from '../../src/generation/json-lines.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { mutatedLine } from './mutated-line.ts';

/**
 * Copies of the words of a lexicon, each made from its number when it is asked for: none is kept, so that there may be a hundred of each
 * word. A copy is the word with one character replaced by a *new* one, a Han character that no word of the lexicon has, which
 * sounds like one of the lexicon's characters. Words of one character have no copies; a copy is no other spelling of a word.
 *
 * No two copies are equal: which character is new tells the place; words that are equal but for that place get different new characters.
 */
export interface WordCopies {
  /** Words in the lexicon, and copies of each that has any. */
  readonly words: number;
  readonly copies: number;
  /** Words and copies. A word is followed by its copies. */
  readonly entries: number;
  hasCopies(word: number): boolean;
  /** Place of a word (copy 0) or copy (1 to `copies`) among all entries. */
  rankOf(word: number, copy: number): number;
  /** The line of a word (copy 0) or copy, but for its order numbers. `line` is the word's own. */
  lineOf(line: EntryLine, copy: number): EntryLine;
  /** Only the text of it. */
  textOf(word: number, copy: number): string;
}

export function wordCopies(lines: JsonLines, copies: number): WordCopies {
  const texts: string[] = [];
  const sounds: EntryLine['readings'][] = [];
  for (let word = 0; word < lines.count; word++) {
    const { char, length, readings } = lines.parse<EntryLine>(word);
    texts.push(char);
    if (length === 1) sounds.push(readings);
  }
  const characters = newCharacters(texts);
  const frames = numberedFrames(texts);
  if (frames.largest * copies > characters.length)
    throw new RangeError(`${characters.length} new characters are too few for ${copies} copies of each word`);
  // Copies that come before a word.
  const copiesBefore = new Uint32Array(texts.length + 1);
  for (const [word, text] of texts.entries())
    copiesBefore[word + 1] = copiesBefore[word]! + (isLong(text) ? copies : 0);
  const numbers = new Map(texts.map((text, word) => [text, word]));

  const newCharacterOf = (word: number, place: number, copy: number): number => {
    const at = frames.starts[word]! + place;
    return (frames.hashes[at]! + frames.ordinals[at]! * copies + copy - 1) % characters.length;
  };
  /** The place that is changed: each in turn. */
  const placeOf = (word: number, copy: number, length: number) => (word + copy) % length;
  return {
    words: texts.length,
    copies,
    entries: texts.length + copiesBefore[texts.length]!,
    hasCopies: (word) => isLong(texts[word]!),
    rankOf: (word, copy) => word + copiesBefore[word]! + copy,
    lineOf(line, copy) {
      if (copy === 0) return line;
      const word = numbers.get(line.char)!;
      const place = placeOf(word, copy, line.length);
      const number = newCharacterOf(word, place, copy);
      const { variant_of: _, ...copied } = mutatedLine(
        line,
        place,
        characters[number]!,
        sounds[number % sounds.length]!,
      );
      return copied;
    },
    textOf(word, copy) {
      const text = texts[word]!;
      if (copy === 0) return text;
      const parts = [...text];
      const place = placeOf(word, copy, parts.length);
      return parts.with(place, characters[newCharacterOf(word, place, copy)]!).join('');
    },
  };
}

function isLong(text: string): boolean {
  return [...text].length > 1;
}

/** Blocks of unified ideographs: the basic one, its extensions A to H. */
const BLOCKS = [
  [0x3400, 0x9fff],
  [0x20000, 0x323af],
] as const;

/** The ideographs that no text has, in an order that does not follow code points. */
function newCharacters(texts: readonly string[]): string[] {
  const used = new Set(texts.flatMap((text) => [...text]));
  const found: string[] = [];
  for (const [first, last] of BLOCKS)
    for (let codePoint = first; codePoint <= last; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      if (/\p{Unified_Ideograph}/u.test(character) && !used.has(character)) found.push(character);
    }
  return found
    .map((character, index) => ({ character, key: hashOf(character) * 2 ** 17 + index }))
    .sort((a, b) => a.key - b.key)
    .map(({ character }) => character);
}

interface Frames {
  /** By word, where its places begin in the arrays that follow. */
  readonly starts: Uint32Array;
  /** By place, how many words before are equal but for this place. */
  readonly ordinals: Uint32Array;
  /** By place, the same number for words that are equal but for this place. */
  readonly hashes: Uint32Array;
  /** Words that are equal but for one place, at most. */
  readonly largest: number;
}

function numberedFrames(texts: readonly string[]): Frames {
  const starts = new Uint32Array(texts.length);
  const [ordinals, hashes]: [number[], number[]] = [[], []];
  const counts = new Map<string, number>();
  let largest = 0;
  for (const [word, text] of texts.entries()) {
    starts[word] = ordinals.length;
    const characters = [...text];
    if (characters.length < 2) continue;
    for (const place of characters.keys()) {
      const frame = characters.with(place, '_').join('');
      const ordinal = counts.get(frame) ?? 0;
      counts.set(frame, ordinal + 1);
      largest = Math.max(largest, ordinal + 1);
      ordinals.push(ordinal);
      hashes.push(hashOf(frame));
    }
  }
  return { starts, ordinals: Uint32Array.from(ordinals), hashes: Uint32Array.from(hashes), largest };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
