import { describe, expect, it } from '@jest/globals';
import { type MidiEvent, parseMidi, writeMidi } from 'midi-file';
import { midiOf } from '../../../../console/src/write/model/write-midi.ts';
import fc from '../../../support/fast-check.ts';
import { loadedSong, readSong } from './round-trip.ts';

interface WrittenNote {
  readonly pitch: number;
  readonly silence: number;
  readonly ticks: number;
  readonly word: string | null;
}

function fileOf(notes: readonly WrittenNote[], ticksPerBeat: number, marks: readonly MidiEvent[] = []): Uint8Array {
  const events = notes.flatMap(({ pitch, silence, ticks, word }): MidiEvent[] => {
    const key = { channel: 0, noteNumber: pitch } as const;
    const text = word === null ? [] : Array.from(new TextEncoder().encode(word), (byte) => String.fromCharCode(byte));
    const lyric: MidiEvent[] =
      word === null ? [] : [{ deltaTime: silence, meta: true, type: 'lyrics', text: text.join('') }];
    return [
      ...lyric,
      { deltaTime: word === null ? silence : 0, type: 'noteOn', ...key, velocity: 90 },
      { deltaTime: ticks, type: 'noteOff', ...key, velocity: 0 },
    ];
  });
  const tracks = [[...marks, ...events, { deltaTime: 0, meta: true, type: 'endOfTrack' } as const]];
  return Uint8Array.from(writeMidi({ header: { format: 0, numTracks: 1, ticksPerBeat }, tracks }));
}

/** Every note-on and note-off as a reader of others finds them: tick, kind, pitch. */
function eventsOf(file: Uint8Array): { readonly beats: number; readonly kind: string; readonly pitch: number }[] {
  const { header, tracks } = parseMidi(file);
  return tracks.flatMap((events) => {
    let tick = 0;
    return events.flatMap((event) => {
      tick += event.deltaTime;
      if (event.type !== 'noteOn' && event.type !== 'noteOff') return [];
      return [{ beats: Math.round((tick / header.ticksPerBeat!) * 1e4), kind: event.type, pitch: event.noteNumber }];
    });
  });
}

const words = fc.option(fc.constantFrom('心', '事', '風', 'la', null), { nil: null });
const notes = fc.array(
  fc.record({
    pitch: fc.integer({ min: 40, max: 90 }),
    silence: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
    ticks: fc.integer({ min: 8, max: 2000 }),
    word: words,
  }),
  { minLength: 1, maxLength: 60 },
);

describe('a MIDI file that is loaded and exported', () => {
  it('has the same notes at the same times', async () => {
    await fc.assert(
      fc.asyncProperty(notes, fc.constantFrom(96, 120, 192, 384, 480, 960), async (written, ticksPerBeat) => {
        const file = fileOf(written, ticksPerBeat);
        expect(eventsOf(midiOf(await loadedSong(file)))).toEqual(eventsOf(file));
      }),
      { numRuns: 200 },
    );
  });

  it('begins where it began, and keeps tempo, metre, key and title', async () => {
    const marks: MidiEvent[] = [
      { deltaTime: 0, meta: true, type: 'trackName', text: 'Demo' },
      { deltaTime: 0, meta: true, type: 'setTempo', microsecondsPerBeat: 612_345 },
      {
        deltaTime: 0,
        meta: true,
        type: 'timeSignature',
        numerator: 3,
        denominator: 4,
        metronome: 24,
        thirtyseconds: 8,
      },
      { deltaTime: 0, meta: true, type: 'keySignature', key: -3, scale: 1 },
    ];
    const note = { pitch: 60, silence: 8 * 480, ticks: 480, word: null };
    // Onsets at 8, 16, 24 and 32 beats.
    const again = await readSong(
      midiOf(await loadedSong(fileOf([note, ...Array(3).fill({ ...note, silence: 7 * 480 })], 480, marks))),
    );
    expect(again.parts[0]!.notes.map(({ start }) => start)).toEqual([8, 16, 24, 32]);
    expect(again.title).toBe('Demo');
    expect(again.score).toEqual({
      tempos: [{ start: 0, bpm: 60_000_000 / 612_345 }],
      meters: [{ start: 0, beats: 3, unit: 4 }],
      keys: [{ start: 0, fifths: -3, isMinor: true }],
      bars: [],
    });
  });
});
