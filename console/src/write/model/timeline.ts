import { isSung, lineUnits } from '../../../../src/cantonese/line-units.ts';
import type { Note, NotePiece, SongDocument, SongLine, SongScore } from './document.ts';
import { barLineFor, followedBy } from './measures.ts';
import { isHeading } from './sections.ts';

/** When each note of a song sounds: what all exports and the player go by. */

/** Beats of silence before a line whose melody was not loaded from a file. */
export const LINE_REST_BEATS = 1;
/** Beats that a position without a note takes. */
export const MISSING_NOTE_BEATS = 1;

interface TimedNote {
  /** Index of its line. */
  readonly line: number;
  readonly position: number;
  readonly note: Note;
  /** Beats from the song's beginning. */
  readonly start: number;
}

/** A sung position of a line in time; without a note there is only the word. */
interface Moment {
  readonly note: Note | null;
  /** Beats from the song's beginning. */
  readonly start: number;
  readonly beats: number;
}

type Timed = Pick<SongDocument, 'lines' | 'score'>;
type LengthOf = (line: SongLine) => number;
const NO_SCORE: SongScore = { leadIn: 0, tempos: [], meters: [], keys: [], bars: [] };

/** The score of the song as a whole: a melody that was loaded beside others has its own measures from where it begins. */
export function scoreOf(song: Timed): SongScore | undefined {
  return song.score || song.lines.some(({ score }) => score) ? scheduleOf(song).score : undefined;
}

/** When each position of each line comes. */
function momentsOf(song: Timed, lengthOf?: LengthOf): Moment[][] {
  return scheduleOf(song, lengthOf).moments;
}

/**
 * The moments of each line, and the score of the whole song.
 * @param lengthOf number of positions of a line; those beyond its melody have words alone and delay the notes after them
 */
function scheduleOf({ lines, score: first = NO_SCORE }: Timed, lengthOf: LengthOf = ({ melody }) => melody.length) {
  let score = first;
  // In beats: the time at which the melody goes on, and the time until which words are still sung.
  let [end, busyUntil] = [score.leadIn, 0];
  let isFirst = true;
  let hasSurplus = false;
  const moments = lines.map((line) => {
    let silence = isFirst ? 0 : LINE_REST_BEATS;
    if (line.score && !isFirst) {
      const barLine = barLineFor(Math.max(end, busyUntil), line.score.leadIn, score);
      score = followedBy(score, line.score, barLine);
      [end, silence] = [barLine + line.score.leadIn, 0];
    }
    return Array.from({ length: Math.max(lengthOf(line), line.melody.length) }, (_, position): Moment => {
      const note = line.melody[position] ?? null;
      const due = end + (note?.rest ?? silence);
      const isNextLine = position === 0 && hasSurplus && note?.rest === undefined;
      const start = Math.max(due, busyUntil + (isNextLine ? LINE_REST_BEATS : 0));
      const beats = note?.beats ?? MISSING_NOTE_BEATS;
      if (note) {
        end = due + beats;
        silence = 0;
        isFirst = false;
      } else silence += MISSING_NOTE_BEATS;
      const isSurplus = position >= line.melody.length;
      hasSurplus ||= isSurplus;
      if (note || isSurplus) busyUntil = start + beats;
      return { note, start, beats };
    });
  });
  return { moments, score };
}

/** The notes of a song in their order. */
export function timelineOf(song: Timed): TimedNote[] {
  return momentsOf(song).flatMap((moments, line) =>
    moments.flatMap(({ note, start }, position) => (note ? [{ line, position, note, start }] : [])),
  );
}

/** The single notes that are sung to a character. */
export function piecesOf({ pitch, beats, pieces }: Note): readonly NotePiece[] {
  return pieces ?? [{ pitch, at: 0, beats }];
}

/** Text sung at a position, and whether it forms one Latin word with its neighbours. */
export interface SungSyllable {
  readonly text: string;
  /** The next syllable belongs to the same Latin word, or the one before does. */
  readonly joinsNext: boolean;
  readonly joinsPrevious: boolean;
  /** Place of its first character in the text, in code points. */
  readonly place: number;
}

/** Number of sung characters of a song without a note; exported files leave them out. */
export function countWithoutNote({ lines }: Pick<SongDocument, 'lines'>): number {
  return lines.reduce((sum, line) => {
    const notes = line.melody.filter((note) => note !== null).length;
    return sum + (isHeading(line.text) ? 0 : Math.max(0, syllablesOfLine(line).length - notes));
  }, 0);
}

const LATIN = /^\p{Script=Latin}/u;

/** The syllables of a line by sung position. */
export function syllablesOfLine({ text }: Pick<SongLine, 'text'>): SungSyllable[] {
  const units = lineUnits(text);
  const isWithinWord = (i: number) => LATIN.test(units[i] ?? '') && LATIN.test(units[i + 1] ?? '');
  let place = 0;
  return units.flatMap((unit, i) => {
    const at = place;
    place += Array.from(unit).length;
    if (!isSung(unit)) return [];
    return [{ text: unit, joinsNext: isWithinWord(i), joinsPrevious: i > 0 && isWithinWord(i - 1), place: at }];
  });
}

/** The song's tempos: those of the file, faster or slower as the writer has set it. */
export function temposOf({
  tempo,
  score,
}: Pick<SongDocument, 'tempo' | 'score'>): readonly { start: number; bpm: number }[] {
  const [first] = score?.tempos ?? [];
  if (!first) return [{ start: 0, bpm: tempo }];
  const factor = tempo / nominalTempo(first.bpm);
  return score!.tempos.map(({ start, bpm }, i) => ({ start: i === 0 ? 0 : start, bpm: bpm * factor }));
}

export const MIN_TEMPO = 20;
export const MAX_TEMPO = 300;

/** The whole number that the page shows for a tempo. */
export function nominalTempo(bpm: number): number {
  return Math.min(MAX_TEMPO, Math.max(MIN_TEMPO, Math.round(bpm)));
}

/** Ticks per beat that a MIDI file can hold, at most. */
const MAX_TICKS = 32_767;
/** Ticks per beat by which most lengths are whole: 2⁴ × 3³ × 5 × 7. */
const USUAL_TICKS = 15_120;
/** Ticks per beat aimed at where fewer would do. */
const LEAST_TICKS = 480;
/** Ticks within which a time counts as whole. */
const WHOLE_TICK = 1e-4;

/** Ticks per beat by which all times (in beats) are whole; `USUAL_TICKS` if that would be more than a file can hold. */
export function ticksPerBeatOf(times: readonly number[]): number {
  let ticks = 1;
  for (const time of times) {
    const scaled = time * ticks;
    if (Math.abs(scaled - Math.round(scaled)) < WHOLE_TICK) continue;
    ticks *= denominatorOf(scaled);
    if (ticks > MAX_TICKS) return USUAL_TICKS;
  }
  return ticks * Math.max(1, Math.floor(LEAST_TICKS / ticks));
}

/** The denominator of a number as a fraction, by continued fractions. */
function denominatorOf(number: number): number {
  let [before, denominator] = [0, 1];
  let fraction = number - Math.floor(number);
  while (Math.abs(number * denominator - Math.round(number * denominator)) > WHOLE_TICK && denominator <= MAX_TICKS) {
    const inverse = 1 / fraction;
    const whole = Math.floor(inverse);
    [before, denominator] = [denominator, whole * denominator + before];
    fraction = inverse - whole;
  }
  return denominator;
}

/** Times of lines that are played by themselves, at the tempos of their place in the song. */

export interface PlayTimes {
  /** Times by line and sung position: `at` in seconds after the beginning of the first, `seconds` the length. */
  readonly lines: readonly (readonly { readonly at: number; readonly seconds: number }[])[];
  /** Seconds after which the lines may begin again. */
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

/** The beat at which lines played in a loop begin again: after whole bars, which keeps a pick-up in time; without bars after a rest. */
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
