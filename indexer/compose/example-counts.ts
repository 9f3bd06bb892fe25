import { toHongKong } from '../sources/opencc.ts';

const MAX_WORD_LENGTH = 4;
const HAN_RUN = /\p{Script=Han}+/gu;

interface ExampleRow {
  readonly word: string;
  readonly examples: readonly string[];
}

/**
 * Counts words in the example phrases of the hand-written tables, a small corpus of spoken and sung Cantonese that no package has. A
 * phrase does not count for the word that it illustrates.
 */
export function countInExamples(rows: Iterable<ExampleRow>, isWord: (text: string) => boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const headword = toHongKong(row.word);
    for (const example of row.examples)
      for (const [run] of toHongKong(example).matchAll(HAN_RUN))
        for (const word of segmentByLongestMatch(run, isWord))
          if (word !== headword) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Segments text by forward maximum matching. */
export function segmentByLongestMatch(text: string, isWord: (text: string) => boolean): string[] {
  const chars = Array.from(text);
  const words: string[] = [];
  for (let start = 0; start < chars.length; ) {
    let length = Math.min(MAX_WORD_LENGTH, chars.length - start);
    while (length > 1 && !isWord(chars.slice(start, start + length).join(''))) length--;
    words.push(chars.slice(start, start + length).join(''));
    start += length;
  }
  return words;
}
