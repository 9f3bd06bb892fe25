import { generateWordTable } from '../cantonese/word-table.ts';
import { cachePerGeneration } from './generation-cache.ts';
import { runInSlices } from './time-slicing.ts';

/** The word table of a generation, built at first use. */
export const wordTableOf = cachePerGeneration(async (lexicon) =>
  runInSlices(generateWordTable(await lexicon.wordlist())),
);
