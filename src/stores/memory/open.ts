import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Manifest, manifest as manifestFormat } from '../../lexicon/formats.ts';
import type { LexiconStore } from '../../lexicon/store.ts';
import { memoryLexicon, memoryStore } from './memory-store.ts';

const unzip = promisify(gunzip);

/** A built file that is missing or whose bytes are not those that the manifest names. */
export class BuildDamaged extends Error {
  constructor(file: string, why: string) {
    super(`${file}: ${why}. Build the lexicon again with "npm run lexicon -- build".`);
    this.name = 'BuildDamaged';
  }
}

async function readChecked(directory: string, manifest: Manifest, name: string): Promise<Buffer> {
  const path = join(directory, name);
  const listed = manifest.files.find((file) => file.name === name);
  if (!listed) throw new BuildDamaged(path, 'not listed in manifest.json');
  const bytes = await readFile(path).catch((error: Error) => {
    throw new BuildDamaged(path, error.message);
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== listed.sha256) throw new BuildDamaged(path, `checksum is ${sha256}, expected ${listed.sha256}`);
  return await unzip(bytes);
}

/** A build read whole, its files decompressed. */
export interface BuildFiles {
  readonly manifest: Manifest;
  readonly entries: Buffer;
  readonly relations: Buffer;
}

/** Reads the build in `directory`, checksums verified. Throws {@link BuildDamaged} when it is not whole. */
export async function readBuild(directory: string): Promise<BuildFiles> {
  const path = join(directory, 'manifest.json');
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BuildDamaged(path, error.message);
  });
  const parsed = manifestFormat.safeParse(JSON.parse(text));
  if (!parsed.success) throw new BuildDamaged(path, parsed.error.issues[0]?.message ?? 'not a manifest');
  const [entries, relations] = await Promise.all(
    ['entries.jsonl.gz', 'relations.jsonl.gz'].map((name) => readChecked(directory, parsed.data, name)),
  );
  return { manifest: parsed.data, entries: entries!, relations: relations! };
}

/** Opens the build in `directory`, checksums verified. Throws {@link BuildDamaged} when it is not whole. */
export async function openMemoryStore({ directory }: { directory: string }): Promise<LexiconStore> {
  const { manifest, entries, relations } = await readBuild(directory);
  return memoryStore(memoryLexicon(manifest, entries, relations));
}
