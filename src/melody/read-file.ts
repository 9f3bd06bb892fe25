import { type Imported, type ImportedPart, importProblem } from './imported.ts';
import { MAX_FILE_BYTES, MAX_NAME_CHARACTERS } from './limits.ts';
import { isRiffMidi } from './midi-chunks.ts';
import { readMidi } from './read-midi.ts';
import { createMusicXmlReader } from './read-musicxml.ts';
import { readZipEntry, type ZipEntry, zipEntries } from './read-zip.ts';
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
