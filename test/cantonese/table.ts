import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { buildWordTable } from '../../src/cantonese/word-table.ts';

/**
 * `word reading/reading frequency …`, with _ between the syllables of a reading, as the tables of test/cases have words. The frequency is
 * 100 × ln of the occurrences in a thousand million.
 */
export function wordOfText(text: string): [word: string, readings: string, frequency: number, rest: string[]] {
  const [word, readings, frequency, ...rest] = text.split(' ') as [string, string, string, ...string[]];
  return [word, readings.replaceAll('_', ' ').replaceAll('/', ' / '), Number(frequency), rest];
}

/** A word table of a few words, with their aliases behind. */
export const tableOf = (...texts: readonly string[]): WordTable =>
  buildWordTable(
    texts.map(wordOfText).map(([char, readings, frequency, aliases]) => {
      return { char, aliases, frequency, readings: readings.split(' / ') };
    }),
  );
