import { parseJyutping } from '../../src/cantonese/jyutping.ts';

/** What is wrong with a reading of a word; undefined when nothing is. */
export function readingProblem(word: string, jyutping: string): string | undefined {
  const syllables = parseJyutping(jyutping);
  if (!syllables) return `"${jyutping}" is not valid LSHK jyutping`;
  const length = Array.from(word).length;
  return syllables.length === length ? undefined : `"${jyutping}" has not one syllable for each character of ${word}`;
}
