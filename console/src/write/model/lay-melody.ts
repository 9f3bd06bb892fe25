import { countSung } from '../../../../src/cantonese/line-units.ts';
import { lineOfPhrase, phrasesOf } from '../../../../src/melody/align.ts';
import type { ImportedNote, ImportedSong } from '../../../../src/melody/imported.ts';
import { type Note, type NotePiece, newLine, type SongDocument, type SongLine, type SongScore } from './document.ts';
import { type Phrase, phrasesForLines, wantedBy } from './line-breaks.ts';
import { fromFirstNote } from './measures.ts';
import { isBlank, isHeading, leaderOf, type Passage, passageAt, passagesOf } from './sections.ts';
import { nominalTempo } from './timeline.ts';

/** Laying a loaded melody under lines of the song: the proposal, the writer's shifts of its breaks, and the resulting song. */

/** Lines that take a melody: a passage, or, without a name, the whole song. */
export type LayTarget = Passage;

/** A line of the preview: notes for a line that is there, or for one that would be added. */
export interface LayRow {
  /** Index of the line; null for one that would be added. */
  readonly line: number | null;
  readonly text: string;
  /** Number of sung positions of the text. */
  readonly sung: number;
  readonly phrase: Phrase;
}

/** The whole song, and each passage where there are several. */
export function targetsOf(document: SongDocument): readonly LayTarget[] {
  const whole = { name: '', start: 0, end: document.lines.length };
  const passages = passagesOf(document);
  const isAll = passages.length === 1 && passages[0]!.name === '1';
  return isAll ? [whole] : [whole, ...passages];
}

/** The target that a line lies in; the whole song where there is no line at hand. */
export function targetAt(document: SongDocument, line: number | null): LayTarget {
  const [whole, ...others] = targetsOf(document);
  const passage = line === null ? undefined : passageAt(document, line);
  return others.find(({ start }) => start === passage?.start) ?? whole!;
}

/** The proposal: one row for each line that takes notes, then rows for lines that would be added. */
export function proposeRows(document: SongDocument, target: LayTarget, notes: readonly ImportedNote[]): LayRow[] {
  const receivers = receiversOf(document, target, notes.length);
  if (receivers.length === 0)
    return phrasesOf(notes)
      .flatMap(splitByWords)
      .map(lineOfPhrase)
      .map(({ text, melody }) => ({ line: null, text, sung: countSung(text), phrase: melody }));
  const lines = receivers.map((index) => document.lines[index]!);
  const phrases = phrasesForLines(
    lines.map(({ text, melody }) => ({ text, noteCount: melody.length })),
    notes,
  );
  return phrases.map((phrase, i): LayRow => {
    const line = lines[i];
    return { line: receivers[i] ?? null, text: line?.text ?? '', sung: countSung(line?.text ?? ''), phrase };
  });
}

/** Splits a phrase into runs of notes with words and runs without: a line with words has no place for a hummed note. */
function splitByWords(phrase: readonly ImportedNote[]): ImportedNote[][] {
  const pieces: ImportedNote[][] = [];
  for (const note of phrase) {
    const piece = pieces.at(-1);
    const isWordless = note.syllable === null;
    if (piece && (piece[0]!.syllable === null) === isWordless) piece.push(note);
    else pieces.push([note]);
  }
  return pieces;
}

/**
 * Indices of the lines that take notes. If the notes are too few for the whole song, the file has each melody once, and only the first
 * line with a melody takes it: the lines that share it follow.
 */
function receiversOf(document: SongDocument, { start, end }: LayTarget, noteCount: number): number[] {
  const wanting = document.lines.flatMap((line, i) => {
    const wanted = wantedBy({ text: line.text, noteCount: line.melody.length });
    return i >= start && i < end && !isHeading(line.text) && wanted > 0 ? [{ line, i, wanted }] : [];
  });
  const hasNotesForAll = noteCount >= wanting.reduce((sum, { wanted }) => sum + wanted, 0);
  const isPartOfSong = end - start < document.lines.length;
  const takesNotes = (line: SongLine) => hasNotesForAll || isPartOfSong || !leaderOf(document, line);
  return wanting.filter(({ line }) => takesNotes(line)).map(({ i }) => i);
}

/** Whether the proposal needs no confirmation: no notes are left over, and each line with words has as many notes as they need. */
export function fits(rows: readonly LayRow[]): boolean {
  const isForNewLinesOnly = rows.every(({ line }) => line === null);
  const matches = ({ line, sung, phrase }: LayRow) => line !== null && (phrase.length === sung || sung === 0);
  return isForNewLinesOnly || rows.every(matches);
}

/** Moves a note over the break after a row: to that row (1) or away from it (−1). */
export function shiftBreak(rows: readonly LayRow[], row: number, by: -1 | 1): readonly LayRow[] {
  const [above, below] = [rows[row], rows[row + 1]];
  if (!above) return rows;
  const moved = by === 1 ? below?.phrase[0] : above.phrase.at(-1);
  if (moved === undefined) return rows;
  const shifted = [...rows];
  shifted[row] = { ...above, phrase: by === 1 ? [...above.phrase, moved] : above.phrase.slice(0, -1) };
  const phraseBelow = by === 1 ? below!.phrase.slice(1) : [moved, ...(below?.phrase ?? [])];
  const next = below ?? { line: null, text: '', sung: 0 };
  if (phraseBelow.length === 0 && next.line === null) shifted.splice(row + 1, 1);
  else shifted[row + 1] = { ...next, phrase: phraseBelow };
  return shifted;
}

/** The song with the melody under its lines. Headings and blank lines stay. */
export function layMelody(
  document: SongDocument,
  target: LayTarget,
  rows: readonly LayRow[],
  { tempo, title, score }: ImportedSong,
): SongDocument {
  const melodies = notesOf(rows);
  const byLine = new Map(rows.flatMap(({ line }, i) => (line === null ? [] : [[line, melodies[i]!] as const])));
  const lines = document.lines.map((line, i): SongLine => {
    const { score: _, ...withoutScore } = line;
    return byLine.has(i) ? { ...withoutScore, melody: byLine.get(i)! } : line;
  });
  const added = rows.flatMap(({ line, text }, i) => (line === null ? [newLine(text, melodies[i])] : []));
  const last = Math.max(target.start - 1, ...byLine.keys());
  const isInTarget = (i: number) => i >= target.start && i < target.end;
  const hasOwnMelody = (line: SongLine) => line.melody.length > 0 && !leaderOf(document, line);
  /** Whether no other melody remains in the song. */
  const isAlone = document.lines.every((line, i) => isInTarget(i) || !hasOwnMelody(line));
  const firstNote = rows.flatMap(({ phrase }) => phrase).find((note) => note !== null);
  // A single blank line was only there to write into.
  const isEmpty = document.lines.every(isBlank);
  return {
    ...document,
    ...(document.title === '' && title ? { title } : {}),
    ...(tempo !== null && isAlone ? { tempo: nominalTempo(tempo) } : {}),
    ...withScores(
      document,
      isEmpty && added.length > 0 ? added : lines.toSpliced(last + 1, 0, ...added),
      score && { ...score, leadIn: firstNote?.start ?? 0 },
      isAlone,
    ),
  };
}

/** The lines and the song's score, so that each melody keeps its measures: the first melody in the song's score, later ones in lines. */
function withScores(
  before: SongDocument,
  lines: readonly SongLine[],
  score: SongScore | undefined,
  isAlone: boolean,
): Pick<SongDocument, 'lines' | 'score'> {
  const own = before.score ? { score: before.score } : {};
  if (!score) return { ...own, lines };
  if (isAlone) return { score, lines };
  const melodyBefore = new Map(before.lines.map(({ id, melody }) => [id, melody]));
  const hasNotes = ({ melody }: SongLine) => melody.length > 0;
  const laidAt = lines.findIndex((line) => hasNotes(line) && melodyBefore.get(line.id) !== line.melody);
  const others = lines.findIndex((line) => hasNotes(line) && melodyBefore.get(line.id) === line.melody);
  const later = (index: number, theirs: SongScore) =>
    lines.with(index, { ...lines[index]!, score: fromFirstNote(theirs) });
  if (others < laidAt) return { ...own, lines: later(laidAt, score) };
  const formerFirst = before.lines.find(hasNotes)?.id === lines[others]!.id ? before.score : undefined;
  const tempos = before.score?.tempos.slice(0, 1) ?? [];
  return { score: { ...fromFirstNote(score), tempos }, lines: formerFirst ? later(others, formerFirst) : lines };
}

/** The song's notes of each row. The time between notes is kept as the silence before each, as lines may be put between them. */
function notesOf(rows: readonly LayRow[]): (Note | null)[][] {
  let end: number | undefined;
  return rows.map(({ phrase }) =>
    phrase.map((imported) => {
      if (!imported) return null;
      const note = noteOf(imported, end === undefined ? undefined : Math.max(0, imported.start - end));
      end = imported.start + note.beats;
      return note;
    }),
  );
}

/** Length of notes that have none in the file; they would not be heard. */
const LEAST_BEATS = 1 / 64;

function noteOf(imported: ImportedNote, rest: number | undefined): Note {
  const { pitch, beats, verses } = imported;
  const pieces = piecesOf(imported);
  return {
    pitch,
    beats: beats > 0 ? beats : LEAST_BEATS,
    ...(rest === undefined ? {} : { rest }),
    ...(pieces ? { pieces } : {}),
    ...(verses?.some((verse) => verse !== null) ? { verses } : {}),
  };
}

/** The notes of a melisma; of equal length if the file does not say, because it has the melisma on several characters. */
function piecesOf({ pitch, start, beats, melisma, pieces }: ImportedNote): NotePiece[] | undefined {
  if (pieces) return pieces.map((one) => ({ pitch: one.pitch, at: one.start - start, beats: one.beats }));
  if (!melisma) return undefined;
  const length = beats / (melisma.length + 1);
  return [pitch, ...melisma].map((one, i) => ({ pitch: one, at: i * length, beats: length }));
}
