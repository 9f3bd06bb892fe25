import { type MidiEvent, writeMidi } from 'midi-file';
import { isSung, lineUnits } from '../../../../src/cantonese/line-units.ts';
import type { SongDocument } from './document.ts';

const TICKS_PER_BEAT = 480;
/** Beats between two lines. */
const LINE_REST_BEATS = 1;

/** The song's melody as a MIDI file with its words as lyric events in UTF-8. A position without a note is a beat of silence. */
export function midiOf({ title, tempo, lines }: SongDocument): Uint8Array {
  const events: MidiEvent[] = [
    { deltaTime: 0, meta: true, type: 'trackName', text: bytesAsText(title) },
    { deltaTime: 0, meta: true, type: 'setTempo', microsecondsPerBeat: Math.round(60_000_000 / tempo) },
  ];
  let silenceTicks = 0;
  for (const { text, melody } of lines) {
    const sung = lineUnits(text).filter(isSung);
    for (const [position, note] of melody.entries()) {
      if (note === null) {
        silenceTicks += TICKS_PER_BEAT;
        continue;
      }
      const word = sung[position];
      if (word !== undefined)
        events.push({ deltaTime: silenceTicks, meta: true, type: 'lyrics', text: bytesAsText(word) });
      const deltaTicks = word === undefined ? silenceTicks : 0;
      const key = { channel: 0, noteNumber: note.pitch, velocity: 80 };
      events.push({ deltaTime: deltaTicks, type: 'noteOn', ...key });
      events.push({ deltaTime: Math.round(note.beats * TICKS_PER_BEAT), type: 'noteOff', ...key, velocity: 0 });
      silenceTicks = 0;
    }
    if (melody.length > 0) silenceTicks += LINE_REST_BEATS * TICKS_PER_BEAT;
  }
  events.push({ deltaTime: 0, meta: true, type: 'endOfTrack' });
  const header = { format: 0 as const, numTracks: 1, ticksPerBeat: TICKS_PER_BEAT };
  return Uint8Array.from(writeMidi({ header, tracks: [events] }));
}

/** The writer puts out one byte for each character. */
function bytesAsText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
