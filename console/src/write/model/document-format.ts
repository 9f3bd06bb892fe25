import { parseSyllable } from '../../../../src/cantonese/jyutping.ts';
import { TOLERANCES } from '../../../../src/cantonese/melody.ts';
import {
  DEFAULT_TEMPO,
  type LineReadings,
  type Melody,
  type Note,
  newDocument,
  newId,
  newLine,
  type SongDocument,
  type SongLine,
} from './document.ts';

/**
 * Songs as JSON. Version 2 is what is written. Version 1, which other tools can write by hand, has lines that are texts or
 * `{ text, melody }` with a melody of MIDI pitches, one beat each.
 */
export const FORMAT = 'cantonese-lyric';
export const VERSION = 2;

const MAX_LINES = 2000;

/** Why something is no song: the reason, for the reader's message. */
export type FormatProblem = 'not_json' | 'not_a_song' | 'newer_version';

export type ReadDocument =
  | { readonly kind: 'document'; readonly document: SongDocument }
  | { readonly kind: 'problem'; readonly problem: FormatProblem };

export function writeDocument({ title, tempo, theme, tolerance, lines }: SongDocument): string {
  const serialized = {
    format: FORMAT,
    version: VERSION,
    ...{ title, tempo, tolerance },
    ...(theme === '' ? {} : { theme }),
    lines: lines.map(({ text, readings, melody }) => ({
      text,
      ...(Object.keys(readings).length > 0 ? { readings } : {}),
      ...(melody.length > 0 ? { melody } : {}),
    })),
  };
  return `${JSON.stringify(serialized, null, 2)}\n`;
}

/** Reads a song from JSON; it gets an id of its own. What is not understood within a line is left out of it. */
export function readDocument(json: string): ReadDocument {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: 'problem', problem: 'not_json' };
  }
  if (!isRecord(value) || value.format !== FORMAT || !Array.isArray(value.lines))
    return { kind: 'problem', problem: 'not_a_song' };
  if (typeof value.version !== 'number' || value.version > VERSION)
    return { kind: 'problem', problem: 'newer_version' };
  const lines = value.lines.slice(0, MAX_LINES).map(readLine);
  const tempo = typeof value.tempo === 'number' && value.tempo >= 20 && value.tempo <= 300 ? value.tempo : undefined;
  return {
    kind: 'document',
    document: {
      id: newId(),
      title: typeof value.title === 'string' ? value.title : '',
      tempo: tempo ?? DEFAULT_TEMPO,
      theme: typeof value.theme === 'string' ? value.theme : '',
      tolerance: TOLERANCES.find((one) => one === value.tolerance) ?? 'singable',
      lines: lines.length > 0 ? lines : [newLine()],
    },
  };
}

/** A song of the lines of a plain text. */
export function readText(text: string, title: string): SongDocument {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .replace(/\r\n?/gu, '\n')
    .replace(/\n+$/u, '')
    .split('\n');
  return {
    ...newDocument(title),
    lines: lines.slice(0, MAX_LINES).map((line) => newLine(line.normalize('NFC').trim())),
  };
}

export function writeText({ lines }: SongDocument): string {
  return `${lines.map(({ text }) => text).join('\n')}\n`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readLine(value: unknown): SongLine {
  if (typeof value === 'string') return newLine(oneLine(value));
  if (!isRecord(value)) return newLine();
  const text = typeof value.text === 'string' ? oneLine(value.text) : '';
  return { ...newLine(text, readMelody(value.melody)), readings: readReadings(value.readings) };
}

function oneLine(text: string): string {
  return text.normalize('NFC').replace(/[\r\n\u2028\u2029]+/gu, ' ');
}

function readMelody(value: unknown): Melody {
  return Array.isArray(value) ? value.map(readNote) : [];
}

function readNote(value: unknown): Note | null {
  const pitch = isRecord(value) ? value.pitch : value;
  const beats = isRecord(value) ? value.beats : 1;
  const isPitch = typeof pitch === 'number' && pitch >= 0 && pitch <= 127;
  const isLength = typeof beats === 'number' && beats > 0 && beats <= 64;
  return isPitch ? { pitch: Math.round(pitch), beats: isLength ? beats : 1 } : null;
}

function readReadings(value: unknown): LineReadings {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([place, jyutping]) =>
      /^\d+$/u.test(place) && typeof jyutping === 'string' && parseSyllable(jyutping)
        ? [[Number(place), jyutping]]
        : [],
    ),
  );
}
