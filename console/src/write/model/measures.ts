import type { SongScore } from './document.ts';

/** A measure: its bounds in beats, and the time signature and key written at its beginning, if they change there. */
export interface Measure {
  readonly start: number;
  readonly end: number;
  readonly meter: Meter | undefined;
  readonly key: Key | undefined;
}

type Meter = SongScore['meters'][number];
type Key = SongScore['keys'][number];

const COMMON_TIME: Meter = { start: 0, beats: 4, unit: 4 };
/** Beats within which two times count as one. */
const EPSILON = 1e-6;

/** The measures from beat 0 to a beat: those of the file, then measures of the last time signature. */
export function measuresUntil(end: number, score: SongScore | undefined): Measure[] {
  const meters = score?.meters.length ? score.meters : [COMMON_TIME];
  const keys = score?.keys ?? [];
  const starts = barStarts(end, meters, score?.bars ?? []);
  return starts.slice(0, -1).map((start, i): Measure => {
    const next = starts[i + 1]!;
    // A change within a measure is written at its beginning.
    const isHere = (mark: { readonly start: number }) =>
      i === 0 ? mark.start < next - EPSILON : mark.start > start - EPSILON && mark.start < next - EPSILON;
    return { start, end: next, meter: meters.findLast(isHere), key: keys.findLast(isHere) };
  });
}

/** The first bar line (in beats) of which a note `leadIn` beats later is not before `time`. */
export function barLineFor(time: number, leadIn: number, { meters, bars }: SongScore): number {
  const starts = barStarts(time + 1, meters, bars);
  return starts.find((start) => start + leadIn > time - EPSILON)!;
}

/** The score from the measure of its first note on, which becomes beat 0; without tempos. */
export function fromFirstNote(score: SongScore): SongScore {
  const { leadIn, meters, keys, bars } = score;
  const start = barStarts(leadIn + 1, meters, bars).findLast((bar) => bar < leadIn + EPSILON)!;
  const shifted = <Mark extends { readonly start: number }>(marks: readonly Mark[]) =>
    marks
      .filter((mark, i) => mark.start > start - EPSILON || (marks[i + 1]?.start ?? start + 1) > start + EPSILON)
      .map((mark) => ({ ...mark, start: Math.max(0, mark.start - start) }));
  const laterBars = bars.filter((bar) => bar > start - EPSILON).map((bar) => bar - start);
  return { leadIn: leadIn - start, tempos: [], meters: shifted(meters), keys: shifted(keys), bars: laterBars };
}

/** The score up to a bar line (in beats), with another one from there on. The tempos are those of the former. */
export function followedBy(score: SongScore, next: SongScore, barLine: number): SongScore {
  const join = <Mark extends { readonly start: number }>(marks: readonly Mark[], later: readonly Mark[]) => [
    ...marks.filter(({ start }) => start < barLine - EPSILON),
    ...later.map((mark) => ({ ...mark, start: mark.start + barLine })),
  ];
  const before = barStarts(barLine, score.meters, score.bars).filter((bar) => bar < barLine - EPSILON);
  const bars = [...before, barLine, ...next.bars.filter((bar) => bar > EPSILON).map((bar) => bar + barLine)];
  const meters = join(score.meters.length > 0 ? score.meters : [COMMON_TIME], next.meters);
  return { ...score, meters, keys: join(score.keys, next.keys), bars };
}

/** Beats at which measures begin, the first 0, up to one at or after `end`; two at least. */
function barStarts(end: number, meters: readonly Meter[], bars: readonly number[]): number[] {
  const starts = bars.length > 0 && bars[0]! < EPSILON ? [...bars] : [0];
  while (starts.at(-1)! < end - EPSILON || starts.length < 2) {
    const last = starts.at(-1)!;
    const { beats, unit } = meters.findLast(({ start }) => start < last + EPSILON) ?? COMMON_TIME;
    const next = last + (beats * 4) / unit;
    const change = meters.find(({ start }) => start > last + EPSILON && start < next - EPSILON);
    starts.push(change?.start ?? next);
  }
  return starts;
}

/** Lengths as notes are written. */

export interface NoteValue {
  readonly ticks: number;
  /** MusicXML name of the note type, and its length in beats without dot and triplet; both absent if no type has the length. */
  readonly type?: string;
  readonly beats?: number;
  readonly dots: 0 | 1;
  /** Three in the time of two. */
  readonly isTriplet: boolean;
}

/** Note types with their lengths in beats, the longest first. */
const TYPES: readonly (readonly [type: string, beats: number])[] = [
  ['breve', 8],
  ['whole', 4],
  ['half', 2],
  ['quarter', 1],
  ['eighth', 1 / 2],
  ['16th', 1 / 4],
  ['32nd', 1 / 8],
  ['64th', 1 / 16],
];

/** The note values that make up a length when tied: a single one if possible, else the longest plain ones, one after the other. */
export function noteValues(ticks: number, ticksPerBeat: number): readonly NoteValue[] {
  const single = singleValue(ticks, ticksPerBeat);
  if (single) return [single];
  const longest = TYPES.map(([type, beats]) => ({ type, beats, ticks: beats * ticksPerBeat })).find(
    (value) => Number.isInteger(value.ticks) && value.ticks < ticks,
  );
  if (!longest) return [{ ticks, dots: 0, isTriplet: false }];
  return [{ ...longest, dots: 0, isTriplet: false }, ...noteValues(ticks - longest.ticks, ticksPerBeat)];
}

function singleValue(ticks: number, ticksPerBeat: number): NoteValue | undefined {
  for (const [type, beats] of TYPES) {
    const plain = beats * ticksPerBeat;
    if (ticks === plain) return { ticks, type, beats, dots: 0, isTriplet: false };
    if (ticks * 2 === plain * 3) return { ticks, type, beats, dots: 1, isTriplet: false };
    if (ticks * 3 === plain * 2) return { ticks, type, beats, dots: 0, isTriplet: true };
  }
  return undefined;
}
