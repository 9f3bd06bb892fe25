import { parseJyutping, type Tone } from '../../../src/cantonese/jyutping.ts';

/**
 * The six tones as they are spoken, on Chao's scale from 1 (low) to 5 (high): where each begins and where it ends.
 * Source: the usual description of Hong Kong Cantonese (Bauer and Benedict, Modern Cantonese Phonology, 1997).
 */
const TONE_GLIDES: Readonly<Record<Tone, readonly [begin: number, end: number]>> = {
  1: [5, 5],
  2: [2, 5],
  3: [3, 3],
  4: [2, 1],
  5: [2, 3],
  6: [2, 2],
};

/** One syllable to be sounded. Frequencies in hertz, times in seconds from the beginning. */
export interface Glide {
  readonly from: number;
  readonly to: number;
  readonly startSeconds: number;
  readonly durationSeconds: number;
}

/** A comfortable voice: 1 on the scale is 110 Hz, each step two and a half semitones. */
const LOWEST_HZ = 110;
const OCTAVES_PER_STEP = 2.5 / 12;
const SYLLABLE_SECONDS = 0.36;
/** Syllables that end in a stop are cut short. */
const CHECKED_SYLLABLE_SECONDS = 0.2;
const GAP_SECONDS = 0.05;

const frequencyOf = (height: number) => LOWEST_HZ * 2 ** ((height - 1) * OCTAVES_PER_STEP);

/** The pitches of a reading; empty when it is no jyutping. */
export function glidesOf(jyutping: string): readonly Glide[] {
  let startSeconds = 0;
  return (parseJyutping(jyutping) ?? []).map(({ final, tone }) => {
    const durationSeconds = /[ptk]$/.test(final) ? CHECKED_SYLLABLE_SECONDS : SYLLABLE_SECONDS;
    const [from, to] = TONE_GLIDES[tone];
    const glide = { from: frequencyOf(from), to: frequencyOf(to), startSeconds, durationSeconds };
    startSeconds += durationSeconds + GAP_SECONDS;
    return glide;
  });
}

let context: AudioContext | undefined;

/** Hums the tones of a reading. Answers how long it takes, in seconds. */
export function playTones(jyutping: string): number {
  context ??= new AudioContext();
  void context.resume();
  const start = context.currentTime + 0.03;
  const glides = glidesOf(jyutping);
  for (const glide of glides) playGlide(context, glide, start + glide.startSeconds);
  const last = glides.at(-1);
  return last ? last.startSeconds + last.durationSeconds : 0;
}

function playGlide(audio: AudioContext, { from, to, durationSeconds }: Glide, startTime: number): void {
  const [oscillator, filter, volume] = [audio.createOscillator(), audio.createBiquadFilter(), audio.createGain()];
  // Softened to something like a hummed vowel.
  oscillator.type = 'sawtooth';
  filter.type = 'lowpass';
  filter.frequency.value = 900;
  oscillator.frequency.setValueAtTime(from, startTime);
  oscillator.frequency.setValueAtTime(from, startTime + durationSeconds * 0.3);
  oscillator.frequency.exponentialRampToValueAtTime(to, startTime + durationSeconds);
  volume.gain.setValueAtTime(0, startTime);
  volume.gain.linearRampToValueAtTime(0.22, startTime + 0.03);
  volume.gain.setValueAtTime(0.22, startTime + durationSeconds - 0.06);
  volume.gain.linearRampToValueAtTime(0, startTime + durationSeconds);
  oscillator.connect(filter).connect(volume).connect(audio.destination);
  oscillator.start(startTime);
  oscillator.stop(startTime + durationSeconds);
}
