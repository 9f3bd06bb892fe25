import type { Tolerance } from '../../../../src/cantonese/melody.ts';
import type { ScoreMap } from '../../../../src/melody/imported.ts';

/** One note of a melody. A melody has one for each sung position, or null where it asks for nothing. */
export interface Note {
  /** MIDI pitch, 0 to 127; 60 is C4. */
  readonly pitch: number;
  /** Length in beats, above 0: the total if several notes are sung to the character. */
  readonly beats: number;
  /** Beats of silence before it, of a melody that was loaded. Without it notes follow each other, and lines after a rest. */
  readonly rest?: number;
  /** Several notes to a character, the first among them; absent where it has one. */
  readonly pieces?: readonly NotePiece[];
  /** Syllables of the further verses of a file, by verse; null for a verse without one here. */
  readonly verses?: readonly (string | null)[];
}

/** One of several notes to a character. */
export interface NotePiece {
  readonly pitch: number;
  /** Beats after the beginning of the first. */
  readonly at: number;
  readonly beats: number;
}

export type Melody = readonly (Note | null)[];

/** Readings that the writer has chosen, by place in the line: code points from 0, punctuation counted. */
export type LineReadings = Readonly<Record<number, string>>;

/** One of several texts that are tried for a line. */
export interface LineDraft {
  readonly text: string;
  readonly readings: LineReadings;
}

/** A line's drafts, read by drafts.ts. */
export interface LineDrafts {
  /** The drafts other than the shown one, which is the line's own text; one at least. */
  readonly others: readonly LineDraft[];
  /** Index of the shown draft among all of them. */
  readonly shown: number;
  /** Index of the writer's best draft among all of them; null if none is starred. */
  readonly starred: number | null;
}

export interface SongLine {
  /** Stays with the line while it is edited; unique within its document. */
  readonly id: string;
  readonly text: string;
  readonly readings: LineReadings;
  /** Notes by sung position. Notes beyond the end of the text wait for words. */
  readonly melody: Melody;
  /** Absent while the line has one draft only. */
  readonly drafts?: LineDrafts;
  /** Lines with the same tune share their melody: a note that is changed in one is changed in all. */
  readonly tune?: string;
  /** Measures of a melody that begins with this line and was loaded beside others, from the measure of its first note on. */
  readonly score?: SongScore;
}

/** A song as it is kept in the browser. Values are never changed in place. */
export interface SongDocument {
  readonly id: string;
  readonly title: string;
  /** Beats per minute, 20 to 300. */
  readonly tempo: number;
  /** Theme, a value of the lexicon's vocabulary; '' for none. */
  readonly theme: string;
  /** Tolerance beyond which clashes of melody and tones are marked. */
  readonly tolerance: Tolerance;
  /** The lines from the first; one at least. */
  readonly lines: readonly SongLine[];
  readonly score?: SongScore;
}

/** Measures, tempos and keys of a melody file. */
export interface SongScore extends ScoreMap {
  /** Beats before the first note. */
  readonly leadIn: number;
}

export const DEFAULT_TEMPO = 84;

/** `crypto.randomUUID` would be shorter, but a page that is served without TLS has none. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}

export function newLine(text = '', melody: Melody = []): SongLine {
  return { id: newId(), text, readings: {}, melody };
}

/** The song with a line changed; the same where there is no such line, or nothing of it has changed. */
export function withLine(document: SongDocument, index: number, edit: (line: SongLine) => SongLine): SongDocument {
  const line = document.lines[index];
  const edited = line && edit(line);
  return edited && edited !== line ? { ...document, lines: document.lines.with(index, edited) } : document;
}

export function newDocument(title: string, lines: readonly SongLine[] = [newLine()]): SongDocument {
  return { id: newId(), title, tempo: DEFAULT_TEMPO, theme: '', tolerance: 'singable', lines };
}

/** A note at another pitch; further notes to its character move with it. */
export function transposed(note: Note, pitch: number): Note {
  const { pieces } = note;
  if (!pieces) return { ...note, pitch };
  const by = pitch - note.pitch;
  const moved = pieces.map((piece) => ({ ...piece, pitch: Math.min(127, Math.max(0, piece.pitch + by)) }));
  return { ...note, pitch, pieces: moved };
}

/** The melody as MIDI pitches for `count` sung positions, null where there is no note. */
export function pitchesOf(melody: Melody, count: number): (number | null)[] {
  return Array.from({ length: count }, (_, position) => melody[position]?.pitch ?? null);
}

/** Four lines of our own with a tune. In the last one the melody rises into 回 while the tones fall: the clash to begin with. */
const LINES: readonly (readonly [text: string, pitches: readonly number[], beats: readonly number[]])[] = [
  ['心事寫滿呢張紙', [62, 57, 62, 60, 64, 64, 64], [1, 1, 1, 1, 1, 1, 2]],
  ['燈火未熄晚風未停', [64, 64, 60, 64, 62, 64, 60, 57], [1, 1, 0.5, 1.5, 1, 0.5, 0.5, 2]],
  ['海風帶我慢慢行', [64, 64, 62, 62, 60, 60, 57], [1, 1, 1, 1, 1, 1, 2]],
  ['今夜回憶仲未停', [62, 57, 57, 64, 59, 59, 55], [1, 1, 1, 1, 1, 1, 2]],
];

export function exampleSong(): SongDocument {
  const lines = LINES.map(([text, pitches, beats]) =>
    newLine(
      text,
      pitches.map((pitch, i) => ({ pitch, beats: beats[i] ?? 1 })),
    ),
  );
  return newDocument('今夜', lines);
}
