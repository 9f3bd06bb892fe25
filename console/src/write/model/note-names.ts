import { pitchOfStep } from '../../../../src/melody/imported.ts';
import { type Melody, type Note, type SongDocument, transposed } from './document.ts';

const PITCH_NAMES = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B'];
const ACCIDENTALS: Readonly<Record<string, number>> = { '#': 1, '♯': 1, b: -1, '♭': -1, '♮': 0, '': 0 };

const NOTE_PATTERN = /^([A-Ga-g])(##|bb|[#♯b♭♮]?)(-?\d)?(?::(\d+(?:\.\d+)?|\.\d+))?$/u;
const NO_NOTE = /^[-–—_~.]$/u;

const MIN_PITCH = 21;
const MAX_PITCH = 108;
/** First pitch of a melody given as moves alone: A3, in the middle of most voices. */
export const MOVES_START = 57;
/** Semitones of one move. */
export const MOVE_STEP = 2;

/** The name of a MIDI pitch, such as `E♭4`. */
export function nameOfPitch(pitch: number): string {
  return `${PITCH_NAMES[((pitch % 12) + 12) % 12]}${Math.floor(pitch / 12) - 1}`;
}

export function clampPitch(pitch: number): number {
  return Math.min(MAX_PITCH, Math.max(MIN_PITCH, pitch));
}

/**
 * Reads one note: `C4`, `Eb4`, `F#3`, with a length in beats after a colon (`C4:2`). Without an octave it is the one nearest to
 * the note before. Undefined when it is none, or beyond a piano's keys.
 */
export function readNote(text: string, before: number): Note | undefined {
  const match = NOTE_PATTERN.exec(text);
  if (!match) return undefined;
  const [, step, accidental = '', octave, beats] = match;
  const alter = accidental === '##' ? 2 : accidental === 'bb' ? -2 : (ACCIDENTALS[accidental] ?? 0);
  const length = beats === undefined ? 1 : Number(beats);
  const pitch = octave === undefined ? nearest(step!, alter, before) : pitchOfStep(step!, alter, Number(octave));
  if (pitch === undefined || pitch < MIN_PITCH || pitch > MAX_PITCH || !(length > 0)) return undefined;
  return { pitch, beats: length };
}

function nearest(step: string, alter: number, before: number): number | undefined {
  const lowest = pitchOfStep(step, alter, -1);
  return lowest === undefined ? undefined : lowest + 12 * Math.round((before - lowest) / 12);
}

/** A melody as typed, or what in it cannot be read. */
type TypedMelody =
  | { readonly kind: 'melody'; readonly melody: Melody }
  | { readonly kind: 'unreadable'; readonly text: string };

/**
 * Reads a melody as typed: note names with spaces between, `-` for a position without a note; or moves alone (`+-=`, `*` free),
 * which begin at the first note of `now`.
 */
export function readMelody(text: string, current: Melody): TypedMelody {
  const typed = text.trim();
  if (/^[-+=*\s]+$/u.test(typed) && /[+=*]|^-+$|--/u.test(typed)) return melodyOfMoves(typed, current);
  const melody: (Note | null)[] = [];
  let before = current.find((note) => note !== null)?.pitch ?? MOVES_START;
  for (const word of typed === '' ? [] : typed.split(/[\s,|]+/u)) {
    if (word === '') continue;
    if (NO_NOTE.test(word)) {
      melody.push(null);
      continue;
    }
    const note = readNote(word, before);
    if (!note) return { kind: 'unreadable', text: word };
    melody.push(note);
    before = note.pitch;
  }
  return { kind: 'melody', melody: withTimes(melody, current) };
}

/** Notes keep the times with which they were loaded: all of them where there are as many as before, else those that were not touched. */
function withTimes(typed: Melody, current: Melody): Melody {
  const shift = typed.length - current.length;
  const isSame = (one: Note | null | undefined, other: Note | null | undefined) =>
    one?.pitch === other?.pitch && (!one || !other || hasLength(one, other));
  let same = 0;
  while (same < Math.min(typed.length, current.length) && isSame(typed[same], current[same])) same++;
  let last = typed.length;
  while (last > same && last - shift > same && isSame(typed[last - 1], current[last - 1 - shift])) last--;
  return typed.map((note, i) => {
    const before = shift === 0 || i < same ? current[i] : i >= last ? current[i - shift] : undefined;
    if (!note || !before) return note;
    if (hasLength(note, before)) return transposed(before, note.pitch);
    const { pieces: _, ...rest } = before;
    return { ...rest, ...note };
  });
}

const hasLength = (typed: Note, { beats }: Note) => typed.beats === inThousandths(beats);
const inThousandths = (beats: number) => Math.round(beats * 1000) / 1000;

function melodyOfMoves(moves: string, current: Melody): TypedMelody {
  const first = current[0] ?? { pitch: MOVES_START, beats: 1 };
  const melody: (Note | null)[] = [first];
  let { pitch } = first;
  for (const move of moves.replace(/\s/gu, '')) {
    if (move === '*') {
      melody.push(null);
      continue;
    }
    pitch = clampPitch(pitch + (move === '+' ? MOVE_STEP : move === '-' ? -MOVE_STEP : 0));
    melody.push(transposed(current[melody.length] ?? { pitch, beats: 1 }, pitch));
  }
  return { kind: 'melody', melody };
}

/** A melody as it would be typed. */
export function writeMelody(melody: Melody): string {
  return melody
    .map((note) => {
      if (note === null) return '-';
      const name = nameOfPitch(note.pitch).replace('♯', '#').replace('♭', 'b');
      return note.beats === 1 ? name : `${name}:${inThousandths(note.beats)}`;
    })
    .join(' ');
}

export interface PitchRange {
  readonly low: number;
  readonly high: number;
}

/** A range has so many semitones at least: small steps are not to look like leaps. */
const MIN_SPAN = 10;
const NO_MELODY: PitchRange = { low: 50, high: 50 + MIN_SPAN };

/** The pitches of a song, with room at both ends. */
export function pitchRangeOf({ lines }: Pick<SongDocument, 'lines'>): PitchRange {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { melody } of lines)
    for (const note of melody) {
      if (note === null) continue;
      for (const { pitch } of note.pieces ?? [note]) {
        low = Math.min(low, pitch);
        high = Math.max(high, pitch);
      }
    }
  if (low > high) return NO_MELODY;
  const missing = Math.max(0, MIN_SPAN - (high - low)) / 2;
  return { low: low - 1 - Math.floor(missing), high: high + 1 + Math.ceil(missing) };
}
