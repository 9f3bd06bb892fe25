import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { IMAGE_FILE } from './image-file.ts';

/**
 * SHA-256 of every file of a build, as `sha256sum` writes them: `sha256sum -c SHA256SUMS` checks a build by hand. The manifest's is
 * what the manifest itself cannot hold. The image is left out: it has checksums of its own, and is made again when they are wrong.
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

/** File name → checksum; undefined where a build has none, as those of earlier versions. */
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
