import { constants, gzipSync } from 'node:zlib';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { MeaningTables } from '../sources/meanings.ts';
import { type FileRecord, writeRecorded } from './recorded-file.ts';

/** Writes the words' meanings and the English tokens' beside the lines; `lines` of their records are rows. */
export function writeMeaningFiles(
  dir: string,
  rows: Int8Array,
  { tokens, tokensFile }: Pick<MeaningTables, 'tokens' | 'tokensFile'>,
): FileRecord[] {
  const packed = gzipSync(rows, { level: constants.Z_BEST_SPEED });
  return [
    writeRecorded(dir, 'meanings.bin.gz', packed, rows.length / ROW_BYTES),
    writeRecorded(dir, 'meaning-tokens.bin.gz', tokensFile, tokens.names.length),
  ];
}
