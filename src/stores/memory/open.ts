import { join } from 'node:path';
import type { Manifest } from '../../lexicon/formats.ts';
import { checkFile, readChecked, readManifest } from './built-file.ts';
import { readImage, writeImage } from './image-file.ts';
import { lexiconOf, type MemoryOptions, type MemoryStore, memoryStore, packLines } from './memory-store.ts';
import type { PackedLexicon } from './packed-lexicon.ts';

/** Opens the build in `directory`, checksums verified. Throws {@link BuildDamaged} when it is not whole. */
export async function openMemoryStore({
  directory,
  ...options
}: MemoryOptions & { readonly directory: string }): Promise<MemoryStore> {
  const manifest = await readManifest(join(directory, 'manifest.json'));
  // The built files themselves are not needed beside an image, but one that is damaged should not be found out only later.
  const [image] = await Promise.all([
    readImage(directory, manifest),
    ...manifest.files.map(({ name }) => checkFile(directory, manifest, name)),
  ]);
  return memoryStore(lexiconOf(manifest, image ?? (await makeImage(directory, manifest)), options));
}

/** Packs the lexicon from the built files, and leaves the image for the next start where that can be written. */
async function makeImage(directory: string, manifest: Manifest): Promise<PackedLexicon> {
  const [entries, relations] = await Promise.all([
    readChecked(directory, manifest, 'entries.jsonl.gz'),
    readChecked(directory, manifest, 'relations.jsonl.gz'),
  ]);
  const packed = packLines(entries, relations);
  // Where nothing can be written, as in a container that may only read, every start packs again.
  await writeImage(directory, manifest, packed).catch(() => undefined);
  return packed;
}
