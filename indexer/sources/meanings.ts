import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { MEANING_COMPONENTS, type MeaningTable, parseMeaningTable } from '../../src/lexicon/meaning.ts';
import type { Notice } from './packages.ts';

/** The tables of meanings that scripts/meaning made. data/README.md describes their format. */
export const notice = (): Notice => ({
  name: 'Meanings',
  version: 'data/generated',
  licence: 'CC BY-SA 4.0 (tables); Apache-2.0 (models)',
  url: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
  attribution:
    'CC-CEDICT’s glosses by all-MiniLM-L6-v2 (sentence-transformers), the words by universal-sentence-encoder-multilingual 3 (Google)',
  used_for: 'likeness in meaning',
});

export interface MeaningTables {
  readonly words: MeaningTable;
  readonly tokens: MeaningTable;
  /** The gzip file of the tokens, for the build to hand on. */
  readonly tokensFile: Buffer;
}

const EMPTY: MeaningTable = { names: [], rows: new Int8Array(0) };
export const NO_MEANING_TABLES: MeaningTables = {
  words: EMPTY,
  tokens: EMPTY,
  tokensFile: gzipSync(`{"tokens": 0, "components": ${MEANING_COMPONENTS}}\n`),
};

const FILES = { words: 'meanings.bin.gz', tokens: 'meaning-tokens.bin.gz' } as const;
const PROVENANCE = 'meanings-provenance.json';
const REMEDY = 'Make the tables anew as scripts/meaning/README.md says.';

/**
 * Reads the tables under `generated/` of the folder of the hand-written tables; without them no meaning is known. Throws an Error if
 * a table is not the one that their provenance names.
 */
export function readMeaningTables(dataRoot: string): MeaningTables {
  const folder = join(dataRoot, 'generated');
  if (!existsSync(join(folder, PROVENANCE))) return NO_MEANING_TABLES;
  const { content_sha256: checksums } = JSON.parse(readFileSync(join(folder, PROVENANCE), 'utf8')) as {
    readonly content_sha256: Readonly<Record<string, string>>;
  };
  const read = (name: string): { readonly file: Buffer; readonly table: MeaningTable } => {
    const file = readFileSync(join(folder, name));
    const content = gunzipSync(file);
    const sha256 = createHash('sha256').update(content).digest('hex');
    if (sha256 !== checksums[name])
      throw new Error(
        `The content of data/generated/${name} has SHA-256 ${sha256}, and ${PROVENANCE} names ${checksums[name]}. ${REMEDY}`,
      );
    return { file, table: parseMeaningTable(content) };
  };
  const tokens = read(FILES.tokens);
  return { words: read(FILES.words).table, tokens: tokens.table, tokensFile: tokens.file };
}
