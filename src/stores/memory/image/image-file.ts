import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Manifest } from '../../../lexicon/formats.ts';
import type { PackedLexicon } from '../columns/packed-lexicon.ts';

/**
 * The image of a build: a {@link PackedLexicon} in a file beside it, that a start reads in a few milliseconds. It holds nothing that
 * the build's own files do not hold: one that is missing, damaged, or of another build or format is made again from them.
 *
 * Bytes: magic, length and checksum of the header, the header as JSON, then the arrays, each at a multiple of 8 bytes.
 */
export const IMAGE_FILE = 'lexicon.image';

/** Raised whenever {@link PackedLexicon}, or what fills it, changes. */
const IMAGE_FORMAT_VERSION = 2;
const MAGIC = 'LEXIMAGE';
const PREAMBLE_BYTES = 16;
const ALIGNMENT_BYTES = 8;

const ARRAY_TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const;
type ArrayKind = keyof typeof ARRAY_TYPES;
type Numbers = Uint8Array | Uint16Array | Uint32Array;

interface Section {
  readonly name: string;
  readonly kind: ArrayKind;
  /** Bytes from the end of the header. */
  readonly at: number;
  /** Elements. */
  readonly length: number;
}

interface Header {
  readonly format: number;
  readonly endianness: string;
  /** The build's files, by name and checksum. */
  readonly of: string;
  readonly bytes: number;
  readonly crc32: number;
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly sections: readonly Section[];
}

const alignUp = (bytes: number) => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;

function buildIdentity(manifest: Pick<Manifest, 'generation' | 'files'>): string {
  return [manifest.generation, ...manifest.files.map(({ name, sha256 }) => `${name} ${sha256}`)].join('\n');
}

function arrayKind(numbers: Numbers): ArrayKind {
  return numbers instanceof Uint8Array ? 'u8' : numbers instanceof Uint16Array ? 'u16' : 'u32';
}

/** Writes the image into `directory`, whole or not at all. */
export async function writeImage(
  directory: string,
  manifest: Pick<Manifest, 'generation' | 'files'>,
  packed: PackedLexicon,
): Promise<void> {
  const names: Record<string, readonly string[]> = {};
  const sections: Section[] = [];
  const chunks: Buffer[] = [];
  let at = 0;
  let checksum = 0;
  for (const [name, value] of Object.entries(packed) as [string, Numbers | readonly string[]][]) {
    if (!ArrayBuffer.isView(value)) {
      names[name] = value;
      continue;
    }
    sections.push({ name, kind: arrayKind(value), at, length: value.length });
    for (const chunk of [
      Buffer.from(value.buffer, value.byteOffset, value.byteLength),
      Buffer.alloc(alignUp(value.byteLength) - value.byteLength),
    ]) {
      chunks.push(chunk);
      checksum = crc32(chunk, checksum);
      at += chunk.length;
    }
  }
  const header: Header = {
    ...{ format: IMAGE_FORMAT_VERSION, endianness: endianness(), of: buildIdentity(manifest) },
    ...{ bytes: at, crc32: checksum, names, sections },
  };
  const path = join(directory, IMAGE_FILE);
  const temporaryPath = `${path}.${process.pid}`;
  try {
    await writeFile(temporaryPath, Buffer.concat([...encodeHeader(header), ...chunks]));
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

function encodeHeader(header: Header): Buffer[] {
  const text = Buffer.from(JSON.stringify(header));
  const padded = Buffer.concat([text, Buffer.alloc(alignUp(text.length) - text.length, ' ')]);
  const preamble = Buffer.alloc(PREAMBLE_BYTES);
  preamble.write(MAGIC);
  preamble.writeUInt32LE(padded.length, MAGIC.length);
  preamble.writeUInt32LE(crc32(padded), MAGIC.length + 4);
  return [preamble, padded];
}

/** The image of this build; undefined where there is none that is whole and up to date. */
export async function readImage(
  directory: string,
  manifest: Pick<Manifest, 'generation' | 'files'>,
): Promise<PackedLexicon | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(directory, IMAGE_FILE));
  } catch {
    return undefined;
  }
  const header = parseHeader(bytes);
  if (
    header?.format !== IMAGE_FORMAT_VERSION ||
    header.endianness !== endianness() ||
    header.of !== buildIdentity(manifest)
  )
    return undefined;
  const body = bytes.subarray(PREAMBLE_BYTES + bytes.readUInt32LE(MAGIC.length));
  if (body.length !== header.bytes || crc32(body) !== header.crc32) return undefined;
  // A large file has a buffer of its own, where all is aligned; a small one may lie anywhere in a shared one.
  const { buffer, byteOffset } = body.byteOffset % ALIGNMENT_BYTES === 0 ? body : Uint8Array.from(body);
  const arrays = header.sections.map(({ name, kind, at, length }) => [
    name,
    new ARRAY_TYPES[kind](buffer as ArrayBuffer, byteOffset + at, length),
  ]);
  return { ...header.names, ...Object.fromEntries(arrays) } as PackedLexicon;
}

function parseHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < PREAMBLE_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const text = bytes.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + bytes.readUInt32LE(MAGIC.length));
  if (crc32(text) !== bytes.readUInt32LE(MAGIC.length + 4)) return undefined;
  return JSON.parse(text.toString()) as Header;
}
