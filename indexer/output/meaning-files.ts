import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import type { Manifest } from '../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { sha256Of } from '../../src/stores/memory/image/checksums.ts';
import type { MeaningTables } from '../sources/meanings.ts';

type FileRecord = Manifest['files'][number];

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

function writeRecorded(dir: string, name: string, bytes: Buffer, lines: number): FileRecord {
  writeFileSync(join(dir, name), bytes);
  return { name, bytes: bytes.length, sha256: sha256Of(bytes), lines };
}
