import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { IMAGE_FILE } from './image-file.ts';

/**
 * SHA-256 of every file of a build in the format of `sha256sum`, so that `sha256sum -c SHA256SUMS` verifies a build. It includes the
 * manifest, which cannot contain its own checksum. The image is excluded: it has its own checksum and is made again when damaged.
 */
export const CHECKSUMS_FILE = 'SHA256SUMS';

/** Hexadecimal SHA-256. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Writes the checksums of all files in `directory`, as the last file of a build. */
export function writeChecksums(directory: string): void {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((name) => name !== CHECKSUMS_FILE && !name.startsWith(IMAGE_FILE))
    .sort();
  const lines = files.map((name) => `${sha256Of(readFileSync(join(directory, name)))}  ${name}\n`);
  writeFileSync(join(directory, CHECKSUMS_FILE), lines.join(''));
}

/** Checksums by file name; undefined for builds of earlier versions, which have none. */
export function readChecksums(directory: string): ReadonlyMap<string, string> | undefined {
  let text: string;
  try {
    text = readFileSync(join(directory, CHECKSUMS_FILE), 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
