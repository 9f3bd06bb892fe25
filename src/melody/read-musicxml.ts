import { XMLParser } from 'fast-xml-parser';
import { type Imported, type ImportedNote, type ImportedPart, importProblem } from './imported.ts';
import { pitchOfStep } from './pitch.ts';
import { attribute, childrenOf, find, findAll, numberIn, textIn, type XmlNode } from './xml-node.ts';

/** Reads MusicXML (score-partwise): a part for each voice of each part. Repeats are not played out. */
export function readMusicXml(text: string): Imported {
  let root: XmlNode | undefined;
  try {
    const parsed = new XMLParser({ preserveOrder: true, ignoreAttributes: false, processEntities: true }).parse(text);
    root = (parsed as XmlNode[]).find((node) => 'score-partwise' in node || 'score-timewise' in node);
  } catch {
    return importProblem('damaged');
  }
  if (!root) return importProblem('damaged');
  if ('score-timewise' in root) return importProblem('timewise');
  const score = root['score-partwise'] as XmlNode[];
  const names = partNames(score);
  const parts = findAll(score, 'part').flatMap((part) => readPart(part, names.get(attribute(part, 'id') ?? '') ?? ''));
  if (parts.length === 0) return importProblem('no_notes');
  return { kind: 'song', song: { tempo: tempoOf(score), parts } };
}

function partNames(score: readonly XmlNode[]): Map<string, string> {
  const scoreParts = findAll(find(score, 'part-list') ?? [], 'score-part');
  return new Map(
    scoreParts.map((part) => [attribute(part, 'id') ?? '', textIn(childrenOf(part, 'score-part'), 'part-name') ?? '']),
  );
}

/** Beats per minute; more is no tempo but a slip. */
const MAX_TEMPO = 1000;

function tempoOf(score: readonly XmlNode[]): number | null {
  for (const part of findAll(score, 'part'))
    for (const measure of findAll(childrenOf(part, 'part'), 'measure'))
      for (const item of childrenOf(measure, 'measure')) {
        const sound = 'sound' in item ? item : findAll(childrenOf(item, 'direction'), 'sound')[0];
        const tempo = Number(sound ? attribute(sound, 'tempo') : Number.NaN);
        if (tempo > 0 && tempo <= MAX_TEMPO) return Math.round(tempo);
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
  readonly joinsNext: boolean;
  readonly endsLine: boolean;
}

function readPart(part: XmlNode, name: string): ImportedPart[] {
  const voices = new Map<string, WrittenNote[]>();
  let divisions = 1;
  let measureStart = 0;
  for (const measure of findAll(childrenOf(part, 'part'), 'measure')) {
    let [at, farthest, chordStart] = [measureStart, measureStart, measureStart];
    for (const item of childrenOf(measure, 'measure')) {
      if ('attributes' in item) divisions = numberIn(childrenOf(item, 'attributes'), 'divisions') || divisions;
      else if ('backup' in item) at -= (numberIn(childrenOf(item, 'backup'), 'duration') ?? 0) / divisions;
      else if ('forward' in item) at += (numberIn(childrenOf(item, 'forward'), 'duration') ?? 0) / divisions;
      else if ('note' in item) {
        const note = childrenOf(item, 'note');
        if (find(note, 'grace')) continue;
        const beats = (numberIn(note, 'duration') ?? 0) / divisions;
        const inChord = find(note, 'chord') !== undefined;
        if (!inChord) chordStart = at;
        addNote(voices, note, chordStart, beats, inChord);
        if (!inChord) at += beats;
      }
      farthest = Math.max(farthest, at);
    }
    measureStart = farthest;
  }
  return [...voices].map(([voice, notes]) => ({
    name: voices.size > 1 ? `${name} · ${voice}` : name,
    notes: sungNotes(notes),
  }));
}

function addNote(
  voices: Map<string, WrittenNote[]>,
  note: readonly XmlNode[],
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
    notes[notes.length - 1] = { ...written, syllable: written.syllable ?? last.syllable };
}

/** Kinds of `syllabic` after which the word goes on. */
const JOINING = new Set(['begin', 'middle']);

function writtenNote(note: readonly XmlNode[], start: number, beats: number): WrittenNote | undefined {
  const pitch = find(note, 'pitch');
  if (!pitch) return undefined;
  const midiPitch = pitchOfStep(
    textIn(pitch, 'step') ?? '',
    numberIn(pitch, 'alter') ?? 0,
    numberIn(pitch, 'octave') ?? 4,
  );
  if (midiPitch === undefined || midiPitch < 0 || midiPitch > 127) return undefined;
  const slurs = findAll(note, 'notations').flatMap((one) => findAll(childrenOf(one, 'notations'), 'slur'));
  const lyric = findAll(note, 'lyric')[0];
  const words = lyric ? childrenOf(lyric, 'lyric') : [];
  const syllable = findAll(words, 'text')
    .map((one) => textIn([one], 'text') ?? '')
    .join('')
    .trim();
  return {
    ...{ pitch: Math.round(midiPitch), start, end: start + beats },
    continuesTie: findAll(note, 'tie').some((tie) => attribute(tie, 'type') === 'stop'),
    slurBegins: slurs.some((slur) => attribute(slur, 'type') === 'start'),
    slurEnds: slurs.some((slur) => attribute(slur, 'type') === 'stop'),
    syllable: syllable === '' ? null : syllable,
    joinsNext: JOINING.has(textIn(words, 'syllabic') ?? ''),
    endsLine: find(words, 'end-line') !== undefined || find(words, 'end-paragraph') !== undefined,
  };
}

/** A note with what is sung on after it. */
interface SungNote extends ImportedNote {
  end: number;
  beats: number;
  readonly melisma: number[];
  readonly joinsNext: boolean;
  endsLine: boolean;
}

function extend(note: SungNote, end: number, pitches: readonly number[]): void {
  note.end = end;
  note.beats = end - note.start;
  for (const pitch of pitches) note.melisma.push(pitch);
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
      extend(last, note.end, note.continuesTie ? [] : [note.pitch]);
      last.endsLine ||= note.endsLine;
      continue;
    }
    const { pitch, start, end, syllable, joinsNext, endsLine } = note;
    sung.push({ ...{ pitch, start, end, beats: end - start, melisma: [] }, ...{ syllable, joinsNext, endsLine } });
  }
  const hasWords = sung.some(({ syllable }) => syllable !== null);
  return (hasWords ? mergeMelismas(sung) : sung).map(({ end: _, melisma, joinsNext, ...note }) => ({
    ...note,
    ...(melisma.length > 0 ? { melisma } : {}),
    ...(joinsNext ? { joinsNext } : {}),
  }));
}

/** In a voice with words, a note without one that follows at once is sung to the syllable before it, slur or no slur. */
function mergeMelismas(notes: readonly SungNote[]): SungNote[] {
  const merged: SungNote[] = [];
  for (const note of notes) {
    const last = merged.at(-1);
    if (last?.syllable && note.syllable === null && note.start - last.end < 0.01)
      extend(last, note.end, [note.pitch, ...note.melisma]);
    else merged.push(note);
  }
  return merged;
}
