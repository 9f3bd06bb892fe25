import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Notice } from './packages.ts';

/**
 * How often words are used, by two lists that scripts/frequency joined into one table of numbers. data/README.md describes its
 * format.
 */
export const essayNotice = (): Notice => ({
  name: 'essay-cantonese',
  version: 'rime-data-jyut6ping3 0.0~git20230209, in data/generated',
  licence: 'CC BY 4.0',
  url: 'https://github.com/rime/rime-cantonese',
  attribution:
    'Gong Chen, Ayaka Mikazuki, Chaak Ming Lau, LeiMaau and the other contributors of rime-cantonese (CanCLID)',
  used_for: 'popularity, and what stands beside words: counts of Hong Kong text',
});

export const wordfreqNotice = (): Notice => ({
  name: 'wordfreq',
  version: 'wordfreq 3.1.1, in data/generated',
  licence: 'CC BY-SA 4.0 (data); Apache-2.0 (code)',
  url: 'https://github.com/rspeer/wordfreq',
  attribution:
    'Robyn Speer; with data of Google Books Ngrams (http://books.google.com/ngrams), the Leeds Internet Corpus, Wikipedia, ParaCrawl, OPUS OpenSubtitles 2018 (http://www.opensubtitles.org/) and SUBTLEX (Marc Brysbaert et al., freely available)',
  used_for: 'popularity: word frequencies of general Chinese',
});

export interface Frequency {
  /** Log10 of occurrences in a thousand million words of general Chinese; 0 where they are not known. */
  readonly zipf: number;
  /** Occurrences in essay-cantonese; 0 where they are not known. */
  readonly essay: number;
}

/** By canonical word. */
export type FrequencyTable = ReadonlyMap<string, Frequency>;

/** Reads `generated/frequencies.tsv.gz` under the folder of the hand-written tables; without it nothing has been counted. */
export function readFrequencyTable(dataRoot: string): FrequencyTable {
  const file = join(dataRoot, 'generated/frequencies.tsv.gz');
  return existsSync(file) ? parseFrequencyTable(gunzipSync(readFileSync(file)).toString('utf8')) : new Map();
}

/** Throws an Error that names the line when the text is not such a table. */
export function parseFrequencyTable(text: string): FrequencyTable {
  const table = new Map<string, Frequency>();
  for (const [index, row] of text.split('\n').slice(0, -1).entries()) {
    const [word, zipf, essay] = row.split('\t');
    const frequency = { zipf: Number(zipf) / 100, essay: Number(essay) };
    if (!word || !(frequency.zipf >= 0 && frequency.essay >= 0))
      throw new Error(
        `Line ${index + 1} of data/generated/frequencies.tsv.gz cannot be read ("${row}"). Make the table anew as scripts/frequency/README.md says.`,
      );
    table.set(word, frequency);
  }
  return table;
}
