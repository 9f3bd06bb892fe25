import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileChunks } from './sources/operator.ts';
import { BUILD_PACKAGES, packageVersion } from './sources/packages.ts';

/** What composes a build. */
const COMPOSER = fileURLToPath(new URL('./build-thread.ts', import.meta.url));

/**
 * What no build reads of the folder of tables: samples to measure by, and tables that code imports, which are followed as code is. All else
 * counts, read or not, so that no file is forgotten.
 */
const NOT_READ = ['README.md', 'eval', 'meaning', 'quality', 'sound'];

export interface BuildInputs {
  /** Folder of the hand-written tables. */
  readonly dataRoot: string;
  /** Operators' own files. */
  readonly sources: readonly string[];
  readonly skipInvalid: boolean;
}

/**
 * SHA-256 over everything that a build depends on: versions of packages, the tables, operators' files, and the code and JSON files that
 * the composer imports, without the comments.
 */
export function checksumOfInputs({ dataRoot, sources, skipInvalid }: BuildInputs, composer = COMPOSER): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ skipInvalid: skipInvalid && sources.length > 0 }));
  const { modules, packages } = importsOf(composer);
  for (const name of [...packages.union(new Set(BUILD_PACKAGES))].sort())
    hash.update(`\0${name}@${packageVersion(name)}`);
  for (const [file, text] of modules) hash.update(`\0${relative(dirname(composer), file)}\0`).update(text);
  for (const file of tableFiles(dataRoot)) hash.update(`\0${file}\0`).update(readFileSync(join(dataRoot, file)));
  for (const file of sources) {
    hash.update('\0source\0');
    for (const chunk of fileChunks(file)) hash.update(chunk);
  }
  return hash.digest('hex');
}

/** The generation name of these inputs. */
export function generationName(checksum: string): string {
  return `g${checksum.slice(0, 16)}`;
}

function tableFiles(root: string): string[] {
  if (!existsSync(root)) return [];
  return globSync('**/*', { cwd: root, exclude: NOT_READ })
    .filter((file) => statSync(join(root, file)).isFile())
    .sort();
}

/** A static import or re-export, unless of types alone. */
const IMPORT = /^(?:import|export)\b(?! type\b)(?:[^;'"]*?\bfrom)? '([^']+)'/gm;
/** Comments on lines of their own. */
const COMMENT_LINES = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)\n/gm;
const PACKAGE_NAME = /^(?:@[^/]+\/)?[^/]+/;

interface Imports {
  /** The module and all that it imports, by path, as text without comments. */
  readonly modules: ReadonlyMap<string, string>;
  readonly packages: ReadonlySet<string>;
}

function importsOf(entry: string): Imports {
  const modules = new Map<string, string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (modules.has(file)) return;
    const text = readFileSync(file, 'utf8');
    modules.set(file, file.endsWith('.ts') ? text.replaceAll(COMMENT_LINES, '') : text);
    if (!file.endsWith('.ts')) return;
    for (const [, imported] of text.matchAll(IMPORT)) {
      const specifier = imported!;
      if (specifier.startsWith('.')) follow(join(dirname(file), specifier));
      else if (!specifier.startsWith('node:')) packages.add(PACKAGE_NAME.exec(specifier)![0]);
    }
  };
  follow(entry);
  return { modules, packages };
}
