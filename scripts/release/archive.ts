import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Packs files of a folder so that the same files make the same bytes, whoever packs them, and when. */
export function writeArchive(file: string, directory: string, names: readonly string[] = ['.']): void {
  const tar = execFileSync(
    'tar',
    [
      ...['--create', '--format=ustar', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'],
      ...['--mode=u=rwX,go=rX', '--directory', directory, ...names],
    ],
    { maxBuffer: 2 ** 30 },
  );
  writeFileSync(file, gzipSync(tar, { level: 9 }));
}

/** Writes SHA256SUMS of everything in a folder, as `sha256sum --check` reads it. */
export function writeSums(directory: string): void {
  const names = readdirSync(directory).filter((name) => name !== 'SHA256SUMS');
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex');
  writeFileSync(
    join(directory, 'SHA256SUMS'),
    names
      .sort()
      .map((name) => `${sum(name)}  ${name}\n`)
      .join(''),
  );
}
