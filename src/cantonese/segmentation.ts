/** A word of the segmenter's table. */
export interface DictionaryWord {
  readonly word: string;
  /** −ln of its probability in text, times 100, rounded: sums of whole numbers are exact. */
  readonly cost: number;
  /** Readings in jyutping, the primary one first; a syllable for each character. */
  readonly readings: readonly string[];
  /** A phrase that is in the lexicon but not a word: segmentation splits it, after it was found where it is written in other characters. */
  readonly phrase?: boolean;
}

export interface WordTable {
  /** The word with this spelling; a variant or simplified form leads to its headword. */
  find(text: string): DictionaryWord | undefined;
  /** Whether a word of the table starts with `text`. */
  hasPrefix(text: string): boolean;
  /** The standard form of a character; without it every character is looked up as it is. */
  formOf?(character: string): string;
}

export interface Segment {
  /** Start and end (exclusive), in places of the line. */
  readonly start: number;
  readonly end: number;
  /** Absent for unknown words, Latin letters, digits and punctuation. */
  readonly word?: DictionaryWord;
}

const HAN = /^[\p{Script=Han}〇]$/u;
const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}\p{M}'’]/u;
/** An unknown character costs as much as a word with a probability of 10⁻⁸. */
export const UNKNOWN_COST = 1840;
/** Cost per word, so that of equally likely segmentations the one with fewer words wins. */
const WORD_PENALTY = 30;

/**
 * Segments a line into the most likely sequence of known words, by dynamic programming. A run of Latin letters or digits is one
 * segment; any other character that is not Han is one of its own. Time is linear in the line's length.
 */
export function segment(characters: readonly string[], table: WordTable): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  while (start < characters.length) {
    let end = start + 1;
    if (HAN.test(characters[start]!)) {
      while (end < characters.length && HAN.test(characters[end]!)) end++;
      segments.push(...segmentHan(characters, start, end, table));
    } else {
      if (LATIN_OR_DIGIT.test(characters[start]!))
        while (end < characters.length && LATIN_OR_DIGIT.test(characters[end]!)) end++;
      segments.push({ start, end });
    }
    start = end;
  }
  return segments;
}

function segmentHan(characters: readonly string[], start: number, end: number, table: WordTable): Segment[] {
  const length = end - start;
  const best = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY);
  const predecessors = new Int32Array(length + 1);
  const words = new Array<DictionaryWord | undefined>(length + 1);
  best[0] = 0;
  for (let i = 0; i < length; i++) {
    const relax = (to: number, cost: number, word: DictionaryWord | undefined) => {
      const total = best[i]! + cost + WORD_PENALTY;
      if (total >= best[to]!) return;
      best[to] = total;
      predecessors[to] = i;
      words[to] = word;
    };
    let text = '';
    let isCharacterKnown = false;
    for (let to = i + 1; to <= length; to++) {
      text += characters[start + to - 1]!;
      const word = table.find(text);
      if (word && !(word.phrase && word.word === text)) relax(to, word.cost, word);
      if (to === i + 1) isCharacterKnown = word !== undefined;
      if (!table.hasPrefix(text)) break;
    }
    if (!isCharacterKnown) relax(i + 1, UNKNOWN_COST, undefined);
  }
  const segments: Segment[] = [];
  for (let to = length; to > 0; to = predecessors[to]!) {
    const word = words[to];
    const from = start + predecessors[to]!;
    if (word?.phrase) segments.push(...partsOf(word, from, table).reverse());
    else segments.push({ start: from, end: start + to, ...(word ? { word } : {}) });
  }
  return segments.reverse();
}

/** The words of a phrase that stands at `start` in other characters: 唔 and 知 of 吾知. */
function partsOf({ word }: DictionaryWord, start: number, table: WordTable): Segment[] {
  const characters = Array.from(word);
  return segmentHan(characters, 0, characters.length, table).map((part) => ({
    ...part,
    start: start + part.start,
    end: start + part.end,
  }));
}
