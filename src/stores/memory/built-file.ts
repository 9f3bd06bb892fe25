import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Manifest, manifest as manifestFormat } from '../../lexicon/formats.ts';

const unzip = promisify(gunzip);

/** A built file that is missing or whose bytes are not those that the manifest names. */
export class BuildDamaged extends Error {
  readonly file: string;
  readonly why: string;

  constructor(file: string, why: string) {
    super(`${file}: ${why}. Build the lexicon again with "npm run lexicon -- build".`);
    this.name = 'BuildDamaged';
    this.file = file;
    this.why = why;
  }
}

/** The bytes of a built file as it lies there. Throws {@link BuildDamaged} when it is not the one that the manifest names. */
export async function checkFile(directory: string, manifest: Manifest, name: string): Promise<Buffer> {
  const path = join(directory, name);
  const listed = manifest.files.find((file) => file.name === name);
  if (!listed) throw new BuildDamaged(path, 'not listed in manifest.json');
  const bytes = await readFile(path).catch((error: Error) => {
    throw new BuildDamaged(path, error.message);
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== listed.sha256) throw new BuildDamaged(path, `checksum is ${sha256}, expected ${listed.sha256}`);
  return bytes;
}

/** The decompressed bytes of a built file, after its checksum. Throws {@link BuildDamaged}. */
export async function readChecked(directory: string, manifest: Manifest, name: string): Promise<Buffer> {
  return await unzip(await checkFile(directory, manifest, name));
}

/** Reads and checks a build's manifest. Throws {@link BuildDamaged}. */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BuildDamaged(path, error.message);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BuildDamaged(path, (error as Error).message);
  }
  const parsed = manifestFormat.safeParse(value);
  if (!parsed.success) throw new BuildDamaged(path, parsed.error.issues[0]?.message ?? 'not a manifest');
  return parsed.data;
}

/** A build read whole, its files decompressed. */
export interface BuildFiles {
  readonly manifest: Manifest;
  readonly entries: Buffer;
  readonly relations: Buffer;
}

/** Reads the build in `directory`, checksums verified. Throws {@link BuildDamaged} when it is not whole. */
export async function readBuild(directory: string): Promise<BuildFiles> {
  const manifest = await readManifest(join(directory, 'manifest.json'));
  const [entries, relations] = await Promise.all(
    ['entries.jsonl.gz', 'relations.jsonl.gz'].map((name) => readChecked(directory, manifest, name)),
  );
  return { manifest, entries: entries!, relations: relations! };
}
