import type { FileHandle } from 'node:fs/promises';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';

/**
 * Flat arrays of numbers and lists of names in one block of bytes, which is opened without parsing what the arrays hold.
 *
 * Bytes: magic, length and checksum of the header, the header as JSON, then the arrays, each at a multiple of 8 bytes.
 */

export type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array;
/** Arrays and lists of names by the name of each. */
export type Packed = Readonly<Record<string, Numbers | readonly string[]>>;

const MAGIC = 'LEXARRAY';
const PREAMBLE_BYTES = 16;
const ALIGNMENT_BYTES = 8;

const ARRAY_TYPES = { i8: Int8Array, u8: Uint8Array, i16: Int16Array, u16: Uint16Array, u32: Uint32Array } as const;
type ArrayKind = keyof typeof ARRAY_TYPES;

interface Section {
  readonly name: string;
  readonly kind: ArrayKind;
  /** Elements. */
  readonly length: number;
}

interface Header {
  /** What the arrays are, with a version; bytes of another format are not read. */
  readonly format: string;
  readonly endianness: string;
  /** Of all arrays with the padding between them. */
  readonly bytes: number;
  readonly crc32: number;
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly sections: readonly Section[];
}

const alignUp = (bytes: number) => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
const bytesOf = ({ kind, length }: Section) => alignUp(length * ARRAY_TYPES[kind].BYTES_PER_ELEMENT);

function arrayKind(numbers: Numbers): ArrayKind {
  const kinds = Object.keys(ARRAY_TYPES) as ArrayKind[];
  return kinds.find((kind) => numbers instanceof ARRAY_TYPES[kind])!;
}

export function encodeArrays(format: string, packed: Packed): Buffer {
  return Buffer.concat(arrayChunks(format, packed));
}

/** As {@link encodeArrays}, in parts that are views of the arrays: an image is not in memory twice. */
export function arrayChunks(format: string, packed: Packed): Buffer[] {
  const names: Record<string, readonly string[]> = {};
  const sections: Section[] = [];
  const chunks: Buffer[] = [];
  let bytes = 0;
  let checksum = 0;
  for (const [name, value] of Object.entries(packed)) {
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
  const header: Header = { format, endianness: endianness(), bytes, crc32: checksum, names, sections };
  return [...encodeHeader(header), ...chunks];
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

/** The length of the header that follows the preamble; undefined where the bytes do not begin with one. */
function headerLength(preamble: Buffer): number | undefined {
  const isPreamble = preamble.length === PREAMBLE_BYTES && preamble.toString('latin1', 0, MAGIC.length) === MAGIC;
  return isPreamble ? preamble.readUInt32LE(MAGIC.length) : undefined;
}

/** The header, if it is whole, of this format and this machine's byte order, and fits the number of bytes that follow it. */
function parseHeader(preamble: Buffer, text: Buffer, format: string, contentBytes: number): Header | undefined {
  if (crc32(text) !== preamble.readUInt32LE(MAGIC.length + 4)) return undefined;
  const header = JSON.parse(text.toString()) as Header;
  const isReadable = header.format === format && header.endianness === endianness() && header.bytes === contentBytes;
  return isReadable && header.sections.reduce((sum, section) => sum + bytesOf(section), 0) === header.bytes
    ? header
    : undefined;
}

function toPacked<T extends object>(
  { names, sections }: Header,
  partOf: (index: number) => { buffer: ArrayBufferLike; byteOffset: number },
): T {
  const arrays = sections.map(({ name, kind, length }, index) => {
    const { buffer, byteOffset } = partOf(index);
    return [name, new ARRAY_TYPES[kind](buffer as ArrayBuffer, byteOffset, length)] as const;
  });
  return { ...names, ...Object.fromEntries(arrays) } as T;
}

/** The arrays as views of `bytes`; undefined where those are damaged, of another format or of another byte order. */
export function decodeArrays<T extends object>(format: string, bytes: Buffer): T | undefined {
  const preamble = bytes.subarray(0, PREAMBLE_BYTES);
  const length = headerLength(preamble);
  if (length === undefined || PREAMBLE_BYTES + length > bytes.length) return undefined;
  const text = bytes.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + length);
  const found = bytes.subarray(PREAMBLE_BYTES + length);
  const header = parseHeader(preamble, text, format, found.length);
  if (!header || crc32(found) !== header.crc32) return undefined;
  // A view must begin at a multiple of its element's size: Node's pool may have put the bytes anywhere.
  const content = found.byteOffset % ALIGNMENT_BYTES === 0 ? found : new Uint8Array(found);
  const starts: number[] = [];
  let start = content.byteOffset;
  for (const section of header.sections) {
    starts.push(start);
    start += bytesOf(section);
  }
  return toPacked<T>(header, (index) => ({ buffer: content.buffer, byteOffset: starts[index]! }));
}

/** As {@link decodeArrays}, with each array in memory of its own, so that one that is copied elsewhere need not stay. */
export async function readArrays<T extends object>(format: string, file: FileHandle): Promise<T | undefined> {
  const { size } = await file.stat();
  const preamble = await readBytes(file, PREAMBLE_BYTES);
  const length = headerLength(preamble);
  if (length === undefined || PREAMBLE_BYTES + length > size) return undefined;
  const header = parseHeader(preamble, await readBytes(file, length), format, size - PREAMBLE_BYTES - length);
  if (!header) return undefined;
  const chunks = header.sections.map((section) => new Uint8Array(bytesOf(section)));
  const { bytesRead } = await file.readv(chunks);
  const checksum = chunks.reduce((sum, chunk) => crc32(chunk, sum), 0);
  if (bytesRead !== header.bytes || checksum !== header.crc32) return undefined;
  return toPacked<T>(header, (index) => ({ buffer: chunks[index]!.buffer, byteOffset: 0 }));
}

/** The next bytes of the file; fewer at its end. */
async function readBytes(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length);
  return buffer.subarray(0, bytesRead);
}

/** Where each of several lists begins that stand end to end, and where the last one ends. */
export function startsOf(lists: readonly { readonly length: number }[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(lists.length + 1);
  for (const [i, { length }] of lists.entries()) starts[i + 1] = starts[i]! + length;
  return starts;
}

/** The UTF-16 units of texts end to end: those of text `i` are `units[starts[i]]` to `units[starts[i + 1] - 1]`. */
export function packTexts(texts: readonly string[]) {
  const joined = texts.join('');
  const units = new Uint16Array(joined.length);
  for (let at = 0; at < units.length; at++) units[at] = joined.charCodeAt(at);
  return { units, starts: startsOf(texts) };
}

interface NameList {
  /** The number of a name. */
  id(name: string): number;
  /** By their numbers. */
  names(): string[];
}

/** Names as numbers in the order of their appearance. */
export function nameList(): NameList {
  const ids = new Map<string, number>();
  return {
    id(name) {
      let id = ids.get(name);
      if (id === undefined) ids.set(name, (id = ids.size));
      return id;
    },
    names: () => [...ids.keys()],
  };
}
