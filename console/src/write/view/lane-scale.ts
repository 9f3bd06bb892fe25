import { computed, signal } from '@preact/signals';
import { type CodeDigit, type Level, levelOfCode } from '../../../../src/cantonese/tone.ts';
import { song } from '../state/song.ts';
import { LANE_HEIGHT } from './line-geometry.ts';

/** Heights in the melody lane: pitches of the song's whole range, and the four levels of tones over the same height. */

interface Range {
  readonly low: number;
  readonly high: number;
}

const MARGIN = 8;
/** The lane shows so many semitones at least: small steps are not to look like leaps. */
const MIN_SPAN = 10;
const NO_MELODY: Range = { low: 50, high: 50 + MIN_SPAN };

const songRange = computed<Range>(() => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { melody } of song.value.lines)
    for (const note of melody) {
      if (note === null) continue;
      low = Math.min(low, note.pitch);
      high = Math.max(high, note.pitch);
    }
  if (low > high) return NO_MELODY;
  const missing = Math.max(0, MIN_SPAN - (high - low)) / 2;
  return { low: low - 1 - Math.floor(missing), high: high + 1 + Math.ceil(missing) };
});

/** While a note is dragged the scale stays as it was, so that the note stays under the pointer. */
const frozenRange = signal<Range | null>(null);
const range = computed(() => frozenRange.value ?? songRange.value);

export function freezeScale(isFrozen: boolean): void {
  frozenRange.value = isFrozen ? range.peek() : null;
}

/** Height in the lane of a MIDI pitch, in pixels from its top. */
export function heightOfPitch(pitch: number): number {
  const { low, high } = range.value;
  return MARGIN + ((high - pitch) / (high - low)) * (LANE_HEIGHT - 2 * MARGIN);
}

/** The semitone at a height in the lane. */
export function pitchAtHeight(y: number): number {
  const { low, high } = range.peek();
  return Math.round(high - ((y - MARGIN) / (LANE_HEIGHT - 2 * MARGIN)) * (high - low));
}

export function heightOfCode(code: CodeDigit): number {
  const level: Level = levelOfCode(code);
  return MARGIN + 2 + ((3 - level) / 3) * (LANE_HEIGHT - 2 * MARGIN - 4);
}
