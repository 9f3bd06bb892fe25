import { type MidiEvent, writeMidi } from 'midi-file';
import type { SongDocument } from './document.ts';
import { piecesOf, scoreOf, syllablesOfLine, temposOf, ticksPerBeatOf, timelineOf } from './timeline.ts';

const CHANNEL = 0;
const VELOCITY = 80;
const MICROSECONDS_PER_MINUTE = 60_000_000;

/** An event at its time; of those at the same time the lower order comes first. */
interface TimedEvent {
  readonly tick: number;
  readonly order: 0 | 1 | 2;
  readonly event: MidiEvent;
}

/** The song's melody as a MIDI file at the times that it was loaded with, its words as lyric events in UTF-8. */
export function midiOf(song: SongDocument): Uint8Array {
  const timeline = timelineOf(song);
  const tempos = temposOf(song);
  const { meters = [], keys = [] } = scoreOf(song) ?? {};
  const marks = [...tempos, ...meters, ...keys].map(({ start }) => start);
  const times = timeline.flatMap(({ start, note }) => piecesOf(note).flatMap(({ at, beats }) => [start + at, beats]));
  const ticksPerBeat = ticksPerBeatOf([...times, ...marks]);
  const tickOf = (beats: number) => Math.round(beats * ticksPerBeat);
  const events: TimedEvent[] = [
    ...tempos.map(({ start, bpm }) => {
      const microsecondsPerBeat = Math.round(MICROSECONDS_PER_MINUTE / bpm);
      return mark(tickOf(start), { ...META, type: 'setTempo', microsecondsPerBeat });
    }),
    ...meters.map(({ start, beats, unit }) => {
      const meter = { numerator: beats, denominator: unit, metronome: 24, thirtyseconds: 8 };
      return mark(tickOf(start), { ...META, type: 'timeSignature', ...meter });
    }),
    ...keys.map(({ start, fifths, isMinor }) =>
      mark(tickOf(start), { ...META, type: 'keySignature', key: fifths, scale: isMinor ? 1 : 0 }),
    ),
  ];
  const syllables = song.lines.map(syllablesOfLine);
  for (const [i, { line, position, note, start }] of timeline.entries()) {
    const syllable = syllables[line]![position];
    if (syllable) {
      const end = syllable.joinsNext ? '-' : timeline[i + 1]?.line === line ? '' : LINE_END;
      const text = bytesAsText(syllable.text + end);
      events.push(mark(tickOf(start), { ...META, type: 'lyrics', text }));
    }
    for (const { pitch, at, beats } of piecesOf(note)) {
      const key = { deltaTime: 0, channel: CHANNEL, noteNumber: pitch } as const;
      const [on, off] = [tickOf(start + at), tickOf(start + at + beats)];
      events.push({ tick: on, order: 2, event: { ...key, type: 'noteOn', velocity: VELOCITY } });
      events.push({ tick: Math.max(on + 1, off), order: 0, event: { ...key, type: 'noteOff', velocity: 0 } });
    }
  }
  const track: MidiEvent[] = [
    { ...META, type: 'trackName', text: bytesAsText(song.title) },
    ...withDeltas(events),
    { ...META, type: 'endOfTrack' },
  ];
  const header = { format: 0 as const, numTracks: 1, ticksPerBeat };
  return Uint8Array.from(writeMidi({ header, tracks: [track] }));
}

/** The recommended practice for lyrics in MIDI files: a line ends with a carriage return. */
const LINE_END = '\r';

const META = { deltaTime: 0, meta: true } as const;
const mark = (tick: number, event: MidiEvent): TimedEvent => ({ tick, order: 1, event });

function withDeltas(events: readonly TimedEvent[]): MidiEvent[] {
  const sorted = [...events].sort((a, b) => a.tick - b.tick || a.order - b.order);
  return sorted.map(({ tick, event }, i) => ({ ...event, deltaTime: tick - (sorted[i - 1]?.tick ?? 0) }));
}

/** The writer puts out one byte for each character. */
function bytesAsText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
