import { type MidiEvent, parseMidi } from 'midi-file';
import {
  type Imported,
  type ImportedNote,
  type ImportedPart,
  type ImportedPiece,
  importProblem,
  isNamedForVoice,
  type ScoreMap,
} from './imported.ts';
import { MAX_TEMPO } from './limits.ts';

const DRUM_CHANNEL = 9;
/** A damaged file may have bytes beyond it. */
const MAX_PITCH = 127;
const MICROSECONDS_PER_MINUTE = 60_000_000;
/** A track's kind and length. */
const CHUNK_HEAD_BYTES = 8;
/** Where the header has the number of tracks, and where it ends. */
const HEADER = { tracksAt: 10, bytes: 14 };

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
    const whole = withAllTracks(bytes);
    file = parseMidi(new MidiBytes(whole.buffer, whole.byteOffset, whole.length));
  } catch {
    return importProblem('damaged');
  }
  // Fewer tracks than the header says: the file is cut off.
  if (file.tracks.length === 0 || file.tracks.length < file.header.numTracks) return importProblem('damaged');
  const tracks = file.tracks.map(readTrack);
  const ticksPerBeat = file.header.ticksPerBeat || 480;
  const playedParts = tracks.flatMap(partsOf);
  const wordsByPart = wordsOfParts(tracks, playedParts, ticksPerBeat);
  const parts = playedParts.map((part) => ({
    name: part.name,
    notes: withWords(part.notes, wordsByPart.get(part) ?? new Map(), ticksPerBeat),
  }));
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

/** The file with all tracks that it has counted in its header, as the parser reads no further than that says. */
function withAllTracks(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let at = HEADER.bytes; at + CHUNK_HEAD_BYTES <= bytes.length; ) {
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) !== 'MTrk') break;
    at += CHUNK_HEAD_BYTES + view.getUint32(at + 4);
    if (at > bytes.length) break;
    count++;
  }
  if (bytes.length < HEADER.bytes || count <= view.getUint16(HEADER.tracksAt)) return bytes;
  const whole = bytes.slice();
  new DataView(whole.buffer).setUint16(HEADER.tracksAt, count);
  return whole;
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

/** One channel of a track, before it has words. */
interface PlayedPart {
  readonly track: Track;
  readonly name: string;
  readonly notes: readonly PlayedNote[];
}

function partsOf(track: Track, index: number): PlayedPart[] {
  const { name, playedNotes } = track;
  const channels = [...new Set(playedNotes.map(({ channel }) => channel))];
  const title = name === '' ? `${index + 1}` : name;
  return channels.map((channel) => ({
    track,
    name: channels.length > 1 ? `${title} · ${channel + 1}` : title,
    notes: topLine(playedNotes.filter((note) => note.channel === channel)),
  }));
}

/** Words by the tick of the note that they are sung to. */
type PlacedWords = ReadonlyMap<number, string>;

/**
 * The words of each track go to the one part of it that they fit best, never to another track's notes. Those of a track without notes
 * go to the one part of all that have none of their own.
 */
function wordsOfParts(
  tracks: readonly Track[],
  parts: readonly PlayedPart[],
  ticksPerBeat: number,
): Map<PlayedPart, PlacedWords> {
  const wordsByPart = new Map<PlayedPart, PlacedWords>();
  for (const track of tracks) {
    if (track.words.size === 0) continue;
    const isOwn = track.playedNotes.length > 0;
    const candidates = parts.filter((part) => (isOwn ? part.track === track : part.track.words.size === 0));
    let best: { part: PlayedPart; placed: PlacedWords; fit: number } | undefined;
    for (const part of candidates) {
      if (wordsByPart.has(part)) continue;
      const placed = placedWords(track.words, part.notes, ticksPerBeat);
      // Words and notes that have each other, of all of them: an accompaniment has notes where nothing is sung.
      const fit = placed.size / (part.notes.length + track.words.size - placed.size);
      const isBetter =
        !best || fit > best.fit || (fit === best.fit && isNamedForVoice(part) && !isNamedForVoice(best.part));
      if (placed.size > 0 && isBetter) best = { part, placed, fit };
    }
    if (best) wordsByPart.set(best.part, best.placed);
  }
  return wordsByPart;
}

/** A word belongs to the note that begins with it, else to the nearest one without a word, an eighth of a beat away at most. */
function placedWords(
  words: ReadonlyMap<number, string>,
  notes: readonly PlayedNote[],
  ticksPerBeat: number,
): PlacedWords {
  const starts = notes.map(({ start }) => start);
  const isStart = new Set(starts);
  const placed = new Map([...words].filter(([tick]) => isStart.has(tick)));
  let from = 0;
  for (const [tick, word] of [...words].filter(([at]) => !isStart.has(at)).sort(([a], [b]) => a - b)) {
    const reach = ticksPerBeat / 8;
    while (from < starts.length && starts[from]! < tick - reach) from++;
    let nearest: number | undefined;
    for (let i = from; i < starts.length && starts[i]! <= tick + reach; i++) {
      const start = starts[i]!;
      if (!placed.has(start) && (nearest === undefined || Math.abs(start - tick) < Math.abs(nearest - tick)))
        nearest = start;
    }
    if (nearest !== undefined) placed.set(nearest, word);
  }
  return placed;
}

/** Of notes that begin together the highest, cut where the next one begins. */
function topLine(playedNotes: readonly PlayedNote[]): PlayedNote[] {
  const sorted = [...playedNotes].sort((a, b) => a.start - b.start || b.pitch - a.pitch);
  const top = sorted.filter((note, i) => i === 0 || note.start !== sorted[i - 1]!.start);
  return top.map((note, i) => ({ ...note, end: Math.min(note.end, top[i + 1]?.start ?? note.end) }));
}

/** Beats of silence after which a note without a word begins something of its own: it is hummed or played. */
const MELISMA_REST_BEATS = 0.5;

/** In a part with words, a note without one that follows at once goes on with the syllable before it. */
function withWords(notes: readonly PlayedNote[], words: PlacedWords, ticksPerBeat: number): ImportedNote[] {
  const sung: (ImportedNote & { melisma?: number[]; pieces?: ImportedPiece[] })[] = [];
  for (const { pitch, start, end } of notes) {
    const word = words.get(start);
    const last = sung.at(-1);
    const rest = last ? start / ticksPerBeat - (last.start + last.beats) : 0;
    const goesOn = last !== undefined && last.syllable !== null && (word !== undefined || rest < MELISMA_REST_BEATS);
    if (words.size > 0 && goesOn && isMelismatic(word)) {
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
