import {
  type Imported,
  type ImportedNote,
  type ImportedPart,
  type ImportedPiece,
  importProblem,
  isNamedForVoice,
  type ScoreMap,
} from './imported.ts';
import { MAX_PARTS, MAX_TEMPO } from './limits.ts';
import { parseTracks, type TrackEvent } from './midi-chunks.ts';
import {
  beginsLine,
  countPlaces,
  endsLine,
  goesOn,
  haveSpaces,
  isMelismatic,
  karaokeOf,
  placedWords,
  shiftedWords,
  spreadWords,
  type TextAt,
  type Words,
  wordsOf,
} from './midi-words.ts';
import { decodeText, detectEncoding, type EncodingChoice, type TextEncoding } from './text-encoding.ts';

const DRUM_CHANNEL = 9;
const MICROSECONDS_PER_MINUTE = 60_000_000;

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
  readonly words: Words;
}

/** Words by the tick of the note that they are sung to, and how many found none. */
interface PartWords {
  readonly words: Words;
  readonly leftOut: number;
}

/** Reads a MIDI file: a part for each channel of each track, the highest note where several sound. Times become beats. */
export function readMidi(bytes: Uint8Array, encoding?: TextEncoding): Imported {
  const file = parseTracks(bytes);
  if (!file) return importProblem('damaged');
  const { tracks, title: karaokeTitle, encodingChoices } = readTracks(file.tracks, encoding);
  const { ticksPerBeat } = file;
  const playedParts = tracks.flatMap((track, i) => partsOf(track, i, ticksPerBeat));
  const wordsByPart = wordsOfParts(tracks, playedParts, ticksPerBeat);
  const parts = playedParts.map((part): ImportedPart => {
    const { words, leftOut } = wordsByPart.get(part) ?? { words: new Map(), leftOut: 0 };
    return {
      name: part.name,
      notes: withWords(part.notes, words, ticksPerBeat),
      leftOut: { words: leftOut, lowerNotes: part.lowerNotes },
    };
  });
  if (parts.length === 0) return importProblem('no_notes');
  const tempo = file.tracks.flat().find((event) => event.type === 'setTempo');
  const beatsPerMinute = Math.round(MICROSECONDS_PER_MINUTE / (tempo?.microsecondsPerBeat ?? Number.NaN));
  // The first track names the piece where it holds nothing else, or everything.
  const ofFirst = file.tracks.length === 1 || tracks[0]!.playedNotes.length === 0 ? tracks[0]!.name : '';
  const title = karaokeTitle || ofFirst;
  return {
    kind: 'song',
    song: {
      tempo: beatsPerMinute <= MAX_TEMPO ? beatsPerMinute : null,
      parts,
      score: scoreMapOf(file.tracks, ticksPerBeat),
      ...(title === '' ? {} : { title }),
      ...(encodingChoices.length > 0 ? { encodingChoices } : {}),
    },
  };
}

function scoreMapOf(tracks: readonly (readonly TrackEvent[])[], ticksPerBeat: number): ScoreMap {
  const timed = tracks
    .flat()
    .map((event) => ({ event, start: event.tick / ticksPerBeat }))
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
        ? [{ start, fifths: event.key, isMinor: event.isMinor }]
        : [],
    ),
    bars: [],
  };
}

/** Reads the tracks; where none has lyrics, the texts of a karaoke file are its words. */
function readTracks(
  all: readonly (readonly TrackEvent[])[],
  givenEncoding: TextEncoding | undefined,
): { tracks: readonly Track[]; title: string; encodingChoices: readonly EncodingChoice[] } {
  const texts = all.flat().flatMap((event) => ('bytes' in event ? [event.bytes] : []));
  const { encoding, choices } = givenEncoding ? { encoding: givenEncoding, choices: [] } : detectEncoding(texts);
  const decode = (bytes: Uint8Array) => decodeText(bytes, encoding).replace(LYRIC_TAG, '');
  const read = all.map((events) => readTrack(events, decode));
  const karaoke = read.some(({ lyrics }) => lyrics.length > 0) ? undefined : karaokeOf(read.map(({ texts }) => texts));
  const tracks = read.map(({ name, playedNotes, lyrics }, i): Track => {
    return { name, playedNotes, words: karaoke?.track === i ? karaoke.words : wordsOf(lyrics) };
  });
  return { tracks, title: karaoke?.title ?? '', encodingChoices: choices };
}

/** Tags of language and data that MIDI's recommended practice 26 puts among lyrics: {@LATIN}, {#Title=…}. */
const LYRIC_TAG = /\{[@#][^{}]*\}/gu;

function readTrack(events: readonly TrackEvent[], decode: (bytes: Uint8Array) => string) {
  let name = '';
  const playedNotes: PlayedNote[] = [];
  const activeNotes = new Map<string, PlayedNote>();
  const lyrics: TextAt[] = [];
  const texts: TextAt[] = [];
  for (const event of events) {
    const { tick } = event;
    if (event.type === 'trackName') name = decode(event.bytes);
    else if (event.type === 'lyrics' || event.type === 'text') {
      const text = decode(event.bytes);
      // An empty one that is left of a tag is no place of the song.
      if (text !== '' || event.bytes.length === 0) (event.type === 'lyrics' ? lyrics : texts).push({ tick, text });
    } else if (event.type === 'noteOn' || event.type === 'noteOff') {
      const { channel, noteNumber: pitch } = event;
      const key = `${channel} ${pitch}`;
      const activeNote = activeNotes.get(key);
      if (activeNote) activeNote.end = tick;
      activeNotes.delete(key);
      if (event.type === 'noteOff' || channel === DRUM_CHANNEL) continue;
      const note = { channel, pitch, start: tick, end: tick };
      playedNotes.push(note);
      activeNotes.set(key, note);
    }
  }
  const lastTick = events.at(-1)?.tick ?? 0;
  for (const note of activeNotes.values()) note.end = lastTick;
  return { name: name.trim(), playedNotes, lyrics, texts };
}

/** One channel of a track, before it has words. */
interface PlayedPart {
  readonly track: Track;
  readonly name: string;
  readonly notes: readonly PlayedNote[];
  /** Notes under others that begin with them. */
  readonly lowerNotes: number;
}

function partsOf(track: Track, index: number, ticksPerBeat: number): PlayedPart[] {
  const { name, playedNotes } = track;
  const channels = [...new Set(playedNotes.map(({ channel }) => channel))];
  const title = name === '' ? `${index + 1}` : name;
  return channels.map((channel) => {
    const played = playedNotes.filter((note) => note.channel === channel);
    const notes = topLine(played, ticksPerBeat);
    const partName = channels.length > 1 ? `${title} · ${channel + 1}` : title;
    return { track, name: partName, notes, lowerNotes: played.length - notes.length };
  });
}

/**
 * The words of each track go to the one part of it that they fit best, never to another track's notes. Those of a track without notes
 * go to the one part of all that have none of their own.
 */
function wordsOfParts(
  tracks: readonly Track[],
  parts: readonly PlayedPart[],
  ticksPerBeat: number,
): Map<PlayedPart, PartWords> {
  const wordsByPart = new Map<PlayedPart, PartWords>();
  // So many are refused: words are not tried on all of them.
  if (parts.length > MAX_PARTS) return wordsByPart;
  for (const track of tracks) {
    if (track.words.size === 0) continue;
    const isOwn = track.playedNotes.length > 0;
    const candidates = parts.filter((part) => (isOwn ? part.track === track : part.track.words.size === 0));
    const places = countPlaces(track.words);
    let best: { part: PlayedPart; words: Words; leftOut: number; fit: number } | undefined;
    for (const part of candidates) {
      if (wordsByPart.has(part)) continue;
      const starts = part.notes.map(({ start }) => start);
      const placed = placedWords(shiftedWords(track.words, starts, ticksPerBeat), starts, ticksPerBeat);
      const words = spreadWords(placed, part.notes, ticksPerBeat);
      // Words and notes that have each other, of all of them: an accompaniment has notes where nothing is sung.
      const fit = words.size / (part.notes.length + places - words.size);
      const isBetter =
        !best || fit > best.fit || (fit === best.fit && isNamedForVoice(part) && !isNamedForVoice(best.part));
      if (words.size > 0 && isBetter) best = { part, words, leftOut: track.words.size - placed.size, fit };
    }
    if (best) wordsByPart.set(best.part, best);
  }
  return wordsByPart;
}

/** Beats within which notes are played together: a chord by hand, not a run. */
const CHORD_BEATS = 1 / 24;

/** Of notes that begin together and sound on together the highest, cut where the next one begins. */
function topLine(playedNotes: readonly PlayedNote[], ticksPerBeat: number): PlayedNote[] {
  const sorted = [...playedNotes].sort((a, b) => a.start - b.start || b.pitch - a.pitch);
  const top: PlayedNote[] = [];
  for (const note of sorted) {
    const last = top.at(-1);
    const isChord =
      last !== undefined &&
      (note.start === last.start || (note.start - last.start <= CHORD_BEATS * ticksPerBeat && last.end > note.start));
    if (!isChord) top.push(note);
    else if (note.pitch > last.pitch) top[top.length - 1] = { ...note, start: last.start };
  }
  return top.map((note, i) => ({ ...note, end: Math.min(note.end, top[i + 1]?.start ?? note.end) }));
}

/** Beats of silence after which a note without a word begins something of its own: it is hummed or played. */
const MELISMA_REST_BEATS = 0.5;

/** In a part with words, a note without one that follows at once goes on with the syllable before it. */
function withWords(notes: readonly PlayedNote[], words: Words, ticksPerBeat: number): ImportedNote[] {
  const sung: (ImportedNote & { melisma?: number[]; pieces?: ImportedPiece[] })[] = [];
  const isSpaced = haveSpaces(words);
  let lastWord: string | undefined;
  for (const { pitch, start, end } of notes) {
    const word = words.get(start);
    const last = sung.at(-1);
    const rest = last ? start / ticksPerBeat - (last.start + last.beats) : 0;
    const isHeld = last !== undefined && last.syllable !== null && (word !== undefined || rest < MELISMA_REST_BEATS);
    if (words.size > 0 && isHeld && isMelismatic(word)) {
      const melisma = last.melisma ?? [];
      melisma.push(pitch);
      const pieces = last.pieces ?? [{ pitch: last.pitch, start: last.start, beats: last.beats }];
      pieces.push({ pitch, start: start / ticksPerBeat, beats: (end - start) / ticksPerBeat });
      sung[sung.length - 1] = { ...last, beats: end / ticksPerBeat - last.start, melisma, pieces };
      continue;
    }
    if (last && lastWord !== undefined) {
      const isLineEnd = last.endsLine || (word !== undefined && beginsLine(word));
      const joinsNext = !isLineEnd && goesOn(lastWord, word, isSpaced);
      sung[sung.length - 1] = { ...last, ...(joinsNext ? { joinsNext } : {}), endsLine: isLineEnd };
    }
    sung.push({
      pitch,
      start: start / ticksPerBeat,
      beats: (end - start) / ticksPerBeat,
      syllable: word === undefined ? null : word.replace(/[\r\n/\\-]/gu, '').trim(),
      endsLine: word !== undefined && endsLine(word),
    });
    lastWord = word;
  }
  return sung;
}
