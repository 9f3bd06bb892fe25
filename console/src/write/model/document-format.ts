import { parseSyllable } from '../../../../src/cantonese/jyutping.ts';
import { TOLERANCES } from '../../../../src/cantonese/melody.ts';
import { MAX_TEMPO as MAX_MARKED_TEMPO } from '../../../../src/melody/limits.ts';
import {
  DEFAULT_TEMPO,
  type LineDraft,
  type LineDrafts,
  type LineReadings,
  type Melody,
  type Note,
  type NotePiece,
  newDocument,
  newId,
  newLine,
  type SongDocument,
  type SongLine,
  type SongScore,
} from './document.ts';
import { withBestDrafts } from './drafts.ts';
import { MAX_TEMPO, MIN_TEMPO } from './timeline.ts';

/** The fragment of an address that carries a song begins so, see handover/song-link.ts, which is loaded when one is read. */
export const SONG_FRAGMENT = '#song=';

/**
 * Songs as JSON. Version 3 is what is written. Version 2 has no drafts and no shared melodies. Version 1, which other tools can write by hand, has lines that are texts or
 * `{ text, melody }` with a melody of MIDI pitches, one beat each.
 */
const FORMAT = 'cantonese-lyric';
const VERSION = 3;

const MAX_LINES = 2000;
const MAX_DRAFTS = 200;
const MAX_TUNE_LENGTH = 40;

/** Why something is no song: the reason, for the reader's message. */
type FormatProblem = 'not_json' | 'not_a_song' | 'newer_version';

type ReadDocument =
  | { readonly kind: 'document'; readonly document: SongDocument }
  | { readonly kind: 'problem'; readonly problem: FormatProblem };

export function writeDocument({ title, tempo, theme, tolerance, score, lines }: SongDocument): string {
  const serialized = {
    format: FORMAT,
    version: VERSION,
    title,
    tempo,
    tolerance,
    ...(theme === '' ? {} : { theme }),
    ...(score ? { score } : {}),
    lines: lines.map(({ text, readings, melody, drafts, tune, score: ownScore }) => ({
      ...serializeDraft({ text, readings }),
      ...(melody.length > 0 ? { melody } : {}),
      ...(tune === undefined ? {} : { tune }),
      ...(ownScore ? { score: ownScore } : {}),
      ...(drafts ? { drafts: { ...drafts, others: drafts.others.map(serializeDraft) } } : {}),
    })),
  };
  return `${JSON.stringify(serialized, null, 2)}\n`;
}

function serializeDraft({ text, readings }: LineDraft) {
  return { text, ...(Object.keys(readings).length > 0 ? { readings } : {}) };
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
  const tempo = Number(value.tempo);
  const score = readScore(value.score);
  return {
    kind: 'document',
    document: {
      id: newId(),
      title: typeof value.title === 'string' ? value.title : '',
      tempo: tempo >= MIN_TEMPO && tempo <= MAX_TEMPO ? tempo : DEFAULT_TEMPO,
      theme: typeof value.theme === 'string' ? value.theme : '',
      tolerance: TOLERANCES.find((one) => one === value.tolerance) ?? 'singable',
      lines: lines.length > 0 ? lines : [newLine()],
      ...(score ? { score } : {}),
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

/** The best draft of each line. */
export function writeText(document: SongDocument): string {
  const { lines } = withBestDrafts(document);
  return `${lines.map(({ text }) => text).join('\n')}\n`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of what a list has; of what is none nothing. */
const listOf = (value: unknown, most: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);

function readLine(value: unknown): SongLine {
  if (typeof value === 'string') return newLine(oneLine(value));
  if (!isRecord(value)) return newLine();
  const { text, readings } = readDraft(value);
  const [drafts, score] = [readDrafts(value.drafts), readScore(value.score)];
  return {
    ...newLine(text, readMelody(value.melody)),
    readings,
    ...(drafts ? { drafts } : {}),
    ...(score ? { score } : {}),
    ...(typeof value.tune === 'string' ? { tune: value.tune.slice(0, MAX_TUNE_LENGTH) } : {}),
  };
}

function readDraft(value: unknown): LineDraft {
  if (!isRecord(value)) return { text: '', readings: {} };
  const text = typeof value.text === 'string' ? oneLine(value.text) : '';
  return { text, readings: readReadings(value.readings) };
}

function readDrafts(value: unknown): LineDrafts | undefined {
  if (!isRecord(value) || !Array.isArray(value.others) || value.others.length === 0) return undefined;
  const others = value.others.slice(0, MAX_DRAFTS).map(readDraft);
  const isPlace = (place: unknown): place is number =>
    Number.isInteger(place) && Number(place) >= 0 && Number(place) <= others.length;
  return {
    others,
    shown: isPlace(value.shown) ? value.shown : 0,
    starred: isPlace(value.starred) ? value.starred : null,
  };
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
  if (!isPitch(pitch)) return null;
  const note = { pitch: Math.round(pitch), beats: isLength(beats) && beats > 0 ? beats : 1 };
  return isRecord(value) ? { ...note, ...readTiming(value) } : note;
}

const MAX_BEATS = 1_000_000;
const MAX_PIECES = 100;
const MAX_VERSES = 12;

const isPitch = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 127;
const isLength = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= MAX_BEATS;

function readTiming({ rest, pieces, verses }: Record<string, unknown>): Partial<Note> {
  const readPieces = listOf(pieces, MAX_PIECES).flatMap((piece): NotePiece[] =>
    isRecord(piece) && isPitch(piece.pitch) && isLength(piece.at) && isLength(piece.beats)
      ? [{ pitch: Math.round(piece.pitch), at: piece.at, beats: piece.beats }]
      : [],
  );
  const readVerses = listOf(verses, MAX_VERSES).map((verse) => (typeof verse === 'string' ? oneLine(verse) : null));
  return {
    ...(isLength(rest) ? { rest } : {}),
    ...(readPieces.length > 1 ? { pieces: readPieces } : {}),
    ...(readVerses.length > 0 ? { verses: readVerses } : {}),
  };
}

const MAX_SCORE_MARKS = 5000;

/** Marks that are not understood are left out. */
function readScore(value: unknown): SongScore | undefined {
  if (!isRecord(value)) return undefined;
  const marks = (list: unknown) =>
    listOf(list, MAX_SCORE_MARKS).filter(
      (mark): mark is Record<string, unknown> => isRecord(mark) && isLength(mark.start),
    );
  const isWithin = (number: unknown, low: number, high: number): number is number =>
    typeof number === 'number' && number >= low && number <= high;
  return {
    leadIn: isLength(value.leadIn) ? value.leadIn : 0,
    tempos: marks(value.tempos).flatMap(({ start, bpm }) =>
      isWithin(bpm, 1, MAX_MARKED_TEMPO) ? [{ start: Number(start), bpm }] : [],
    ),
    meters: marks(value.meters).flatMap(({ start, beats, unit }) =>
      isWithin(beats, 1, 255) && isWithin(unit, 1, 128) ? [{ start: Number(start), beats, unit }] : [],
    ),
    keys: marks(value.keys).flatMap(({ start, fifths, isMinor }) =>
      isWithin(fifths, -7, 7) ? [{ start: Number(start), fifths, isMinor: isMinor === true }] : [],
    ),
    bars: listOf(value.bars, MAX_SCORE_MARKS).filter(isLength),
  };
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
