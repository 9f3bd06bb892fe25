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
const BREATH = 0.75;
/** Where tones are sung when there is no melody to be near: G3. */
const SPOKEN_CENTRE = 55;
const LEAD = 0.06;

let context: AudioContext | undefined;
let sounding: { stop(): void } | undefined;

/** Browsers let sound begin only once someone has pressed something. */
function audio(): AudioContext {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12);

/** A short sound of one pitch, for the ear while a note is moved. */
export function soundNote(pitch: number): void {
  const at = audio();
  playTone(at, at.destination, {
    type: 'triangle',
    from: pitch,
    to: pitch,
    start: at.currentTime,
    length: 0.22,
    gain: 0.14,
  });
}

export function stopPlaying(): void {
  sounding?.stop();
}

/** Plays lines one after the other, and says in {@link playing} what sounds. */
export function play(lines: readonly PlayedLine[], tempo: number, voices: Voices): void {
  stopPlaying();
  const at = audio();
  const out = at.createGain();
  out.connect(at.destination);
  const beat = 60 / tempo;
  let time = at.currentTime + LEAD;
  const cues: { readonly time: number; readonly lineId: string; readonly position: number }[] = [];
  for (const { id, notes } of lines) {
    const centre = centreOf(notes);
    for (const [position, note] of notes.entries()) {
      cues.push({ time, lineId: id, position });
      const length = note.beats * beat;
      scheduleNote(at, out, note, voices, centre, time, length);
      time += length;
    }
    time += BREATH * beat;
  }
  follow(at, out, cues, time);
}

function centreOf(notes: PlayedLine['notes']): number {
  const pitches = notes.flatMap(({ pitch }) => (pitch === null ? [] : [pitch]));
  return pitches.length === 0 ? SPOKEN_CENTRE : pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length;
}

function scheduleNote(
  at: AudioContext,
  out: AudioNode,
  { pitch, jyutping }: PlayedLine['notes'][number],
  voices: Voices,
  centre: number,
  start: number,
  length: number,
): void {
  if (voices !== 'tones' && pitch !== null)
    playTone(at, out, { type: 'triangle', from: pitch, to: pitch, start, length: length * 0.95, gain: 0.16 });
  const glide = voices === 'melody' || jyutping === null ? undefined : glideOf(jyutping, centre);
  if (glide)
    playTone(at, out, {
      ...{ type: 'sine', from: glide.from, to: glide.to, start },
      ...{ length: length * glide.voiced, gain: voices === 'both' ? 0.13 : 0.2 },
    });
}

interface Sounded {
  readonly type: OscillatorType;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly length: number;
  readonly gain: number;
}

function playTone(at: AudioContext, out: AudioNode, { type, from, to, start, length, gain }: Sounded): void {
  const oscillator = at.createOscillator();
  const envelope = at.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequencyOf(from), start);
  if (to !== from) oscillator.frequency.exponentialRampToValueAtTime(frequencyOf(to), start + length);
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(gain, start + 0.015);
  envelope.gain.setValueAtTime(gain, Math.max(start + 0.015, start + length - 0.06));
  envelope.gain.linearRampToValueAtTime(0, start + length);
  oscillator.connect(envelope).connect(out);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

function follow(
  at: AudioContext,
  out: GainNode,
  cues: readonly { readonly time: number; readonly lineId: string; readonly position: number }[],
  end: number,
): void {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    out.disconnect();
    playing.value = null;
    sounding = undefined;
  };
  const step = () => {
    if (at.currentTime >= end) return stop();
    const cue = cues.findLast(({ time }) => time <= at.currentTime);
    const now = playing.peek();
    if (cue && (now?.lineId !== cue.lineId || now.position !== cue.position))
      playing.value = { lineId: cue.lineId, position: cue.position };
    frame = requestAnimationFrame(step);
  };
  sounding = { stop };
  if (cues[0]) playing.value = { lineId: cues[0].lineId, position: cues[0].position };
  step();
}
