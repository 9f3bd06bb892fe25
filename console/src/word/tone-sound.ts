import { parseJyutping, type Tone } from '../../../src/cantonese/jyutping.ts';

/**
 * The six tones as they are spoken, on Chao's scale from 1 (low) to 5 (high): where each begins and where it ends.
 * Source: the usual description of Hong Kong Cantonese (Bauer and Benedict, Modern Cantonese Phonology, 1997).
 */
const GLIDES: Readonly<Record<Tone, readonly [begin: number, end: number]>> = {
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
  readonly begins: number;
  readonly lasts: number;
}

/** A comfortable voice: 1 on the scale is 110 Hz, each step two and a half semitones. */
const LOWEST = 110;
const STEP = 2.5 / 12;
const SYLLABLE = 0.36;
/** Syllables that end in a stop are cut short. */
const STOPPED = 0.2;
const GAP = 0.05;

const frequencyOf = (height: number) => LOWEST * 2 ** ((height - 1) * STEP);

/** The pitches of a reading; empty when it is no jyutping. */
export function glidesOf(jyutping: string): readonly Glide[] {
  let begins = 0;
  return (parseJyutping(jyutping) ?? []).map(({ final, tone }) => {
    const lasts = /[ptk]$/.test(final) ? STOPPED : SYLLABLE;
    const [from, to] = GLIDES[tone];
    const glide = { from: frequencyOf(from), to: frequencyOf(to), begins, lasts };
    begins += lasts + GAP;
    return glide;
  });
}

let context: AudioContext | undefined;

/** Hums the tones of a reading. Answers how long it takes, in seconds. */
export function hum(jyutping: string): number {
  context ??= new AudioContext();
  void context.resume();
  const start = context.currentTime + 0.03;
  const glides = glidesOf(jyutping);
  for (const glide of glides) sound(context, glide, start + glide.begins);
  const last = glides.at(-1);
  return last ? last.begins + last.lasts : 0;
}

function sound(audio: AudioContext, { from, to, lasts }: Glide, at: number): void {
  const [oscillator, filter, volume] = [audio.createOscillator(), audio.createBiquadFilter(), audio.createGain()];
  // Softened to something like a hummed vowel.
  oscillator.type = 'sawtooth';
  filter.type = 'lowpass';
  filter.frequency.value = 900;
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.setValueAtTime(from, at + lasts * 0.3);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + lasts);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.22, at + 0.03);
  volume.gain.setValueAtTime(0.22, at + lasts - 0.06);
  volume.gain.linearRampToValueAtTime(0, at + lasts);
  oscillator.connect(filter).connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + lasts);
}
