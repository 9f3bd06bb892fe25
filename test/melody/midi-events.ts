import { type MidiEvent, writeMidi } from 'midi-file';

/** Makes MIDI files: 100 ticks a beat, texts in UTF-8. */

export const bytesAsText = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const utf8 = (text: string) => bytesAsText(new TextEncoder().encode(text));

export const on = (deltaTime: number, noteNumber: number, channel = 0): MidiEvent => ({
  deltaTime,
  type: 'noteOn',
  channel,
  noteNumber,
  velocity: 90,
});
export const off = (deltaTime: number, noteNumber: number, channel = 0): MidiEvent => ({
  deltaTime,
  type: 'noteOff',
  channel,
  noteNumber,
  velocity: 0,
});
export const word = (deltaTime: number, text: string): MidiEvent => ({
  deltaTime,
  meta: true,
  type: 'lyrics',
  text: utf8(text),
});
export const text = (deltaTime: number, remark: string): MidiEvent =>
  ({ ...word(deltaTime, remark), type: 'text' }) as MidiEvent;
export const named = (name: string): MidiEvent => ({ deltaTime: 0, meta: true, type: 'trackName', text: utf8(name) });
export const end: MidiEvent = { deltaTime: 0, meta: true, type: 'endOfTrack' };
/** Notes of a beat each. */
export const played = (...pitches: number[]) => pitches.flatMap((pitch) => [on(0, pitch), off(100, pitch)]);
/** Notes of a beat each with their words. */
export const sung = (...notes: [number, string][]) => notes.flatMap(([pitch, one]) => [word(0, one), ...played(pitch)]);

export const midi = (...tracks: MidiEvent[][]) =>
  Uint8Array.from(writeMidi({ header: { format: 1, numTracks: tracks.length, ticksPerBeat: 100 }, tracks }));
