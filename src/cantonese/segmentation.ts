/** What the segmenter knows of a word. */
export interface KnownWord {
  readonly word: string;
  /** −ln of its probability in text, times 100, rounded: sums of whole numbers are exact. */
  readonly cost: number;
  /** Readings in jyutping, the primary one first; a syllable for each character. */
  readonly readings: readonly string[];
  /** Listed, but no word: segmentation cuts it. */
  readonly phrase?: boolean;
}

export interface WordTable {
  /** The word that is written so; a variant or simplified form leads to its headword. */
  find(text: string): KnownWord | undefined;
  /** Whether a longer word may begin with `text`. */
  begins(text: string): boolean;
  /** The form of a character that the table's words are written in; without it every character is looked up as it is. */
  formOf?(character: string): string;
}

export interface Segment {
  /** Places of the first character and after the last one, in code points. */
  readonly start: number;
  readonly end: number;
  /** Absent for what the table does not know, for Latin letters, digits and punctuation. */
  readonly word?: KnownWord;
}

const HAN = /^[\p{Script=Han}〇]$/u;
const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}\p{M}'’]$/u;
/** A character that no word covers costs as much as a word of one in a hundred million. */
export const UNKNOWN_COST = 1840;
/** Every word costs a little besides, so that of equally likely analyses the one with fewer words is taken. */
const WORD_PENALTY = 30;

/**
 * Cuts a line into words: the likeliest sequence of known words, found by dynamic programming. A run of Latin letters or
 * digits is one segment, any other character that is not Han one of its own. Time is linear in the line's length.
 */
export function segment(characters: readonly string[], table: WordTable): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  while (at < characters.length) {
    let end = at + 1;
    if (HAN.test(characters[at]!)) {
      while (end < characters.length && HAN.test(characters[end]!)) end++;
      segments.push(...segmentHan(characters, at, end, table));
    } else {
      if (LATIN_OR_DIGIT.test(characters[at]!))
        while (end < characters.length && LATIN_OR_DIGIT.test(characters[end]!)) end++;
      segments.push({ start: at, end });
    }
    at = end;
  }
  return segments;
}

function segmentHan(characters: readonly string[], start: number, end: number, table: WordTable): Segment[] {
  const length = end - start;
  const best = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(length + 1);
  const words = new Array<KnownWord | undefined>(length + 1);
  best[0] = 0;
  for (let i = 0; i < length; i++) {
    const reach = (to: number, cost: number, word: KnownWord | undefined) => {
      const total = best[i]! + cost + WORD_PENALTY;
      if (total >= best[to]!) return;
      best[to] = total;
      from[to] = i;
      words[to] = word;
    };
    let text = '';
    let single = false;
    for (let to = i + 1; to <= length; to++) {
      text += characters[start + to - 1]!;
      const word = table.find(text);
      if (word && !word.phrase) reach(to, word.cost, word);
      if (to === i + 1) single = word !== undefined;
      if (!table.begins(text)) break;
    }
    if (!single) reach(i + 1, UNKNOWN_COST, undefined);
  }
  const segments: Segment[] = [];
  for (let to = length; to > 0; to = from[to]!) {
    const word = words[to];
    segments.push({ start: start + from[to]!, end: start + to, ...(word ? { word } : {}) });
  }
  return segments.reverse();
}
