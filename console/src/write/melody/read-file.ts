import { strFromU8, unzipSync } from 'fflate';
import type { Imported } from './imported.ts';
import { readMidi } from './read-midi.ts';
import { readMusicXml } from './read-musicxml.ts';

/**
 * Reads a melody file by what it holds, not by its name: MIDI, MusicXML, or MusicXML in a zip (.mxl). This module brings the parsers
 * with it: load it when a file is chosen, not before.
 */
export function readMelodyFile(bytes: Uint8Array): Imported {
  const head = strFromU8(bytes.subarray(0, 4), true);
  if (head === 'MThd') return readMidi(bytes);
  if (head.startsWith('PK')) return readZip(bytes);
  const text = decodeXml(bytes);
  return /<score-(?:partwise|timewise)/u.test(text) ? readMusicXml(text) : { kind: 'problem', problem: 'unknown_type' };
}

function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Bytes that a score may unfold to; a zip may claim more than a page can hold. */
const MAX_UNZIPPED_BYTES = 64 * 1024 * 1024;

function readZip(bytes: Uint8Array): Imported {
  try {
    const files = unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= MAX_UNZIPPED_BYTES });
    const container = files['META-INF/container.xml'];
    const containerPath = container && /full-path\s*=\s*["']([^"']+)["']/u.exec(decodeXml(container))?.[1];
    const path =
      containerPath && files[containerPath]
        ? containerPath
        : Object.keys(files).find((name) => /^(?!META-INF).*xml$/iu.test(name));
    const score = path === undefined ? undefined : files[path];
    return score ? readMusicXml(decodeXml(score)) : { kind: 'problem', problem: 'unknown_type' };
  } catch {
    return { kind: 'problem', problem: 'damaged' };
  }
}
