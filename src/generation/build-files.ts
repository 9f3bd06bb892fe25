import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { OperatorError } from '../explain-error.ts';
import { type Manifest, manifest as manifestFormat } from '../lexicon/formats.ts';
import type { parseMeaningTable } from '../lexicon/meaning.ts';
import { type decodeWords, WORD_TABLE_FILE } from '../lexicon/packed-words.ts';

const unzip = promisify(gunzip);

/** JSON Lines of a build, which may lack them: the embedded store needs the packed files alone. */
export const ENTRIES_FILE = 'entries.jsonl.gz';
export const RELATIONS_FILE = 'relations.jsonl.gz';

export function hasJsonLines({ files }: Pick<Manifest, 'files'>): boolean {
  return files.some(({ name }) => name === ENTRIES_FILE);
}

/** A built file is missing, or its checksum is not that of the manifest. */
export class DamagedBuildError extends Error {
  readonly file: string;
  readonly reason: string;

  constructor(file: string, reason: string, remedy = 'Build the lexicon again with "npm run lexicon -- build".') {
    super(`${file}: ${reason}. ${remedy}`);
    this.name = 'DamagedBuildError';
    this.file = file;
    this.reason = reason;
  }
}

/** The bytes of a built file. Throws {@link DamagedBuildError} if its checksum is not that of the manifest. */
export async function readVerifiedFile(directory: string, manifest: Manifest, name: string): Promise<Buffer> {
  const path = join(directory, name);
  const manifestFile = manifest.files.find((file) => file.name === name);
  if (!manifestFile) throw new DamagedBuildError(path, 'not listed in manifest.json');
  const bytes = await readFile(path).catch((error: Error) => {
    throw new DamagedBuildError(path, error.message);
  });
  compareChecksum(path, sha256Of(bytes), manifestFile.sha256);
  return bytes;
}

const VERIFY_CHUNK_BYTES = 1 << 20;

/** Compares the bytes of all built files with the manifest, a part at a time. Throws {@link DamagedBuildError}. */
export async function verifyFiles(directory: string, { files }: Manifest): Promise<void> {
  const buffer = Buffer.allocUnsafe(VERIFY_CHUNK_BYTES);
  for (const { name, sha256: expected } of files) {
    const path = join(directory, name);
    const hash = createHash('sha256');
    try {
      await using file = await open(path);
      for (;;) {
        const { bytesRead } = await file.read(buffer);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
      }
    } catch (error) {
      throw new DamagedBuildError(path, (error as Error).message);
    }
    compareChecksum(path, hash.digest('hex'), expected);
  }
}

function compareChecksum(path: string, sha256: string, expected: string, remedy?: string): void {
  if (sha256 !== expected) throw new DamagedBuildError(path, `checksum is ${sha256}, expected ${expected}`, remedy);
}

/** The decompressed bytes of a built file, verified. Throws {@link DamagedBuildError}. */
async function readVerifiedGzip(directory: string, manifest: Manifest, name: string): Promise<Buffer> {
  return await unzip(await readVerifiedFile(directory, manifest, name));
}

/** Reads and verifies a build's manifest. Throws {@link DamagedBuildError}. */
export function readManifest(path: string): Manifest {
  try {
    const bytes = readFileSync(path);
    const expected = readChecksums(dirname(path))?.get('manifest.json');
    if (expected === undefined) throw new DamagedBuildError(path, `${CHECKSUMS_FILE} beside it has no checksum of it`);
    compareChecksum(path, sha256Of(bytes), expected);
    const parsed = manifestFormat.safeParse(JSON.parse(bytes.toString()));
    if (!parsed.success) throw new DamagedBuildError(path, parsed.error.issues[0]?.message ?? 'not a manifest');
    return parsed.data;
  } catch (error) {
    throw error instanceof DamagedBuildError ? error : new DamagedBuildError(path, (error as Error).message);
  }
}

/** Throws {@link DamagedBuildError}, with what to do, if the file cannot be read or has another SHA-256. */
export function verifyFile(path: string, expected: string, remedy?: string): void {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new DamagedBuildError(path, (error as Error).message, remedy);
  }
  compareChecksum(path, sha256Of(bytes), expected, remedy);
}

/** A build with its files decompressed. */
export interface BuildFiles {
  readonly manifest: Manifest;
  readonly entries: Buffer;
  readonly relations: Buffer;
  /** The rows of meaning of all entries. */
  readonly meanings: Buffer;
  /** The table of the meanings of tokens, see {@link parseMeaningTable}. */
  readonly meaningTokens: Buffer;
  /** The words for annotation, see {@link decodeWords}. */
  readonly wordTable: Buffer;
}

/** Reads and verifies the build in `directory`. Throws {@link DamagedBuildError}. */
export async function readBuild(directory: string): Promise<BuildFiles> {
  const manifest = readManifest(join(directory, 'manifest.json'));
  return { manifest, ...(await readContents(directory, manifest)) };
}

/** The decompressed files of a build, verified. Throws {@link DamagedBuildError}. */
export async function readContents(directory: string, manifest: Manifest): Promise<Omit<BuildFiles, 'manifest'>> {
  if (!hasJsonLines(manifest))
    throw new DamagedBuildError(join(directory, ENTRIES_FILE), 'this build has no JSON Lines');
  const read = (name: string) => readVerifiedGzip(directory, manifest, name);
  const [entries, relations, meanings, meaningTokens, wordTable] = await Promise.all([
    read(ENTRIES_FILE),
    read(RELATIONS_FILE),
    read('meanings.bin.gz'),
    read('meaning-tokens.bin.gz'),
    readVerifiedFile(directory, manifest, WORD_TABLE_FILE),
  ]);
  return { entries, relations, meanings, meaningTokens, wordTable };
}

/** A file in the folder of builds with the generation of the current build. */
export const CURRENT_FILE = 'current';

/** The folder of the current build under `options.out`. Throws {@link OperatorError} if there is none. */
export async function currentBuild({ out }: { readonly out: string }): Promise<{ readonly dir: string }> {
  const builds = join(out, 'builds');
  try {
    const generation = (await readFile(join(builds, CURRENT_FILE), 'utf8')).trim();
    return { dir: join(builds, generation) };
  } catch (cause) {
    throw new OperatorError(
      `There is no built lexicon in ${builds}. Run "npm start", or "npm run lexicon -- build" first.`,
      {
        cause,
      },
    );
  }
}

/**
 * SHA-256 of every file of a build in the format of `sha256sum`, so that `sha256sum -c SHA256SUMS` verifies a build. It includes the
 * manifest, which cannot contain its own checksum.
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
    .filter((name) => name !== CHECKSUMS_FILE)
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

/** Writes a file whole or not at all, because a service may read it meanwhile. */
export async function replaceFile(path: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  const temporaryPath = `${path}.${process.pid}`;
  try {
    await writeFile(temporaryPath, content);
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

const NEWLINE = 10;

/** Lines of a JSON Lines file, kept as bytes and parsed on access. */
export interface JsonLines {
  readonly count: number;
  parse<T>(line: number): T;
}

/** Offsets of lines are kept in 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;

/** Throws if there are more bytes than offsets can tell apart. */
export function indexJsonLines(bytes: Buffer): JsonLines {
  if (bytes.length > MAX_BYTES)
    throw new Error(`a file of ${bytes.length} bytes is too large: split the lexicon, a file may have 4 GiB`);
  const starts: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(NEWLINE, at);
    const stop = end < 0 ? bytes.length : end;
    if (stop > at) starts.push(at);
    at = stop + 1;
  }
  const offsets = Uint32Array.from([...starts, bytes.length]);
  return {
    count: starts.length,
    parse<T>(line: number): T {
      return JSON.parse(bytes.toString('utf8', offsets[line]!, offsets[line + 1]!)) as T;
    },
  };
}
