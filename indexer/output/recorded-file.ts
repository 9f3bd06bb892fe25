import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../src/lexicon/formats.ts';
import { sha256Of } from '../../src/stores/memory/image/checksums.ts';

export type FileRecord = Manifest['files'][number];

/** Writes a file of a build and returns its record for the manifest. */
export function writeRecorded(dir: string, name: string, bytes: Buffer, lines: number): FileRecord {
  writeFileSync(join(dir, name), bytes);
  return { name, bytes: bytes.length, sha256: sha256Of(bytes), lines };
}
