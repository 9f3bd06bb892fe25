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
import { MAX_SCORE_BYTES, MAX_TEMPO } from './limits.ts';
import { scoreMapOf, timedMeasures } from './musicxml-time.ts';
import { createXmlReader, find, findAll, numberIn, textIn, type XmlElement, XmlTooLarge } from './xml-element.ts';

/** The elements that say which notes are sung, when, and to what; the others, of layout above all, are passed over. */
const READ_ELEMENTS: ReadonlySet<string> = new Set([
  ...['score-partwise', 'score-timewise', 'part-list', 'score-part', 'part-name', 'part', 'measure'],
  ...['work', 'work-title', 'movement-title', 'key', 'fifths', 'mode', 'time', 'beats', 'beat-type'],
  ...['attributes', 'divisions', 'backup', 'forward', 'direction', 'sound', 'note', 'grace', 'chord', 'duration'],
  ...['pitch', 'step', 'alter', 'octave', 'voice', 'tie', 'tied', 'notations', 'slur'],
  ...['lyric', 'syllabic', 'text', 'end-line', 'end-paragraph'],
]);

/** Reads MusicXML that comes in pieces. */
export interface MusicXmlReader {
  /** @returns whether more is wanted; the rest of what is damaged or too large need not be read */
  write(bytes: Uint8Array): boolean;
  /** What was read: of score-partwise a part for each voice of each part. Repeats are not played out. */
  close(): Imported;
}

export function createMusicXmlReader(): MusicXmlReader {
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
    write(bytes) {
      size += bytes.length;
      if (size > MAX_SCORE_BYTES) problem = 'too_large';
      else attempt(() => xml.write(decode(bytes)));
      return problem === undefined;
    },
    close() {
      if (problem === undefined) attempt(() => xml.close());
      return problem === undefined ? toSong(xml.root) : importProblem(problem);
    },
  };
}

/** XML is UTF-8, or UTF-16 with a mark at its beginning. Empty lines before it are left out, which some programs write and XML forbids. */
function createXmlDecoder(): (bytes: Uint8Array) => string {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let hasBegun = false;
  return (bytes) => {
    if (bytes.length === 0) return '';
    decoder ??= new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8');
    const text = decoder.decode(bytes, { stream: true });
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
  return {
    kind: 'song',
    song: {
      tempo: tempoOf(score),
      parts,
      score: scoreMapOf(find(score, 'part')!),
      ...(title ? { title } : {}),
    },
  };
}

function partNames(score: XmlElement): Map<string, string> {
  const scoreParts = findAll(find(score, 'part-list'), 'score-part');
  return new Map(scoreParts.map((part) => [part.attributes.id ?? '', textIn(part, 'part-name') ?? '']));
}

function tempoOf(score: XmlElement): number | null {
  for (const part of findAll(score, 'part'))
    for (const measure of findAll(part, 'measure'))
      for (const item of measure.children) {
        const sound = item.name === 'sound' ? item : find(item, 'sound');
        const tempo = Math.round(Number(sound?.attributes.tempo));
        if (tempo > 0 && tempo <= MAX_TEMPO) return tempo;
      }
  return null;
}

/** A note as it is written, before ties, slurs and words have been told apart. */
interface WrittenNote {
  readonly pitch: number;
  readonly start: number;
  end: number;
  readonly continuesTie: boolean;
  readonly slurBegins: boolean;
  readonly slurEnds: boolean;
  readonly syllable: string | null;
  readonly verses: readonly (string | null)[];
  readonly joinsNext: boolean;
  readonly endsLine: boolean;
}

function readPart(part: XmlElement, name: string): ImportedPart[] {
  const voices = new Map<string, WrittenNote[]>();
  for (const { items } of timedMeasures(part))
    for (const { item, at, beats, inChord } of items)
      if (item.name === 'note' && !find(item, 'grace')) addNote(voices, item, at, beats, inChord);
  return [...voices].map(([voice, notes]) => ({
    name: voices.size > 1 ? `${name} · ${voice}` : name,
    notes: sungNotes(notes),
  }));
}

function addNote(
  voices: Map<string, WrittenNote[]>,
  note: XmlElement,
  start: number,
  beats: number,
  inChord: boolean,
): void {
  const written = writtenNote(note, start, beats);
  if (!written) return;
  const voice = textIn(note, 'voice') ?? '1';
  const notes = voices.get(voice) ?? [];
  voices.set(voice, notes);
  const last = notes.at(-1);
  if (!inChord || last?.start !== start) notes.push(written);
  // Of a chord the top is the tune; its words may hang on any of its notes.
  else if (written.pitch > last.pitch)
    notes[notes.length - 1] = {
      ...written,
      ...(written.syllable === null ? { syllable: last.syllable, verses: last.verses } : {}),
    };
}

/** Kinds of `syllabic` after which the word goes on. */
const JOINING = new Set(['begin', 'middle']);

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
  const [lyric, ...further] = findAll(note, 'lyric').filter(({ attributes }) => attributes.name !== ROMANISATION);
  return {
    pitch: Math.round(midiPitch),
    start,
    end: start + beats,
    continuesTie: ties.some(({ attributes }) => attributes.type === 'stop'),
    slurBegins: slurs.some(({ attributes }) => attributes.type === 'start'),
    slurEnds: slurs.some(({ attributes }) => attributes.type === 'stop'),
    syllable: syllableIn(lyric),
    verses: further.map(syllableIn),
    joinsNext: JOINING.has(textIn(lyric, 'syllabic') ?? ''),
    endsLine: find(lyric, 'end-line') !== undefined || find(lyric, 'end-paragraph') !== undefined,
  };
}

function syllableIn(lyric: XmlElement | undefined): string | null {
  const syllable = findAll(lyric, 'text')
    .map(({ text }) => text.trim())
    .join('');
  return syllable === '' ? null : syllable;
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
  for (const note of [...written].sort((a, b) => a.start - b.start)) {
    const last = sung.at(-1);
    const follows = last !== undefined && note.start - last.end < 0.01;
    const isContinuation = note.continuesTie || (openSlurs > 0 && note.syllable === null);
    if (note.slurEnds) openSlurs = Math.max(0, openSlurs - 1);
    if (note.slurBegins) openSlurs++;
    if (follows && isContinuation) {
      extend(last, note.end, note.continuesTie ? [] : [pieceOf(note)]);
      last.endsLine ||= note.endsLine;
      continue;
    }
    const { pitch, start, end, syllable, verses, joinsNext, endsLine } = note;
    const pieces = [pieceOf(note)];
    sung.push({ pitch, start, end, beats: end - start, pieces, syllable, verses, joinsNext, endsLine });
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
