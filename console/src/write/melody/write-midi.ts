import { type MidiEvent, writeMidi } from 'midi-file';
import { isSung } from '../../../../src/cantonese/sung.ts';
import type { SongDocument } from '../model/document.ts';

const TICKS = 480;
/** Beats between two lines. */
const BREATH = 1;

/** The song's melody as a MIDI file with its words as lyric events in UTF-8. A position without a note is a beat of silence. */
export function midiOf({ title, tempo, lines }: SongDocument): Uint8Array {
  const events: MidiEvent[] = [
    { deltaTime: 0, meta: true, type: 'trackName', text: bytesAsText(title) },
    { deltaTime: 0, meta: true, type: 'setTempo', microsecondsPerBeat: Math.round(60_000_000 / tempo) },
  ];
  let silence = 0;
  for (const { text, melody } of lines) {
    const sung = Array.from(text).filter(isSung);
    for (const [position, note] of melody.entries()) {
      if (note === null) {
        silence += TICKS;
        continue;
      }
      const word = sung[position];
      if (word !== undefined) events.push({ deltaTime: silence, meta: true, type: 'lyrics', text: bytesAsText(word) });
      const on = word === undefined ? silence : 0;
      const key = { channel: 0, noteNumber: note.pitch, velocity: 80 };
      events.push({ deltaTime: on, type: 'noteOn', ...key });
      events.push({ deltaTime: Math.round(note.beats * TICKS), type: 'noteOff', ...key, velocity: 0 });
      silence = 0;
    }
    if (melody.length > 0) silence += BREATH * TICKS;
  }
  events.push({ deltaTime: 0, meta: true, type: 'endOfTrack' });
  const header = { format: 0 as const, numTracks: 1, ticksPerBeat: TICKS };
  return Uint8Array.from(writeMidi({ header, tracks: [events] }));
}

/** The writer puts out one byte for each character. */
function bytesAsText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
