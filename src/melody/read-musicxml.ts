import {
  type Imported,
  type ImportedNote,
  type ImportedPart,
  type ImportedPiece,
  type ImportProblem,
  importProblem,
  pitchOfStep,
  ROMANISATION,
} from './imported.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import { scoreMapOf, timedMeasures } from './musicxml-time.ts';
import { syllableIn, wordsOfLyrics } from './musicxml-words.ts';
import { markedEncoding, streamDecoder } from './text-encoding.ts';
import { createXmlReader, find, findAll, numberIn, textIn, type XmlElement, XmlTooLarge } from './xml-element.ts';

/** The elements that say which notes are sung, when, and to what; the others, of layout above all, are passed over. */
const READ_ELEMENTS: ReadonlySet<string> = new Set([
  ...['score-partwise', 'score-timewise', 'part-list', 'score-part', 'part-name', 'part', 'measure'],
  ...['work', 'work-title', 'movement-title', 'key', 'fifths', 'mode', 'time', 'beats', 'beat-type'],
  ...['attributes', 'divisions', 'backup', 'forward', 'direction', 'sound'],
  ...['note', 'grace', 'cue', 'chord', 'duration'],
  ...['barline', 'repeat', 'ending'],
  ...['pitch', 'step', 'alter', 'octave', 'voice', 'tie', 'tied', 'notations', 'slur'],
  ...['lyric', 'syllabic', 'text', 'end-line', 'end-paragraph'],
]);

/** Reads MusicXML that comes in pieces. */
export function createMusicXmlReader() {
  const xml = createXmlReader(READ_ELEMENTS);
  const decode = createXmlDecoder();
  let size = 0;
  let problem: ImportProblem | undefined;
  const attempt = (step: () => void) => {
    try {
      step();
    } catch (error) {
      // Before its root element a file is not known to be a score at all.
      problem = error instanceof XmlTooLarge ? 'too_large' : xml.root ? 'damaged' : 'unknown_type';
    }
  };
  return {
    /** @returns whether more is wanted; the rest of what is damaged or too large need not be read */
    write(bytes: Uint8Array): boolean {
      size += bytes.length;
      if (size > MAX_FILE_BYTES) problem = 'too_large';
      else attempt(() => xml.write(decode(bytes)));
      return problem === undefined;
    },
    /** What was read: of score-partwise a part for each voice of each part. Repeats are not played out. */
    close(): Imported {
      if (problem === undefined) attempt(() => xml.close());
      return problem === undefined ? toSong(xml.root) : importProblem(problem);
    },
  };
}

/** Bytes at the beginning in which the declaration stands. */
const DECLARATION_BYTES = 200;

/** The encoding that a mark or the declaration states; UTF-8 where neither does, or names one that does not exist. */
function declaredEncoding(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES)).trimStart();
  const declaration = head.startsWith('<?xml') ? head.slice(0, Math.max(0, head.indexOf('>'))) : '';
  const stated = declaration.slice(declaration.indexOf('encoding'));
  return markedEncoding(bytes) ?? /^encoding\s*=\s*["']([\w.:-]+)["']/u.exec(stated)?.[1] ?? 'utf-8';
}

/** Empty lines before the document are left out, which some programs write and XML forbids. */
function createXmlDecoder(): (bytes: Uint8Array) => string {
  let decode: ((bytes: Uint8Array) => string) | undefined;
  let hasBegun = false;
  return (bytes) => {
    if (bytes.length === 0) return '';
    decode ??= streamDecoder(declaredEncoding(bytes)) ?? streamDecoder('utf-8')!;
    const text = decode(bytes);
    const begun = hasBegun ? text : text.trimStart();
    hasBegun ||= begun !== '';
    return begun;
  };
}

function toSong(score: XmlElement | undefined): Imported {
  if (score?.name === 'score-timewise') return importProblem('timewise');
  if (score?.name !== 'score-partwise') return importProblem('unknown_type');
  const names = partNames(score);
  const parts = findAll(score, 'part').flatMap((part) => readPart(part, names.get(part.attributes.id ?? '') ?? ''));
  if (parts.length === 0) return importProblem('no_notes');
  const title = textIn(find(score, 'work'), 'work-title') || textIn(score, 'movement-title');
  const scores = findAll(score, 'part').map(scoreMapOf);
  const [tempo] = scores.flatMap(({ tempos }) => tempos);
  return {
    kind: 'song',
    song: {
      tempo: tempo ? Math.round(tempo.bpm) || null : null,
      parts,
      score: scores[0]!,
      ...(title ? { title } : {}),
    },
  };
}

function partNames(score: XmlElement): Map<string, string> {
  const scoreParts = findAll(find(score, 'part-list'), 'score-part');
  return new Map(scoreParts.map((part) => [part.attributes.id ?? '', textIn(part, 'part-name') ?? '']));
}

/** A note as it is written, before ties, slurs and words have been told apart. */
interface WrittenNote {
  readonly pitch: number;
  readonly start: number;
  end: number;
  readonly continuesTie: boolean;
  readonly slurBegins: boolean;
  readonly slurEnds: boolean;
  readonly lyrics: readonly XmlElement[];
}

/** A voice of a part as it is read. */
interface Voice {
  readonly notes: WrittenNote[];
  lowerNotes: number;
  smallNotes: number;
  /** Words on notes that are not read: without a pitch, or small ones with no note behind them. */
  lostWords: number;
  /** Words of a grace note, for the note that it leads to. */
  graceLyrics: readonly XmlElement[];
}

function readPart(part: XmlElement, name: string): ImportedPart[] {
  const voices = new Map<string, Voice>();
  const measures = timedMeasures(part);
  for (const { items } of measures)
    for (const { item, at, beats, inChord } of items)
      if (item.name === 'note') addNote(voices, item, at, beats, inChord);
  const sung = [...voices].filter(([, { notes }]) => notes.length > 0);
  const repeats = countRepeats(measures.flatMap(({ items }) => items.map(({ item }) => item)));
  return sung.map(([voice, { notes, lowerNotes, smallNotes, lostWords, graceLyrics }]) => {
    const words = lostWords + graceLyrics.length;
    return {
      name: sung.length > 1 ? `${name} · ${voice}` : name,
      notes: sungNotes(notes),
      leftOut: { lowerNotes, smallNotes, repeats, ...(words > 0 ? { words } : {}) },
    };
  });
}

const LEAPS = ['dacapo', 'dalsegno', 'tocoda'];

/** Ends of what is to be repeated, and leaps. */
function countRepeats(items: readonly XmlElement[]): number {
  return items.filter((item) => {
    if (item.name === 'barline') return find(item, 'repeat')?.attributes.direction === 'backward';
    const sound = item.name === 'sound' ? item : find(item, 'sound');
    return LEAPS.some((leap) => sound?.attributes[leap] !== undefined);
  }).length;
}

function addNote(voices: Map<string, Voice>, note: XmlElement, start: number, beats: number, inChord: boolean): void {
  const name = textIn(note, 'voice') ?? '1';
  const voice = voices.get(name) ?? { notes: [], lowerNotes: 0, smallNotes: 0, lostWords: 0, graceLyrics: [] };
  voices.set(name, voice);
  const written = writtenNote(note, start, beats);
  if (!written) {
    if (wordsOn(note).length > 0) voice.lostWords++;
    return;
  }
  const last = voice.notes.at(-1);
  if (find(note, 'grace') || find(note, 'cue')) {
    voice.smallNotes++;
    if (find(note, 'grace') && wordsOn(note).length > 0) voice.graceLyrics = written.lyrics;
    else if (wordsOn(note).length > 0) voice.lostWords++;
  } else if (!inChord || last?.start !== start) {
    const takesGrace = voice.graceLyrics.length > 0 && wordsOn(note).length === 0;
    voice.notes.push(takesGrace ? { ...written, lyrics: voice.graceLyrics } : written);
    if (voice.graceLyrics.length > 0 && !takesGrace) voice.lostWords++;
    voice.graceLyrics = [];
  } else {
    voice.lowerNotes++;
    // Of a chord the top is the tune; its words may hang on any of its notes.
    const [top, lower] = written.pitch > last.pitch ? [written, last] : [last, written];
    voice.notes[voice.notes.length - 1] = { ...top, lyrics: top.lyrics.length > 0 ? top.lyrics : lower.lyrics };
  }
}

/** The lyrics of a note that are sung, and not a romanisation of them. */
const lyricsOf = (note: XmlElement) =>
  findAll(note, 'lyric').filter(({ attributes }) => attributes.name !== ROMANISATION);
const wordsOn = (note: XmlElement) => lyricsOf(note).filter((lyric) => syllableIn(lyric) !== null);

function writtenNote(note: XmlElement, start: number, beats: number): WrittenNote | undefined {
  const pitch = find(note, 'pitch');
  if (!pitch) return undefined;
  const midiPitch = pitchOfStep(
    textIn(pitch, 'step') ?? '',
    numberIn(pitch, 'alter') ?? 0,
    numberIn(pitch, 'octave') ?? 4,
  );
  if (midiPitch === undefined || midiPitch < 0 || midiPitch > 127) return undefined;
  const notations = findAll(note, 'notations');
  const slurs = notations.flatMap((one) => findAll(one, 'slur'));
  // Some programs write how a tie looks and not that it sounds.
  const ties = [...findAll(note, 'tie'), ...notations.flatMap((one) => findAll(one, 'tied'))];
  return {
    pitch: Math.round(midiPitch),
    start,
    end: start + beats,
    continuesTie: ties.some(({ attributes }) => attributes.type === 'stop'),
    slurBegins: slurs.some(({ attributes }) => attributes.type === 'start'),
    slurEnds: slurs.some(({ attributes }) => attributes.type === 'stop'),
    lyrics: lyricsOf(note),
  };
}

/** A note with what is sung on after it. */
interface SungNote extends ImportedNote {
  end: number;
  beats: number;
  /** As they are written, the first among them. */
  readonly pieces: ImportedPiece[];
  readonly verses: readonly (string | null)[];
  readonly joinsNext: boolean;
  endsLine: boolean;
}

function extend(note: SungNote, end: number, pieces: readonly ImportedPiece[]): void {
  note.end = end;
  note.beats = end - note.start;
  const last = note.pieces.at(-1)!;
  if (pieces.length > 0) note.pieces.push(...pieces);
  else note.pieces[note.pieces.length - 1] = { ...last, beats: end - last.start };
}

/**
 * One note for each syllable: a tied note goes on with the one before it, and so does a slurred one without a syllable of its own.
 */
function sungNotes(written: readonly WrittenNote[]): ImportedNote[] {
  const sung: SungNote[] = [];
  let openSlurs = 0;
  const notes = [...written].sort((a, b) => a.start - b.start);
  const words = wordsOfLyrics(notes.map(({ lyrics }) => lyrics));
  for (const [i, note] of notes.entries()) {
    const last = sung.at(-1);
    const { endsLine, ...word } = words[i]!;
    const follows = last !== undefined && note.start - last.end < 0.01;
    // What some programs write as a tie of two pitches is a slur, and a tied note with a word of its own is sung anew.
    const isTied = note.continuesTie && last?.pieces.at(-1)?.pitch === note.pitch;
    const isContinuation = word.syllable === null && (note.continuesTie || openSlurs > 0);
    if (note.slurEnds) openSlurs = Math.max(0, openSlurs - 1);
    if (note.slurBegins) openSlurs++;
    if (follows && isContinuation) {
      extend(last, note.end, isTied ? [] : [pieceOf(note)]);
      last.endsLine ||= endsLine;
      continue;
    }
    const { pitch, start, end } = note;
    sung.push({ pitch, start, end, beats: end - start, pieces: [pieceOf(note)], ...word, endsLine });
  }
  const hasWords = sung.some(({ syllable }) => syllable !== null);
  return (hasWords ? mergeMelismas(sung) : sung).map(({ end: _, pieces, verses, joinsNext, ...note }) => ({
    ...note,
    ...(pieces.length > 1 ? { melisma: pieces.slice(1).map(({ pitch }) => pitch), pieces } : {}),
    ...(verses.length > 0 ? { verses } : {}),
    ...(joinsNext ? { joinsNext } : {}),
  }));
}

function pieceOf({ pitch, start, end }: WrittenNote): ImportedPiece {
  return { pitch, start, beats: end - start };
}

/** In a voice with words, a note without one that follows at once is sung to the syllable before it, slur or no slur. */
function mergeMelismas(notes: readonly SungNote[]): SungNote[] {
  const merged: SungNote[] = [];
  for (const note of notes) {
    const last = merged.at(-1);
    if (last?.syllable && note.syllable === null && note.start - last.end < 0.01) extend(last, note.end, note.pieces);
    else merged.push(note);
  }
  return merged;
}
