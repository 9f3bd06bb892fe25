import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { buildWordTable } from '../../src/cantonese/word-table.ts';

/** A word table of a few words. `frequency` of a word: 100 × ln of its occurrences in a thousand million. */
export function tableOf(
  ...words: [char: string, readings: string, frequency: number, aliases?: string[]][]
): WordTable {
  return buildWordTable(
    words.map(([char, readings, frequency, aliases = []]) => ({
      char,
      aliases,
      frequency,
      readings: readings.split(' / '),
    })),
  );
}

/** `word reading/reading frequency …`, with _ between the syllables of a reading, as the tables of test/cases have words. */
export function wordOfText(text: string): [word: string, readings: string, frequency: number, rest: string[]] {
  const [word, readings, frequency, ...rest] = text.split(' ') as [string, string, string, ...string[]];
  return [word, readings.replaceAll('_', ' ').replaceAll('/', ' / '), Number(frequency), rest];
}
