import { strFromU8 } from 'fflate';
import { type Imported, type ImportedPart, importProblem } from './imported.ts';
import { readMidi } from './read-midi.ts';
import { readMusicXml } from './read-musicxml.ts';
import { readZippedFile, zippedNames } from './read-zip.ts';

/** Bytes that a zipped score may unfold to in a page. */
const MAX_SCORE_BYTES = 64 * 1024 * 1024;
const MAX_CONTAINER_BYTES = 64 * 1024;
const CONTAINER = 'META-INF/container.xml';

/**
 * Reads a melody file by what it holds, not by its name: MIDI, MusicXML, or MusicXML in a zip (.mxl). This module brings the parsers
 * with it: a page loads it when a file is chosen, not before.
 */
export function readMelodyFile(bytes: Uint8Array, maxScoreBytes = MAX_SCORE_BYTES): Imported {
  const imported = readByContent(bytes, maxScoreBytes);
  return imported.kind === 'song' && !imported.song.parts.every(isPlausible) ? importProblem('damaged') : imported;
}

function readByContent(bytes: Uint8Array, maxScoreBytes: number): Imported {
  const head = strFromU8(bytes.subarray(0, 4), true);
  if (head === 'MThd') return readMidi(bytes);
  if (head.startsWith('PK')) return readZip(bytes, maxScoreBytes);
  const text = decodeXml(bytes);
  return /<score-(?:partwise|timewise)/u.test(text) ? readMusicXml(text) : importProblem('unknown_type');
}

/** Beats of the longest piece that is taken for music; a file may state any duration. */
const MAX_BEATS = 1_000_000;

function isPlausible({ notes }: ImportedPart): boolean {
  return notes.every(({ start, beats }) => start >= 0 && beats >= 0 && start + beats <= MAX_BEATS);
}

function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

function readZip(bytes: Uint8Array, maxScoreBytes: number): Imported {
  try {
    const path = scorePath(bytes);
    if (path === undefined) return importProblem('unknown_type');
    const score = readZippedFile(bytes, (name) => name === path, maxScoreBytes);
    if (score === 'too_large') return importProblem('too_large');
    return score ? readMusicXml(decodeXml(score)) : importProblem('unknown_type');
  } catch {
    return importProblem('damaged');
  }
}

/** The score is the file that the container names; in a zip without one, the first XML file. */
function scorePath(zip: Uint8Array): string | undefined {
  const names = zippedNames(zip);
  const container = readZippedFile(zip, (name) => name === CONTAINER, MAX_CONTAINER_BYTES);
  const path = container instanceof Uint8Array && /full-path\s*=\s*["']([^"']+)["']/u.exec(decodeXml(container))?.[1];
  return path && names.includes(path) ? path : names.find((name) => /^(?!META-INF).*xml$/iu.test(name));
}
