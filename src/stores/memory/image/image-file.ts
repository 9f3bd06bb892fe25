import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
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
const IMAGE_FORMAT_VERSION = 3;
const MAGIC = 'LEXIMAGE';
const PREAMBLE_BYTES = 16;
const ALIGNMENT_BYTES = 8;

const ARRAY_TYPES = { i8: Int8Array, u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const;
type ArrayKind = keyof typeof ARRAY_TYPES;
type Numbers = Int8Array | Uint8Array | Uint16Array | Uint32Array;

interface Section {
  readonly name: string;
  readonly kind: ArrayKind;
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
  const kinds = Object.keys(ARRAY_TYPES) as ArrayKind[];
  return kinds.find((kind) => numbers instanceof ARRAY_TYPES[kind])!;
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
  let bytes = 0;
  let checksum = 0;
  for (const [name, value] of Object.entries(packed) as [string, Numbers | readonly string[]][]) {
    if (!ArrayBuffer.isView(value)) {
      names[name] = value;
      continue;
    }
    sections.push({ name, kind: arrayKind(value), length: value.length });
    for (const chunk of [
      Buffer.from(value.buffer, value.byteOffset, value.byteLength),
      Buffer.alloc(alignUp(value.byteLength) - value.byteLength),
    ]) {
      chunks.push(chunk);
      checksum = crc32(chunk, checksum);
      bytes += chunk.length;
    }
  }
  const header: Header = {
    ...{ format: IMAGE_FORMAT_VERSION, endianness: endianness(), of: buildIdentity(manifest) },
    ...{ bytes, crc32: checksum, names, sections },
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
  let file: FileHandle;
  try {
    file = await open(join(directory, IMAGE_FILE));
  } catch {
    return undefined;
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) return undefined;
    const { size } = status;
    const header = await readHeader(file, size);
    const isCurrent =
      header?.format === IMAGE_FORMAT_VERSION &&
      header.endianness === endianness() &&
      header.of === buildIdentity(manifest);
    return isCurrent ? await readSections(file, header, size) : undefined;
  } finally {
    await file.close();
  }
}

/** The next bytes of the file; fewer at its end. */
async function readBytes(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length);
  return buffer.subarray(0, bytesRead);
}

async function readHeader(file: FileHandle, size: number): Promise<Header | undefined> {
  const preamble = await readBytes(file, PREAMBLE_BYTES);
  if (preamble.length < PREAMBLE_BYTES || preamble.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const length = preamble.readUInt32LE(MAGIC.length);
  if (length > size) return undefined;
  const text = await readBytes(file, length);
  if (crc32(text) !== preamble.readUInt32LE(MAGIC.length + 4)) return undefined;
  return JSON.parse(text.toString()) as Header;
}

/** Reads each array into memory of its own, so that one that is copied elsewhere need not stay. */
async function readSections(file: FileHandle, header: Header, size: number): Promise<PackedLexicon | undefined> {
  if (header.bytes > size) return undefined;
  const chunks = header.sections.map(({ kind, length }) => {
    return new Uint8Array(alignUp(length * ARRAY_TYPES[kind].BYTES_PER_ELEMENT));
  });
  const { bytesRead } = await file.readv(chunks);
  const isWhole = bytesRead === header.bytes && (await readBytes(file, 1)).length === 0;
  if (!isWhole || chunks.reduce((checksum, chunk) => crc32(chunk, checksum), 0) !== header.crc32) return undefined;
  const arrays = header.sections.map(({ name, kind, length }, i) => [
    name,
    new ARRAY_TYPES[kind](chunks[i]!.buffer, 0, length),
  ]);
  return { ...header.names, ...Object.fromEntries(arrays) } as PackedLexicon;
}
