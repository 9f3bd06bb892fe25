import { parseSyllable, type Tone } from '../../../src/cantonese/jyutping.ts';
import type { NotePiece } from './model/document.ts';
import type { Voices } from './state/store.ts';

/** Playback of melodies and tones by oscillators. */

let context: AudioContext | undefined;

/** The shared audio context, resumed; call on a press, as browsers allow sound only after one. */
function getAudioContext(): AudioContext {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/**
 * Chao's tone letters: the height at which a tone begins and ends, 1 the lowest, 5 the highest.
 * Source: the usual description of Hong Kong Cantonese (Bauer and Benedict, Modern Cantonese Phonology, 1997).
 */
const CHAO_TONES: Readonly<Record<Tone, readonly [begin: number, end: number]>> = {
  1: [5, 5],
  2: [2, 5],
  3: [3, 3],
  4: [2, 1],
  5: [2, 3],
  6: [2, 2],
};

/** Semitones between neighbouring heights of Chao's letters. */
const SEMITONES_PER_STEP = 2.5;

export interface PlayedLine {
  readonly id: string;
  /** Notes by sung position; a null pitch has a tone alone. */
  readonly notes: readonly {
    readonly pitch: number | null;
    readonly beats: number;
    readonly jyutping: string | null;
    /** When it sounds, in seconds after the beginning of the round, and for how long. */
    readonly at: number;
    readonly seconds: number;
    /** Several notes to the syllable. */
    readonly pieces?: readonly NotePiece[] | undefined;
  }[];
}

/** MIDI pitch around which tones are hummed without a melody: G3. */
const DEFAULT_CENTRE_PITCH = 55;
/** Seconds from a call to the first sound. */
const LEAD_SECONDS = 0.06;
/** Seconds that the start of a round may lie in the past; a page hidden for longer goes on from about now. */
const LATE_SECONDS = 0.1;

const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12);

/** Seconds of a single syllable. */
const TRIED_SECONDS = 0.5;

/** Sounds one note with its syllable's tone, which is spoken around the pitches of its line. */
export function soundSyllable(pitch: number, jyutping: string | null, linePitches: readonly (number | null)[]): void {
  const { destination, currentTime } = getAudioContext();
  const note = { pitch, jyutping, beats: 1, at: 0, seconds: TRIED_SECONDS };
  scheduleNote(destination, note, 'both', centreOf(linePitches), currentTime);
}

/** Hums the tones of a reading. */
export function playTones(jyutping: string): void {
  const { destination, currentTime } = getAudioContext();
  for (const [i, syllable] of jyutping.split(' ').entries()) {
    const note = { pitch: null, jyutping: syllable, beats: 1, at: i * TRIED_SECONDS, seconds: TRIED_SECONDS };
    scheduleNote(destination, note, 'tones', DEFAULT_CENTRE_PITCH, currentTime + LEAD_SECONDS);
  }
}

/** A short sound of one pitch, for the ear while a note is moved. */
export function soundNote(pitch: number): void {
  const { destination, currentTime } = getAudioContext();
  playTone(destination, { type: 'triangle', from: pitch, to: pitch, start: currentTime, length: 0.22, gain: 0.14 });
}

/** Lines that are played one after the other. */
export interface Round {
  readonly lines: readonly PlayedLine[];
  /** Length, including the silence before the next round. */
  readonly seconds: number;
  readonly voices: Voices;
}

/**
 * Plays a round, then what `next` gives as long as it gives something.
 * @param onCue told again and again what sounds, in the end null
 * @returns the function that stops it
 */
export function playRounds(round: Round, next: () => Round | undefined, onCue: (cue: Cue | null) => void): () => void {
  const audioContext = getAudioContext();
  const output = audioContext.createGain();
  output.connect(audioContext.destination);
  let scheduled = scheduleRound(output, round, audioContext.currentTime + LEAD_SECONDS);
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    output.disconnect();
    onCue(null);
  };
  const step = () => {
    if (audioContext.currentTime >= scheduled.end) {
      const following = next();
      if (!following) return stop();
      // From when the last one ended, not from when that was seen: rounds keep time.
      const start = Math.max(scheduled.end, audioContext.currentTime - LATE_SECONDS);
      scheduled = scheduleRound(output, following, start);
    }
    const cue = scheduled.cues.findLast(({ time }) => time <= audioContext.currentTime) ?? scheduled.cues[0];
    if (cue) onCue(cue);
    frame = requestAnimationFrame(step);
  };
  step();
  return stop;
}

interface Cue {
  readonly time: number;
  readonly lineId: string;
  readonly position: number;
}

function scheduleRound(output: AudioNode, { lines, seconds, voices }: Round, start: number) {
  const cues = lines.flatMap(({ id, notes }) => {
    const centre = centreOf(notes.map(({ pitch }) => pitch));
    return notes.map((note, position): Cue => {
      scheduleNote(output, note, voices, centre, start);
      return { time: start + note.at, lineId: id, position };
    });
  });
  return { cues, end: start + seconds };
}

function centreOf(linePitches: readonly (number | null)[]): number {
  const pitches = linePitches.filter((pitch) => pitch !== null);
  return pitches.length === 0 ? DEFAULT_CENTRE_PITCH : pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length;
}

/** @param beginning when the round begins */
function scheduleNote(
  output: AudioNode,
  { pitch, beats, jyutping, pieces, at, seconds: length }: PlayedLine['notes'][number],
  voices: Voices,
  centre: number,
  beginning: number,
): void {
  const start = beginning + at;
  const sung = pieces ?? (pitch === null ? [] : [{ pitch, at: 0, beats }]);
  if (voices !== 'tones')
    for (const piece of sung)
      playTone(output, {
        type: 'triangle',
        from: piece.pitch,
        to: piece.pitch,
        start: start + (piece.at / beats) * length,
        length: (piece.beats / beats) * length * 0.95,
        gain: 0.16,
      });
  const glide = voices === 'melody' || jyutping === null ? undefined : glideOf(jyutping, centre);
  if (glide)
    playTone(output, {
      type: 'sine',
      from: glide.from,
      to: glide.to,
      start,
      length: length * glide.voicedShare,
      gain: voices === 'both' ? 0.13 : 0.2,
    });
}

interface ToneOptions {
  readonly type: OscillatorType;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly length: number;
  readonly gain: number;
}

function playTone(output: AudioNode, { type, from, to, start, length, gain }: ToneOptions): void {
  const oscillator = output.context.createOscillator();
  const envelope = output.context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequencyOf(from), start);
  if (to !== from) oscillator.frequency.exponentialRampToValueAtTime(frequencyOf(to), start + length);
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(gain, start + 0.015);
  envelope.gain.setValueAtTime(gain, Math.max(start + 0.015, start + length - 0.06));
  envelope.gain.linearRampToValueAtTime(0, start + length);
  oscillator.connect(envelope).connect(output);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** Voiced shares of a syllable's length: of one that a stop (p, t, k) cuts short, and of any other. */
const CHECKED_TONE_SHARE = 0.5;
const OPEN_TONE_SHARE = 0.85;

/** The spoken tone of a syllable as a glide around a pitch, in fractional MIDI pitches; undefined when it is no syllable. */
function glideOf(jyutping: string, centre: number) {
  const syllable = parseSyllable(jyutping);
  if (!syllable) return undefined;
  const pitchOf = (height: number) => centre + (height - 3) * SEMITONES_PER_STEP;
  const [from, to] = CHAO_TONES[syllable.tone].map(pitchOf) as [number, number];
  return { from, to, voicedShare: /[ptk]$/u.test(syllable.final) ? CHECKED_TONE_SHARE : OPEN_TONE_SHARE };
}
