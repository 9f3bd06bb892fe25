import { parseSyllable, type Tone } from '../../../../src/cantonese/jyutping.ts';

/** Chao's tone letters: the height at which a tone begins and ends, 1 the lowest, 5 the highest (Bauer and Benedict 1997). */
const CHAO_TONES: Record<Tone, readonly [number, number]> = {
  1: [5, 5],
  2: [2, 5],
  3: [3, 3],
  4: [2, 1],
  5: [2, 3],
  6: [2, 2],
};

const SEMITONES_PER_STEP = 2.5;
/** Entering tones are cut short by their stop. */
const CHECKED_TONE_SHARE = 0.5;

export interface ToneGlide {
  /** Fractional MIDI pitches at which the glide begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Share of the note's length that is voiced, 0 to 1. */
  readonly voicedShare: number;
}

/** The spoken tone of a syllable as a glide around a pitch; undefined when it is no syllable. */
export function glideOf(jyutping: string, centre: number): ToneGlide | undefined {
  const syllable = parseSyllable(jyutping);
  if (!syllable) return undefined;
  const [from, to] = CHAO_TONES[syllable.tone].map((height) => centre + (height - 3) * SEMITONES_PER_STEP) as [
    number,
    number,
  ];
  return { from, to, voicedShare: /[ptk]$/u.test(syllable.final) ? CHECKED_TONE_SHARE : 0.85 };
}
