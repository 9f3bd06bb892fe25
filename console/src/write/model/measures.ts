import type { SongScore } from './document.ts';

/** A measure as it is written: its bounds in beats, and what is said at its beginning. */
export interface Measure {
  readonly start: number;
  readonly end: number;
  readonly meter: Meter | undefined;
  readonly key: Key | undefined;
}

type Meter = SongScore['meters'][number];
type Key = SongScore['keys'][number];

const COMMON_TIME: Meter = { start: 0, beats: 4, unit: 4 };
/** Two times within it are one. */
const EPSILON = 1e-6;

/** The measures from the beginning to a time: those of the file, then as its time signatures go on. */
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
