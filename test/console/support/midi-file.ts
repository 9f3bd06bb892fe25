import { type MidiData, writeMidi } from 'midi-file';

const TICKS = 480;
/** Beats of silence that make a phrase end. */
const REST_BEATS = 4;

/**
 * A melody of quarter notes as a MIDI file, with a rest after each phrase.
 * @param words of its first notes, a character for each byte
 */
export function midiFile(phrases: readonly (readonly number[])[], words: readonly string[] = []): Buffer {
  const lyrics = words.map((text) => ({ deltaTime: 0, meta: true, type: 'lyrics', text }) as const);
  const notes: MidiData['tracks'][number] = phrases.flatMap((pitches, phrase) =>
    pitches.flatMap((noteNumber, i): MidiData['tracks'][number] => [
      ...(phrase === 0 ? lyrics.slice(i, i + 1) : []),
      {
        deltaTime: phrase > 0 && i === 0 ? REST_BEATS * TICKS : 0,
        type: 'noteOn',
        channel: 0,
        noteNumber,
        velocity: 90,
      },
      { deltaTime: TICKS, type: 'noteOff', channel: 0, noteNumber, velocity: 0 },
    ]),
  );
  const header = { format: 0, numTracks: 1, ticksPerBeat: TICKS } as const;
  return Buffer.from(writeMidi({ header, tracks: [[...notes, { deltaTime: 0, type: 'endOfTrack', meta: true }]] }));
}
