import { type MidiEvent, parseMidi } from 'midi-file';
import {
  type Imported,
  type ImportedNote,
  type ImportedPart,
  type ImportedPiece,
  importProblem,
  type ScoreMap,
} from './imported.ts';
import { MAX_TEMPO } from './limits.ts';

const DRUM_CHANNEL = 9;
/** A damaged file may have bytes beyond it. */
const MAX_PITCH = 127;
const MICROSECONDS_PER_MINUTE = 60_000_000;
/** A track's kind and length. */
const CHUNK_HEAD_BYTES = 8;

interface PlayedNote {
  readonly channel: number;
  readonly pitch: number;
  readonly start: number;
  end: number;
}

interface Track {
  readonly name: string;
  readonly playedNotes: readonly PlayedNote[];
  /** Words by the tick at which they are sung. */
  readonly words: ReadonlyMap<number, string>;
}

/** Reads a MIDI file: a part for each channel of each track, the highest note where several sound. Times become beats. */
export function readMidi(bytes: Uint8Array): Imported {
  let file: ReturnType<typeof parseMidi>;
  try {
    file = parseMidi(new MidiBytes(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch {
    return importProblem('damaged');
  }
  if (file.tracks.length === 0 || file.header.numTracks * CHUNK_HEAD_BYTES > bytes.length)
    return importProblem('damaged');
  const tracks = file.tracks.map(readTrack);
  const ticksPerBeat = file.header.ticksPerBeat || 480;
  const allWords = new Map(tracks.flatMap(({ words }) => [...words]));
  const parts = tracks.flatMap((track, i) =>
    partsOf(track, i, ticksPerBeat, track.words.size > 0 ? track.words : allWords),
  );
  if (parts.length === 0) return importProblem('no_notes');
  const tempo = file.tracks.flat().find((event) => event.type === 'setTempo');
  const beatsPerMinute = Math.round(MICROSECONDS_PER_MINUTE / (tempo?.microsecondsPerBeat ?? Number.NaN));
  // The first track names the piece where it holds nothing else, or everything.
  const title = file.tracks.length === 1 || tracks[0]!.playedNotes.length === 0 ? tracks[0]!.name : '';
  return {
    kind: 'song',
    song: {
      tempo: beatsPerMinute <= MAX_TEMPO ? beatsPerMinute : null,
      parts,
      score: scoreMapOf(file.tracks, ticksPerBeat),
      ...(title === '' ? {} : { title }),
    },
  };
}

function scoreMapOf(tracks: readonly (readonly MidiEvent[])[], ticksPerBeat: number): ScoreMap {
  const timed = tracks
    .flatMap((events) => {
      let tick = 0;
      return events.map((event) => ({ event, start: (tick += event.deltaTime) / ticksPerBeat }));
    })
    .sort((a, b) => a.start - b.start);
  return {
    tempos: timed.flatMap(({ event, start }) => {
      const bpm = event.type === 'setTempo' ? MICROSECONDS_PER_MINUTE / event.microsecondsPerBeat : 0;
      return bpm > 0 && bpm <= MAX_TEMPO ? [{ start, bpm }] : [];
    }),
    meters: timed.flatMap(({ event, start }) =>
      event.type === 'timeSignature' && event.numerator > 0 && event.denominator > 0
        ? [{ start, beats: event.numerator, unit: event.denominator }]
        : [],
    ),
    keys: timed.flatMap(({ event, start }) =>
      event.type === 'keySignature' && Math.abs(event.key) <= 7
        ? [{ start, fifths: event.key, isMinor: event.scale === 1 }]
        : [],
    ),
    bars: [],
  };
}

/**
 * The parser steps by whatever lengths a file states, as signed numbers: a negative one takes it back to what it has read, for ever.
 * It takes each step by a slice, and these end within the file.
 */
class MidiBytes extends Uint8Array<ArrayBufferLike> {
  override slice(start: number, end: number): Uint8Array<ArrayBuffer> {
    if (end < start || end > this.length) throw new RangeError('A length leads out of the file.');
    return new MidiBytes(this.buffer, this.byteOffset + start, end - start) as Uint8Array<ArrayBuffer>;
  }
}

function readTrack(events: readonly MidiEvent[]): Track {
  let tick = 0;
  let name = '';
  const playedNotes: PlayedNote[] = [];
  const activeNotes = new Map<string, PlayedNote>();
  const words = new Map<number, string>();
  for (const event of events) {
    tick += event.deltaTime;
    if (event.type === 'trackName') name = decode(event.text);
    else if (event.type === 'lyrics') words.set(tick, decode(event.text));
    else if (event.type === 'noteOn' || event.type === 'noteOff') {
      const key = `${event.channel} ${event.noteNumber}`;
      const activeNote = activeNotes.get(key);
      if (activeNote) activeNote.end = tick;
      activeNotes.delete(key);
      if (event.type === 'noteOff' || event.velocity === 0 || event.channel === DRUM_CHANNEL) continue;
      // A track that ends within an event gives one without a number.
      if (!(event.noteNumber <= MAX_PITCH)) continue;
      const note = { channel: event.channel, pitch: event.noteNumber, start: tick, end: tick };
      playedNotes.push(note);
      activeNotes.set(key, note);
    }
  }
  for (const note of activeNotes.values()) note.end = tick;
  return { name: name.trim(), playedNotes, words };
}

/** Texts in MIDI files are bytes of no stated encoding: UTF-8 where it is that, else Big5, as Hong Kong's files have been. */
function decode(text: string): string {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('big5').decode(bytes);
  }
}

function partsOf(
  { name, playedNotes }: Track,
  index: number,
  ticksPerBeat: number,
  words: ReadonlyMap<number, string>,
): ImportedPart[] {
  const channels = [...new Set(playedNotes.map(({ channel }) => channel))];
  return channels.map((channel) => {
    const notes = topLine(playedNotes.filter((note) => note.channel === channel));
    const partWords = notes.some(({ start }) => words.has(start)) ? words : new Map<number, string>();
    const title = name === '' ? `${index + 1}` : name;
    return {
      name: channels.length > 1 ? `${title} · ${channel + 1}` : title,
      notes: withWords(notes, partWords, ticksPerBeat),
    };
  });
}

/** Of notes that begin together the highest, cut where the next one begins. */
function topLine(playedNotes: readonly PlayedNote[]): PlayedNote[] {
  const sorted = [...playedNotes].sort((a, b) => a.start - b.start || b.pitch - a.pitch);
  const top = sorted.filter((note, i) => i === 0 || note.start !== sorted[i - 1]!.start);
  return top.map((note, i) => ({ ...note, end: Math.min(note.end, top[i + 1]?.start ?? note.end) }));
}

/** In a part with words, a note without one goes on with the syllable before it. */
function withWords(
  notes: readonly PlayedNote[],
  words: ReadonlyMap<number, string>,
  ticksPerBeat: number,
): ImportedNote[] {
  const sung: (ImportedNote & { melisma?: number[]; pieces?: ImportedPiece[] })[] = [];
  for (const { pitch, start, end } of notes) {
    const word = words.get(start);
    const last = sung.at(-1);
    if (words.size > 0 && last && isMelismatic(word)) {
      const melisma = last.melisma ?? [];
      melisma.push(pitch);
      const pieces = last.pieces ?? [{ pitch: last.pitch, start: last.start, beats: last.beats }];
      pieces.push({ pitch, start: start / ticksPerBeat, beats: (end - start) / ticksPerBeat });
      sung[sung.length - 1] = { ...last, beats: end / ticksPerBeat - last.start, melisma, pieces };
      continue;
    }
    sung.push({
      pitch,
      start: start / ticksPerBeat,
      beats: (end - start) / ticksPerBeat,
      syllable: word === undefined ? null : word.replace(/[\r\n/\\-]/gu, '').trim(),
      ...(word?.endsWith('-') ? { joinsNext: true } : {}),
      endsLine: false,
    });
    // Karaoke files begin a new line with a slash, or end one with a line break.
    if (word !== undefined && /^[/\\]/u.test(word) && last) sung[sung.length - 2] = { ...last, endsLine: true };
    if (word !== undefined && /[\r\n]$/u.test(word)) sung[sung.length - 1] = { ...sung.at(-1)!, endsLine: true };
  }
  return sung;
}

function isMelismatic(word: string | undefined): boolean {
  return word === undefined || /^[-_~+]?$/u.test(word.trim());
}
