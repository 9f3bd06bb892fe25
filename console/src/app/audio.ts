import { parseJyutping, type Tone } from '../../../src/cantonese/jyutping.ts';

/** How tones sound: what the melody's player shares, and the hum of the word card. */

let context: AudioContext | undefined;

/** Browsers let sound begin only once someone has pressed something. */
export function getAudioContext(): AudioContext {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/**
 * Chao's tone letters: the height at which a tone begins and ends, 1 the lowest, 5 the highest.
 * Source: the usual description of Hong Kong Cantonese (Bauer and Benedict, Modern Cantonese Phonology, 1997).
 */
export const CHAO_TONES: Readonly<Record<Tone, readonly [begin: number, end: number]>> = {
  1: [5, 5],
  2: [2, 5],
  3: [3, 3],
  4: [2, 1],
  5: [2, 3],
  6: [2, 2],
};

export const SEMITONES_PER_STEP = 2.5;

/** One syllable to be sounded. Frequencies in hertz, times in seconds from the beginning. */
interface Glide {
  readonly from: number;
  readonly to: number;
  readonly startSeconds: number;
  readonly durationSeconds: number;
}

/** A comfortable voice: 1 on the scale is 110 Hz. */
const LOWEST_HZ = 110;
const SYLLABLE_SECONDS = 0.36;
/** Syllables that end in a stop are cut short. */
const CHECKED_SYLLABLE_SECONDS = 0.2;
const GAP_SECONDS = 0.05;

const frequencyOf = (height: number) => LOWEST_HZ * 2 ** (((height - 1) * SEMITONES_PER_STEP) / 12);

/** The pitches of a reading; empty when it is no jyutping. */
function glidesOf(jyutping: string): readonly Glide[] {
  let startSeconds = 0;
  return (parseJyutping(jyutping) ?? []).map(({ final, tone }) => {
    const durationSeconds = /[ptk]$/.test(final) ? CHECKED_SYLLABLE_SECONDS : SYLLABLE_SECONDS;
    const [from, to] = CHAO_TONES[tone];
    const glide = { from: frequencyOf(from), to: frequencyOf(to), startSeconds, durationSeconds };
    startSeconds += durationSeconds + GAP_SECONDS;
    return glide;
  });
}

/** Hums the tones of a reading. */
export function playTones(jyutping: string): void {
  const audio = getAudioContext();
  const start = audio.currentTime + 0.03;
  for (const glide of glidesOf(jyutping)) playGlide(audio, glide, start + glide.startSeconds);
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
