import { type Imported, type ImportedPart, importProblem } from './imported.ts';
import { MAX_FILE_BYTES, MAX_NAME_CHARACTERS, MAX_ZIP_ENTRIES } from './limits.ts';
import { isRiffMidi } from './midi-chunks.ts';
import { readMidi } from './read-midi.ts';
import { createMusicXmlReader } from './read-musicxml.ts';
import type { TextEncoding } from './text-encoding.ts';

const MAX_CONTAINER_CHARACTERS = 64 * 1024;
const CONTAINER = 'META-INF/container.xml';

/**
 * Reads a melody file by its content, not by its name: MIDI, MusicXML, or MusicXML in a zip (.mxl). `encoding` is that of the texts of a
 * MIDI file, where the user has chosen one; else they are judged together. This module brings the parsers
 * with it, and what it does may take a second: the service reads in a thread, the page in a worker.
 */
export async function readMelodyFile(bytes: Uint8Array, encoding?: TextEncoding): Promise<Imported> {
  const imported = await readByContent(bytes, encoding);
  if (imported.kind === 'problem') return imported;
  const { parts, title, ...rest } = imported.song;
  if (!parts.every(isPlausible)) return importProblem('damaged');
  const cutParts = parts.map((part) => ({ ...part, name: cutName(part.name) }));
  return { kind: 'song', song: { ...rest, ...(title ? { title: cutName(title) } : {}), parts: cutParts } };
}

async function readByContent(bytes: Uint8Array, encoding: TextEncoding | undefined): Promise<Imported> {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  const isMidi = head === 'MThd' || isRiffMidi(bytes);
  const isZip = head.startsWith('PK');
  if (bytes.length > MAX_FILE_BYTES) return importProblem('too_large');
  if (isMidi) return readMidi(bytes, encoding);
  return isZip ? await readZip(bytes) : readScore(bytes);
}

/** Bytes that become text at once. */
const STEP_BYTES = 64 * 1024;

function readScore(bytes: Uint8Array): Imported {
  const reader = createMusicXmlReader();
  for (let from = 0; from < bytes.length; from += STEP_BYTES)
    if (!reader.write(bytes.subarray(from, from + STEP_BYTES))) break;
  return reader.close();
}

function cutName(name: string): string {
  return Array.from(name.slice(0, 2 * MAX_NAME_CHARACTERS))
    .slice(0, MAX_NAME_CHARACTERS)
    .join('');
}

/** Beats of the longest piece that is taken for music; a file may state any duration. */
const MAX_BEATS = 1_000_000;

function isPlausible({ notes }: ImportedPart): boolean {
  return notes.every(({ start, beats }) => start >= 0 && beats >= 0 && start + beats <= MAX_BEATS);
}

async function readZip(bytes: Uint8Array): Promise<Imported> {
  try {
    const entries = zipEntries(bytes);
    if (typeof entries === 'string') return importProblem(entries);
    const score = await scoreOf(bytes, entries);
    if (!score) return importProblem('unknown_type');
    const reader = createMusicXmlReader();
    await readZipEntry(bytes, score, reader.write);
    return reader.close();
  } catch {
    return importProblem('damaged');
  }
}

/** The score is the file that the container names; in a zip without one, the first XML file. */
async function scoreOf(zip: Uint8Array, entries: readonly ZipEntry[]): Promise<ZipEntry | undefined> {
  const container = entries.find(({ name }) => name === CONTAINER);
  const decoder = new TextDecoder();
  let text = '';
  if (container)
    await readZipEntry(zip, container, (bytes) => {
      text += decoder.decode(bytes, { stream: true });
      return text.length <= MAX_CONTAINER_CHARACTERS;
    });
  const path = /full-path\s*=\s*["']([^"']+)["']/u.exec(text)?.[1];
  return entries.find(({ name }) => name === path) ?? entries.find(({ name }) => /^(?!META-INF).*xml$/iu.test(name));
}

/** Reads a zip by its directory, which lies at its end. All that it states is held against the bytes that there are. */

interface ZipEntry {
  readonly name: string;
  /** 0: stored as it is; 8: deflated. */
  readonly method: number;
  readonly compressedBytes: number;
  readonly headerOffset: number;
}

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
/** In place of what zip64 says elsewhere. */
const [MAX_UINT16, MAX_UINT32] = [0xffff, 0xffffffff];

const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

/** The files of a zip, or why they are not read. Throws where the zip is damaged. */
function zipEntries(zip: Uint8Array): ZipEntry[] | 'zip64' | 'too_large' {
  const view = viewOf(zip);
  const end = endRecordOffset(view);
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  const locator = end - ZIP64_LOCATOR_BYTES;
  const hasLocator = locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR;
  if (hasLocator || count === MAX_UINT16 || offset === MAX_UINT32) return 'zip64';
  if (offset + count * DIRECTORY_HEADER_BYTES > end) throw new Error('There is no room for so many files.');
  if (count > MAX_ZIP_ENTRIES) return 'too_large';
  const entries: ZipEntry[] = [];
  for (let entry = 0; entry < count; entry++) {
    if (view.getUint32(offset, true) !== DIRECTORY_HEADER) throw new Error('The directory is damaged.');
    const nameOffset = offset + DIRECTORY_HEADER_BYTES;
    const nameBytes = view.getUint16(offset + 28, true);
    entries.push({
      name: new TextDecoder().decode(zip.subarray(nameOffset, nameOffset + nameBytes)),
      method: view.getUint16(offset + 10, true),
      compressedBytes: view.getUint32(offset + 20, true),
      headerOffset: view.getUint32(offset + 42, true),
    });
    offset = nameOffset + nameBytes + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return entries;
}

function endRecordOffset(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_RECORD_BYTES - MAX_COMMENT_BYTES);
  for (let offset = view.byteLength - END_RECORD_BYTES; offset >= first; offset--)
    if (view.getUint32(offset, true) === END_RECORD) return offset;
  throw new Error('The zip has no end record.');
}

/** Compressed bytes that are inflated at once, to a thousand times as many at most. */
const INFLATED_BYTES = 2048;

/**
 * Reads a file of a zip as far as `take` wants it. How long it is does not matter: limits are held against the bytes that come out.
 * Throws where the zip is damaged.
 *
 * @param take gets the bytes piece by piece, and answers whether it wants more
 */
async function readZipEntry(zip: Uint8Array, entry: ZipEntry, take: (bytes: Uint8Array) => boolean): Promise<void> {
  const data = dataOf(zip, entry);
  let from = 0;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (from < data.length) controller.enqueue(data.slice(from, (from += INFLATED_BYTES)));
      else controller.close();
    },
  });
  if (entry.method !== 0 && entry.method !== 8) throw new Error('The file is compressed in an unknown way.');
  const inflated = entry.method === 0 ? pieces : pieces.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = inflated.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (take(piece.value)) continue;
    await reader.cancel();
    return;
  }
}

function dataOf(zip: Uint8Array, { headerOffset, compressedBytes }: ZipEntry): Uint8Array {
  const view = viewOf(zip);
  if (view.getUint32(headerOffset, true) !== LOCAL_HEADER) throw new Error('The header of a file is damaged.');
  // Its name and extra field may have other lengths than those in the directory.
  const start =
    headerOffset +
    LOCAL_HEADER_BYTES +
    view.getUint16(headerOffset + 26, true) +
    view.getUint16(headerOffset + 28, true);
  if (start + compressedBytes > zip.length) throw new Error('The zip ends within a file.');
  return zip.subarray(start, start + compressedBytes);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
