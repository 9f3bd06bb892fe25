import { signal } from '@preact/signals';
import { glideOf } from './tone-contours.ts';

/** What is heard: the melody, the words' tones as spoken, or one over the other. */
export const VOICES = ['melody', 'tones', 'both'] as const;
export type Voices = (typeof VOICES)[number];

export interface PlayedLine {
  readonly id: string;
  /** By sung position. */
  readonly notes: readonly {
    readonly pitch: number | null;
    readonly beats: number;
    readonly jyutping: string | null;
  }[];
}

/** What sounds just now; null when nothing does. */
export const playing = signal<{ readonly lineId: string; readonly position: number } | null>(null);

/** Beats of silence between two lines. */
const LINE_REST_BEATS = 0.75;
/** Where tones are sung when there is no melody to be near: G3. */
const DEFAULT_CENTRE_PITCH = 55;
const LEAD_SECONDS = 0.06;

let context: AudioContext | undefined;
let playback: { stop(): void } | undefined;

/** Browsers let sound begin only once someone has pressed something. */
function getAudioContext(): AudioContext {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12);

/** A note as it is tried: its pitch, and the tone of its syllable over it where there is one. */
export interface TriedNote {
  readonly pitch: number;
  readonly jyutping: string | null;
  /** All pitches of the line, which the tone is spoken around. */
  readonly linePitches: readonly (number | null)[];
}

const TRIED_SECONDS = 0.5;

/** Sounds one note with its syllable's tone. */
export function soundSyllable({ pitch, jyutping, linePitches }: TriedNote): void {
  const audioContext = getAudioContext();
  const note = { pitch, jyutping, beats: 1 };
  const start = audioContext.currentTime;
  scheduleNote(audioContext, audioContext.destination, note, 'both', centreOf(linePitches), start, TRIED_SECONDS);
}

/** A short sound of one pitch, for the ear while a note is moved. */
export function soundNote(pitch: number): void {
  const audioContext = getAudioContext();
  playTone(audioContext, audioContext.destination, {
    type: 'triangle',
    from: pitch,
    to: pitch,
    start: audioContext.currentTime,
    length: 0.22,
    gain: 0.14,
  });
}

export function stopPlaying(): void {
  playback?.stop();
}

/** Lines that are played one after the other. */
export interface Round {
  readonly lines: readonly PlayedLine[];
  /** Beats per minute. */
  readonly tempo: number;
  readonly voices: Voices;
}

/** Plays a round, then what `next` gives as long as it gives something; {@link playing} says what sounds. */
export function play(round: Round, next: () => Round | undefined = () => undefined): void {
  stopPlaying();
  const audioContext = getAudioContext();
  const output = audioContext.createGain();
  output.connect(audioContext.destination);
  let scheduled = scheduleRound(audioContext, output, round, audioContext.currentTime + LEAD_SECONDS);
  followPlayback(audioContext, output, () => {
    if (audioContext.currentTime < scheduled.end) return scheduled.cues;
    const following = next();
    if (!following) return undefined;
    scheduled = scheduleRound(audioContext, output, following, audioContext.currentTime);
    return scheduled.cues;
  });
}

interface Cue {
  readonly time: number;
  readonly lineId: string;
  readonly position: number;
}

function scheduleRound(
  audioContext: AudioContext,
  output: AudioNode,
  { lines, tempo, voices }: Round,
  start: number,
): { readonly cues: readonly Cue[]; readonly end: number } {
  const beat = 60 / tempo;
  let time = start;
  const cues: Cue[] = [];
  for (const { id, notes } of lines) {
    const centre = centreOf(notes.map(({ pitch }) => pitch));
    for (const [position, note] of notes.entries()) {
      cues.push({ time, lineId: id, position });
      const length = note.beats * beat;
      scheduleNote(audioContext, output, note, voices, centre, time, length);
      time += length;
    }
    time += LINE_REST_BEATS * beat;
  }
  return { cues, end: time };
}

function centreOf(linePitches: readonly (number | null)[]): number {
  const pitches = linePitches.filter((pitch) => pitch !== null);
  return pitches.length === 0 ? DEFAULT_CENTRE_PITCH : pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length;
}

function scheduleNote(
  audioContext: AudioContext,
  output: AudioNode,
  { pitch, jyutping }: PlayedLine['notes'][number],
  voices: Voices,
  centre: number,
  start: number,
  length: number,
): void {
  if (voices !== 'tones' && pitch !== null)
    playTone(audioContext, output, {
      type: 'triangle',
      from: pitch,
      to: pitch,
      start,
      length: length * 0.95,
      gain: 0.16,
    });
  const glide = voices === 'melody' || jyutping === null ? undefined : glideOf(jyutping, centre);
  if (glide)
    playTone(audioContext, output, {
      ...{ type: 'sine', from: glide.from, to: glide.to, start },
      ...{ length: length * glide.voicedShare, gain: voices === 'both' ? 0.13 : 0.2 },
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

function playTone(
  audioContext: AudioContext,
  output: AudioNode,
  { type, from, to, start, length, gain }: ToneOptions,
): void {
  const oscillator = audioContext.createOscillator();
  const envelope = audioContext.createGain();
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

/** @param currentCues the cues of what is scheduled; undefined when it has ended */
function followPlayback(
  audioContext: AudioContext,
  output: GainNode,
  currentCues: () => readonly Cue[] | undefined,
): void {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    output.disconnect();
    playing.value = null;
    playback = undefined;
  };
  const show = ({ lineId, position }: Cue) => {
    const current = playing.peek();
    if (current?.lineId !== lineId || current.position !== position) playing.value = { lineId, position };
  };
  const step = () => {
    const cues = currentCues();
    if (!cues) return stop();
    const cue = cues.findLast(({ time }) => time <= audioContext.currentTime) ?? cues[0];
    if (cue) show(cue);
    frame = requestAnimationFrame(step);
  };
  playback = { stop };
  step();
}
