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
