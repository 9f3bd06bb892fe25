import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readChecksums, verifyFile } from '../src/generation/build-files.ts';
import { fileChunks } from './sources/operator.ts';
import { BUILD_PACKAGES, packageVersion } from './sources/packages.ts';

/** What composes a build. */
const COMPOSER = fileURLToPath(new URL('./build-thread.ts', import.meta.url));

/**
 * What no build reads of the folder of tables: samples to measure by, and tables that code imports, which are followed as code is. All else
 * counts, read or not, so that no file is forgotten.
 */
const NOT_READ = ['README.md', 'eval', 'meaning', 'quality', 'sound'];

/** Operators' own files, and whether their invalid lines are left out and listed in the build, instead of ending it. */
export interface OperatorSources {
  readonly sources: readonly string[];
  readonly skipInvalid: boolean;
}

export interface BuildInputs extends OperatorSources {
  /** Folder of the hand-written and generated tables. */
  readonly dataRoot: string;
}

/**
 * SHA-256 over everything that a build depends on: versions of packages, the tables, operators' files, and the code, JSON and
 * WebAssembly that the composer imports, without the comments.
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
/** A module of WebAssembly that code reads. */
const WASM = /new URL\('([^']+\.wasm)', import\.meta\.url\)/g;
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
    const text = readFileSync(file, file.endsWith('.wasm') ? 'latin1' : 'utf8');
    modules.set(file, file.endsWith('.ts') ? text.replaceAll(COMMENT_LINES, '') : text);
    if (!file.endsWith('.ts')) return;
    for (const [, module] of text.matchAll(WASM)) follow(join(dirname(file), module!));
    for (const [, imported] of text.matchAll(IMPORT)) {
      const specifier = imported!;
      if (specifier.startsWith('.')) follow(join(dirname(file), specifier));
      else if (!specifier.startsWith('node:')) packages.add(PACKAGE_NAME.exec(specifier)![0]);
    }
  };
  follow(entry);
  return { modules, packages };
}

const SOURCES_FOLDER = 'sources';
const SOURCES_FILE = 'sources.json';

const listSchema = z.strictObject({ files: z.array(z.string()), skip_invalid: z.boolean() });

/**
 * Copies operators' files into a build, so that a later build without named files (such as a start after an upgrade) merges them
 * again, wherever the originals are.
 */
export function saveOperatorSources(build: string, { sources, skipInvalid }: OperatorSources): void {
  if (sources.length === 0) return;
  const files = sources.map((source, index) => {
    // A folder for each, because two files may have the same name, which messages show.
    const relativePath = join(String(index), basename(source));
    mkdirSync(join(build, SOURCES_FOLDER, String(index)), { recursive: true });
    copyFileSync(source, join(build, SOURCES_FOLDER, relativePath));
    return relativePath;
  });
  const text = JSON.stringify({ files, skip_invalid: skipInvalid } satisfies z.infer<typeof listSchema>);
  writeFileSync(join(build, SOURCES_FOLDER, SOURCES_FILE), `${text}\n`);
}

const REMEDY =
  'It is your own file, kept for builds to come. Name yours again with "npm run lexicon -- build --source FILE", or do without with --no-source.';

/**
 * The files that {@link saveOperatorSources} copied into a build. Throws {@link DamagedBuildError} if they were changed: damaged
 * data must not be merged as an operator's.
 */
export function readOperatorSources(build: string): OperatorSources {
  const folder = join(build, SOURCES_FOLDER);
  let text: string;
  try {
    text = readFileSync(join(folder, SOURCES_FILE), 'utf8');
  } catch {
    return { sources: [], skipInvalid: false };
  }
  const checksums = readChecksums(build);
  const check = (name: string) => {
    // Builds of earlier versions have no checksums. A name without a checksum counts as damaged too.
    if (checksums) verifyFile(join(build, name), checksums.get(name) ?? 'listed', REMEDY);
  };
  check(join(SOURCES_FOLDER, SOURCES_FILE));
  const { files, skip_invalid: skipInvalid } = listSchema.parse(JSON.parse(text));
  for (const file of files) check(join(SOURCES_FOLDER, file));
  return { sources: files.map((file) => join(folder, file)), skipInvalid };
}
