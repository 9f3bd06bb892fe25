import type { Tolerance } from '../../../../src/cantonese/melody.ts';
import type { ScoreMap } from '../../../../src/melody/imported.ts';

/** One note of a melody. A melody has one for each sung position, or null where it asks for nothing. */
export interface Note {
  /** MIDI pitch, 0 to 127; 60 is C4. */
  readonly pitch: number;
  /** Length in beats, above 0; of several notes to a character, that of all. */
  readonly beats: number;
  /** Beats of silence before it, of a melody that was loaded. Without it notes follow each other, and lines after a rest. */
  readonly rest?: number;
  /** Several notes to a character, the first among them; absent where it has one. */
  readonly pieces?: readonly NotePiece[];
  /** What further verses of the file have sung to it, null where one has nothing there. */
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
  /** All but the shown one, which is the line's own text; one at least. */
  readonly others: readonly LineDraft[];
  /** Place of the shown one among all of them. */
  readonly shown: number;
  /** Place of the best one among all of them; null where none is chosen. */
  readonly starred: number | null;
}

export interface SongLine {
  /** Stays with the line while it is edited; unique within its document. */
  readonly id: string;
  readonly text: string;
  readonly readings: LineReadings;
  /** By sung position; it may be longer than the text: those notes wait for words. */
  readonly melody: Melody;
  /** Where the line has more drafts than one. */
  readonly drafts?: LineDrafts;
  /** Lines with the same tune share their melody: a note that is changed in one is changed in all. */
  readonly tune?: string;
  /** Of a melody that was loaded beside others and begins here: its measures, from that of its first note on. */
  readonly score?: SongScore;
}

/** A song as it is kept in the browser. Values are never changed in place. */
export interface SongDocument {
  readonly id: string;
  readonly title: string;
  /** Beats per minute, 20 to 300. */
  readonly tempo: number;
  /** What it is about, a value of the lexicon's vocabulary; '' for nothing in particular. */
  readonly theme: string;
  /** Which disagreements of melody and tones are marked. */
  readonly tolerance: Tolerance;
  /** One at least. */
  readonly lines: readonly SongLine[];
  readonly score?: SongScore;
}

/** What a file that was loaded says besides its notes. */
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
