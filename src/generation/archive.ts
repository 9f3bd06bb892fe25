import { createHash } from 'node:crypto';
import { createReadStream, globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { OperatorError } from '../explain-error.ts';
import {
  CHECKSUMS_FILE,
  CURRENT_FILE,
  DamagedBuildError,
  readChecksums,
  readManifest,
  replaceFile,
  verifyFile,
} from './build-files.ts';

/** A finished build in one file, as `npm run release` makes it: a start opens it in place of composing the lexicon. */

/** In the folder of builds: the SHA-256 of the archive that was unpacked last, and the generation that it held. */
const UNPACKED_FILE = 'archive';
const GENERATION = /^\w+$/;

/**
 * The archive to open: the named one, else that in `dataDir`; undefined where there is none. Throws {@link OperatorError} if there are
 * several.
 */
export function findArchive(dataDir: string, named: string | undefined): string | undefined {
  if (named !== undefined) return resolve(named);
  const found = globSync('lexicon-*.tar.gz', { cwd: dataDir }).map((name) => resolve(dataDir, name));
  if (found.length > 1)
    throw new OperatorError(
      `There are several archives of the lexicon in ${dataDir}: ${found.map((path) => basename(path)).join(', ')}. Name one with LEXICON_ARCHIVE, or leave one there.`,
    );
  return found[0];
}

interface UnpackOptions {
  /** Folder under which builds lie. */
  readonly out: string;
  /** Damage that was found in the unpacked build, which is to be unpacked again. */
  readonly damage?: DamagedBuildError | undefined;
}

/**
 * The folder of the archive's build, which becomes the current one: unpacked once, and verified by its checksums. Throws
 * {@link DamagedBuildError} if the archive is not whole.
 */
export async function unpackArchive(
  archive: string,
  { out, damage }: UnpackOptions,
): Promise<{ readonly dir: string }> {
  const builds = join(resolve(out), 'builds');
  const sha256 = await sha256OfFile(archive);
  const [unpackedSha256, unpacked] = await unpackedBefore(builds);
  if (unpacked !== undefined && unpackedSha256 === sha256 && !damage) return { dir: join(builds, unpacked) };
  const workDir = join(builds, `.unfinished-archive-${process.pid}`);
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  try {
    await extract({ file: archive, cwd: workDir, strict: true }).catch((error: Error) => {
      throw damaged(archive, `it cannot be unpacked (${error.message})`);
    });
    const generation = await verifyUnpacked(archive, workDir);
    const dir = join(builds, generation);
    await rm(dir, { recursive: true, force: true });
    await rename(workDir, dir);
    await replaceFile(join(builds, CURRENT_FILE), `${generation}\n`);
    await replaceFile(join(builds, UNPACKED_FILE), `${sha256} ${generation}\n`);
    return { dir };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function damaged(archive: string, reason: string): DamagedBuildError {
  return new DamagedBuildError(
    archive,
    reason,
    'Fetch the archive again, or take it out of DATA_DIR and LEXICON_ARCHIVE: the lexicon is then composed.',
  );
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

async function unpackedBefore(builds: string): Promise<readonly string[]> {
  const text = await readFile(join(builds, UNPACKED_FILE), 'utf8').catch(() => '');
  return text.trim().split(' ');
}

/** Compares every file with the checksums in the archive. Returns the generation. */
async function verifyUnpacked(archive: string, dir: string): Promise<string> {
  const checksums = readChecksums(dir);
  if (!checksums) throw damaged(archive, `it has no ${CHECKSUMS_FILE}`);
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const listed = new Set([...checksums.keys(), CHECKSUMS_FILE].map((name) => join(dir, name)));
  const unlisted = names.filter((name) => !listed.has(name));
  if (unlisted.length > 0) throw damaged(archive, `its checksums do not list ${basename(unlisted[0]!)}`);
  try {
    for (const [name, sha256] of checksums) verifyFile(join(dir, name), sha256);
    const { generation } = readManifest(join(dir, 'manifest.json'));
    if (GENERATION.test(generation)) return generation;
    throw damaged(archive, 'its generation has no proper name');
  } catch (error) {
    if (!(error instanceof DamagedBuildError) || error.file === archive) throw error;
    throw damaged(archive, `${basename(error.file)} in it: ${error.reason}`);
  }
}
