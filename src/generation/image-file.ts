import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FACETS } from '../lexicon/facets.ts';
import type { Manifest } from '../lexicon/formats.ts';
import { arrayChunks, type Packed, readArrays } from '../lexicon/packed-arrays.ts';
import type { PackedLexicon } from './packed-lexicon.ts';

/**
 * The image of a build: a {@link PackedLexicon} in a file beside it, that a start reads in a few milliseconds. It holds nothing that
 * the build's own files do not hold: one that is missing, damaged, or of another build or format is made again from them.
 */
export const IMAGE_FILE = 'lexicon.image';

/** Raised whenever {@link PackedLexicon}, or what fills it, changes, save for its facets, which are named beside it. */
const IMAGE_FORMAT_VERSION = 12;

type BuildIdentity = Pick<Manifest, 'generation' | 'files'>;

/** The version, and the build's files by name and checksum. */
function formatOf({ generation, files }: BuildIdentity): string {
  return [
    `image ${IMAGE_FORMAT_VERSION} ${FACETS}`,
    generation,
    ...files.map(({ name, sha256 }) => `${name} ${sha256}`),
  ].join('\n');
}

export async function writeImage(directory: string, manifest: BuildIdentity, packed: PackedLexicon): Promise<void> {
  await replaceFile(join(directory, IMAGE_FILE), arrayChunks(formatOf(manifest), packed as unknown as Packed));
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

/** The image of this build; undefined where there is none that is whole and up to date. */
export async function readImage(directory: string, manifest: BuildIdentity): Promise<PackedLexicon | undefined> {
  let file: FileHandle;
  try {
    file = await open(join(directory, IMAGE_FILE));
  } catch {
    return undefined;
  }
  try {
    if (!(await file.stat()).isFile()) return undefined;
    return await readArrays<PackedLexicon>(formatOf(manifest), file);
  } finally {
    await file.close();
  }
}
