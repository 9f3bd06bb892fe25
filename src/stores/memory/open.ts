import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  DamagedBuildError,
  hasJsonLines,
  readContents,
  readManifest,
  readVerifiedFile,
  verifyFiles,
} from '../../generation/build-files.ts';
import { packLines } from '../../generation/pack.ts';
import type { PackedLexicon } from '../../generation/packed-lexicon.ts';
import { IMAGE_FILE, readImage, writeImage } from '../../generation/packed-lexicon.ts';
import type { Manifest } from '../../lexicon/formats.ts';
import { decodeWords, type PackedWords, WORD_TABLE_FILE } from '../../lexicon/packed-words.ts';
import type { PrepareGeneration } from '../../lexicon/store.ts';
import { lexiconFromPacked, type MemoryStore, memoryStore } from './memory-store.ts';

interface OpenOptions {
  /** Folder of the build. */
  readonly directory: string;
  /** Called when an existing image cannot be used and is made again. */
  readonly onImageRejected?: (file: string) => void;
  /** Derived data that {@link MemoryStore.warm} builds before the store is ready. */
  readonly prepare?: readonly PrepareGeneration[];
}

/**
 * Opens the build in `directory`, checksums verified. Throws {@link DamagedBuildError} when it is not whole. A damaged image is made again
 * where the build has JSON Lines.
 */
export async function openMemoryStore({ directory, onImageRejected, prepare = [] }: OpenOptions): Promise<MemoryStore> {
  const manifest = readManifest(join(directory, 'manifest.json'));
  // The built files are not needed beside an image, but damage should be found at the start.
  const [image, words] = await Promise.all([
    readImage(directory, manifest),
    readWords(directory, manifest),
    verifyFiles(directory, manifest),
  ]);
  const file = join(directory, IMAGE_FILE);
  if (!image && existsSync(file)) onImageRejected?.(file);
  if (!image && !hasJsonLines(manifest)) throw new DamagedBuildError(file, 'missing, damaged or of another version');
  const packed = image ?? (await buildImage(directory, manifest));
  return memoryStore(lexiconFromPacked(manifest, packed, { words: () => words }), prepare);
}

/** Packs the lexicon from the built files, and writes the image for the next start if possible. */
async function buildImage(directory: string, manifest: Manifest): Promise<PackedLexicon> {
  const { entries, relations, ...meanings } = await readContents(directory, manifest);
  const packed = packLines(entries, relations, meanings);
  // On a read-only file system every start packs again.
  await writeImage(directory, manifest, packed).catch(() => undefined);
  return packed;
}

async function readWords(directory: string, manifest: Manifest): Promise<PackedWords> {
  const bytes = await readVerifiedFile(directory, manifest, WORD_TABLE_FILE);
  try {
    return decodeWords(bytes);
  } catch (error) {
    throw new DamagedBuildError(join(directory, WORD_TABLE_FILE), (error as Error).message);
  }
}
