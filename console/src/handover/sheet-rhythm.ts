import type { SongDocument } from '../write/model/document.ts';
import { type Measure, measuresUntil, noteValues } from '../write/model/measures.ts';
import { piecesOf, scoreOf, timelineOf } from '../write/model/timeline.ts';

/** The rhythm of a song in numbered notation: degrees of the major scale, a quarter note plain. */

export type RhythmToken =
  | { readonly kind: 'bar' /** A new time signature, such as `3/4`. */; readonly meter?: string }
  /** Whole measures of silence. */
  | { readonly kind: 'silence'; readonly measures: number }
  | RhythmSign;

/** A note, or with the degree `0` a rest. */
interface RhythmSign {
  readonly kind: 'sign';
  readonly degree: string;
  /** Octaves above the middle one, below it under 0. */
  readonly octave: number;
  /** Number of underlines; each halves the length. */
  readonly underlines: number;
  /** Number of dashes; each adds a quarter note. */
  readonly dashes: number;
  readonly isDotted: boolean;
  readonly isTriplet: boolean;
  /** Whether it continues the note before. */
  readonly isTied: boolean;
}

export interface SheetRhythm {
  /** The key of degree 1, such as `B♭`. */
  readonly tonic: string;
  /** The time signature at the first note. */
  readonly meter: string;
  /** Tokens by line and sung position. */
  readonly tokens: readonly (readonly (readonly RhythmToken[])[])[];
}

/** Ticks per beat. Written times are multiples of an eighth of a beat, or, within triplets, of a sixth. */
const TICKS = 24;
/** Shortest rest in ticks, a sixteenth note: shorter silence is added to the note before. */
const LEAST_REST = TICKS / 4;
const EIGHTH = TICKS / 8;
const SIXTH = TICKS / 6;
/** Lengths in ticks of a triplet's notes, from a sixteenth to a half note. */
const TRIPLET_LENGTHS = [SIXTH, 2 * SIXTH, 4 * SIXTH, 8 * SIXTH];
/** Ticks by which lengths and times in a played file may differ from the written ones. */
const PLAYED_TICKS = 0.5;

/** The triplet length that a length in ticks stands for; undefined if it is none. */
const tripletLength = (ticks: number) => TRIPLET_LENGTHS.find((length) => Math.abs(ticks - length) < PLAYED_TICKS);

/** The written time nearest to a time in ticks: a multiple of EIGHTH, unless a triplet's time is nearer by PLAYED_TICKS or more. */
function writtenTime(time: number, timesOfTriplet: readonly number[]): number {
  const distance = (written: number) => Math.abs(written - time);
  const even = Math.round(time / EIGHTH) * EIGHTH;
  const nearest = timesOfTriplet.reduce((best, next) => (distance(next) < distance(best) ? next : best), even);
  return distance(nearest) < distance(even) - PLAYED_TICKS ? nearest : even;
}

interface Sounding {
  readonly line: number;
  readonly position: number;
  readonly pitch: number;
  /** Bounds in ticks; `end` is not after the start of the next sounding. */
  readonly start: number;
  readonly end: number;
}

/** The rhythm of a song; null without notes, or without a score, which has the measures. */
export function rhythmOf(song: Pick<SongDocument, 'lines' | 'score'>): SheetRhythm | null {
  const notes = soundingsOf(song);
  const [first, last] = [notes[0], notes.at(-1)];
  const score = scoreOf(song);
  if (!score || !first || !last) return null;
  const bars = barsOf(
    measuresUntil(last.end / TICKS, score).map(({ start, end, meter }) => ({
      start: Math.round(start * TICKS),
      end: Math.round(end * TICKS),
      meter: meter && `${meter.beats}/${meter.unit}`,
    })),
  );
  const fifths = score.keys[0]?.fifths ?? 0;
  const degreeOf = degreesIn(fifths, notes);
  const tokens = song.lines.map(({ melody }) => melody.map((): RhythmToken[] => []));
  const firstMeasure = bars.at(first.start);
  let at = bars.measures[firstMeasure]!.start;
  let before: RhythmToken[] | null = null;
  for (const note of notes) {
    const own = tokens[note.line]![note.position]!;
    // What is silent in the measure of the note before stands with that, the rest with this one.
    const [ending, beginning] = bars.silence(at, note.start, before !== null);
    before?.push(...ending);
    const { degree, octave } = degreeOf(note.pitch);
    own.push(...beginning, ...bars.note(note.start, note.end, degree, octave));
    at = note.end;
    before = own;
  }
  const end = bars.measures[bars.at(at - 1)]!;
  before!.push(...restsOf(at, end.end, end), { kind: 'bar' });
  const meter = bars.measures.slice(0, firstMeasure + 1).findLast((one) => one.meter)?.meter ?? '4/4';
  return { tonic: TONICS[fifths + FLATS] ?? 'C', meter, tokens };
}

interface TickMeasure extends Pick<Measure, 'start' | 'end'> {
  readonly meter: string | undefined;
}

function soundingsOf(song: Pick<SongDocument, 'lines' | 'score'>): Sounding[] {
  const played = timelineOf(song).flatMap(({ line, position, note, start }) =>
    piecesOf(note).map(({ pitch, at, beats }) => {
      const from = (start + at) * TICKS;
      return { line, position, pitch, start: from, end: from + beats * TICKS };
    }),
  );
  const pieces: Sounding[] = [];
  for (const [i, piece] of played.entries()) {
    const last = pieces.at(-1);
    // By its own length, and by how long after one note the next begins: a triplet may be sung short, and begin anywhere in a beat.
    const own = tripletLength(piece.end - piece.start);
    const sinceLast = last && tripletLength(piece.start - played[i - 1]!.start);
    const untilNext = tripletLength((played[i + 1]?.start ?? piece.end) - piece.start);
    const sixth = Math.round(piece.start / SIXTH) * SIXTH;
    const start = writtenTime(piece.start, [
      ...(sinceLast === undefined ? [] : [last!.start + sinceLast]),
      ...((own ?? sinceLast ?? untilNext) === undefined ? [] : [sixth]),
    ]);
    const end = writtenTime(piece.end, own === undefined ? [] : [start + own]);
    pieces.push({ ...piece, start, end });
  }
  return pieces.flatMap((piece, i) => {
    const next = pieces[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const end = next - piece.end < LEAST_REST ? next : piece.end;
    // Where two begin at one time the first is too short to be written.
    return end > piece.start ? [{ ...piece, end }] : [];
  });
}

/** The bar line before a measure. */
const barOf = ({ meter }: TickMeasure): RhythmToken => (meter ? { kind: 'bar', meter } : { kind: 'bar' });

/** Functions that write notes and silence into measures. */
function barsOf(measures: readonly TickMeasure[]) {
  /** Index of the measure at a tick. */
  const at = (tick: number) =>
    Math.max(
      0,
      measures.findLastIndex(({ start }) => start <= tick),
    );
  return {
    measures,
    at,
    /** The signs of a note that may pass bar lines. */
    note(start: number, end: number, degree: string, octave: number): RhythmToken[] {
      const tokens: RhythmToken[] = [];
      for (let from = start; from < end; ) {
        const index = at(from);
        const until = Math.min(end, index === measures.length - 1 ? end : measures[index]!.end);
        tokens.push(...signsOf(until - from, degree, octave, from > start));
        from = until;
        if (from < end) tokens.push(barOf(measures[index + 1]!));
      }
      return tokens;
    },
    /** Rests and bar lines from one note to the next: those up to the first bar line, and those after it. */
    silence(start: number, end: number, isAfterNote: boolean): [ending: RhythmToken[], beginning: RhythmToken[]] {
      const [from, to] = [isAfterNote ? at(start - 1) : at(start), at(end)];
      const [first, last] = [measures[from]!, measures[to]!];
      if (from === to) return isAfterNote ? [restsOf(start, end, first), []] : [[], restsOf(start, end, first)];
      const whole = measures.slice(from + 1, to);
      const between: RhythmToken[] =
        whole.length > 1
          ? [{ kind: 'silence', measures: whole.length }, barOf(last)]
          : whole.flatMap((measure) => [...restsOf(measure.start, measure.end, measure), barOf(last)]);
      return [
        [...restsOf(start, first.end, first), barOf(measures[from + 1]!)],
        [...between, ...restsOf(last.start, end, last)],
      ];
    },
  };
}

/** Beats of the shortest sign, by which still shorter lengths are written. */
const LEAST_BEATS = 1 / 16;

/** The rests of silence within one measure: one to the end of the present beat, then one for each beat. Times in ticks. */
function restsOf(start: number, end: number, measure: TickMeasure): RhythmSign[] {
  const signs: RhythmSign[] = [];
  for (let at = start; at < end; ) {
    const nextBeat = at + TICKS - ((at - measure.start) % TICKS);
    const until = Math.min(end, nextBeat);
    signs.push(...signsOf(until - at, '0', 0, false).map((sign) => ({ ...sign, isTied: false })));
    at = until;
  }
  return signs;
}

/** The signs of a note or rest within one measure. */
function signsOf(ticks: number, degree: string, octave: number, isTied: boolean): RhythmSign[] {
  const values = noteValues(ticks, TICKS);
  const written = values.filter(({ beats }) => beats !== undefined);
  return (written.length > 0 ? written : values).map(({ beats = LEAST_BEATS, dots, isTriplet }, i) => {
    // A dot of one or more quarter notes is written as dashes.
    const isLongDot = dots === 1 && beats > 1;
    return {
      kind: 'sign',
      degree,
      octave,
      underlines: Math.max(0, -Math.log2(beats)),
      dashes: Math.max(1, beats) - 1 + (isLongDot ? beats / 2 : 0),
      isDotted: dots === 1 && !isLongDot,
      isTriplet,
      isTied: isTied || i > 0,
    };
  });
}

const DEGREES = ['1', '♯1', '2', '♯2', '3', '4', '♯4', '5', '♯5', '6', '♭7', '7'];
/** Key signatures from seven flats to seven sharps. */
const TONICS = ['C♭', 'G♭', 'D♭', 'A♭', 'E♭', 'B♭', 'F', 'C', 'G', 'D', 'A', 'E', 'B', 'F♯', 'C♯'];
const FLATS = 7;
const OCTAVE = 12;
const FIFTH = 7;

/** Degrees in a key; the octave of the middle note is the plain one. */
function degreesIn(fifths: number, notes: readonly Sounding[]) {
  const pitches = notes.map(({ pitch }) => pitch).sort((a, b) => a - b);
  const middle = pitches[Math.floor(pitches.length / 2)]!;
  const above = (from: number, pitch: number) => (((pitch - from) % OCTAVE) + OCTAVE) % OCTAVE;
  const base = middle - above(fifths * FIFTH, middle);
  return (pitch: number) => ({ degree: DEGREES[above(base, pitch)]!, octave: Math.floor((pitch - base) / OCTAVE) });
}
