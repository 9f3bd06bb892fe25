/** Lengths as notes are written. */

export interface NoteValue {
  readonly ticks: number;
  /** Name of the note's kind; undefined where no kind is so long. */
  readonly type?: string;
  readonly dots: 0 | 1;
  /** Three in the time of two. */
  readonly isTriplet: boolean;
}

/** By their length in beats. */
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

/** A length as values that are tied together: one where there is one, else the longest plain ones. */
export function noteValues(ticks: number, ticksPerBeat: number): readonly NoteValue[] {
  const single = singleValue(ticks, ticksPerBeat);
  if (single) return [single];
  const longest = TYPES.map(([type, beats]) => ({ type, ticks: beats * ticksPerBeat })).find(
    (value) => Number.isInteger(value.ticks) && value.ticks < ticks,
  );
  if (!longest) return [{ ticks, dots: 0, isTriplet: false }];
  return [{ ...longest, dots: 0, isTriplet: false }, ...noteValues(ticks - longest.ticks, ticksPerBeat)];
}

function singleValue(ticks: number, ticksPerBeat: number): NoteValue | undefined {
  for (const [type, beats] of TYPES) {
    const plain = beats * ticksPerBeat;
    if (ticks === plain) return { ticks, type, dots: 0, isTriplet: false };
    if (ticks * 2 === plain * 3) return { ticks, type, dots: 1, isTriplet: false };
    if (ticks * 3 === plain * 2) return { ticks, type, dots: 0, isTriplet: true };
  }
  return undefined;
}
