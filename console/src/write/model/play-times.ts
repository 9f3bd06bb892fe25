import type { SongDocument, SongLine } from './document.ts';
import { LINE_REST_BEATS, momentsOf, scoreOf, temposOf } from './timeline.ts';

/** When lines sound that are played by themselves: by the song's tempos at the place where they stand. */

export interface PlayTimes {
  /** By line and sung position, in seconds after the beginning of the first. */
  readonly lines: readonly (readonly { readonly at: number; readonly seconds: number }[])[];
  /** After which the same may begin anew. */
  readonly seconds: number;
}

/**
 * @param from index of the first line
 * @param to index after the last
 * @param lengthOf how many sung positions a line has, by its notes or its words
 */
export function playTimesOf(
  song: Pick<SongDocument, 'lines' | 'score' | 'tempo'>,
  [from, to]: readonly [from: number, to: number],
  lengthOf: (line: SongLine) => number,
): PlayTimes {
  const lines = momentsOf(song, lengthOf).slice(from, to);
  const moments = lines.flat();
  const secondsAt = clockOf(temposOf(song));
  const first = Math.min(...moments.map(({ start }) => start));
  const end = Math.max(...moments.map(({ start, beats }) => start + beats));
  if (moments.length === 0) return { lines: lines.map(() => []), seconds: 0 };
  return {
    lines: lines.map((line) =>
      line.map(({ start, beats }) => ({
        at: secondsAt(start) - secondsAt(first),
        seconds: secondsAt(start + beats) - secondsAt(start),
      })),
    ),
    seconds: secondsAt(endOfRound(song, first, end)) - secondsAt(first),
  };
}

const EPSILON = 1e-6;

/** A round of what has bars takes whole ones, so that a pick-up comes where it was; else a rest follows, as between two lines. */
function endOfRound(song: Pick<SongDocument, 'lines' | 'score'>, first: number, end: number): number {
  const score = scoreOf(song);
  const meter = score?.meters.findLast(({ start }) => start < first + EPSILON) ?? score?.meters[0];
  if (!meter) return end + LINE_REST_BEATS;
  const bar = (meter.beats * 4) / meter.unit;
  return first + Math.ceil((end - first) / bar - EPSILON) * bar;
}

/** Seconds from the song's beginning at a beat. */
function clockOf(tempos: ReturnType<typeof temposOf>): (beat: number) => number {
  const marks: { readonly start: number; readonly bpm: number; readonly seconds: number }[] = [];
  for (const { start, bpm } of tempos) {
    const last = marks.at(-1);
    marks.push({ start, bpm, seconds: last ? last.seconds + ((start - last.start) * 60) / last.bpm : 0 });
  }
  return (beat) => {
    const { start, bpm, seconds } = marks.findLast((mark) => mark.start <= beat + EPSILON) ?? marks[0]!;
    return seconds + ((beat - start) * 60) / bpm;
  };
}
