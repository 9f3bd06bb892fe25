import { signal } from '@preact/signals';
import { countSung } from '../../../../src/cantonese/sung-characters.ts';
import { alignMelody } from '../../../../src/melody/align.ts';
import { type ImportedNote, type ImportedSong, likeliestPart } from '../../../../src/melody/imported.ts';
import { t } from '../../app/i18n.ts';
import { toast } from '../../app/toasts.ts';
import { writeMessages } from '../messages.ts';
import { type Note, newLine, type SongDocument } from '../model/document.ts';
import { isHeading } from '../model/heading.ts';
import { leaderOf, shareRepeated } from '../model/sections.ts';
import { selectFirstEmptyPlace } from './cursor.ts';
import { announceChange, change } from './song.ts';

/** A file that has several parts, until one is chosen. */
export const partChoice = signal<ImportedSong | null>(null);

/** Reads a melody file and lays it under the lyrics, asking which part is sung where there are several. */
export async function loadMelodyFile(file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // The parsers are three libraries; they are fetched when the first file is.
  const { readMelodyFile } = await import('../../../../src/melody/read-file.ts');
  const parsed = readMelodyFile(bytes);
  const text = t(writeMessages);
  if (parsed.kind === 'problem') toast(text.import[parsed.problem]);
  else if (parsed.song.parts.length === 1) applyMelody(parsed.song, 0);
  else partChoice.value = parsed.song;
}

export function applyMelody(imported: ImportedSong, part = likeliestPart(imported.parts)): void {
  const { notes } = imported.parts[part]!;
  change((document) => withMelody(shareRepeated(document), imported, part));
  partChoice.value = null;
  selectFirstEmptyPlace();
  announceChange(t(writeMessages).laid(notes.length));
}

function withMelody(document: SongDocument, { tempo, parts }: ImportedSong, part: number): SongDocument {
  const { notes } = parts[part]!;
  const sungLines = document.lines.filter(({ text }) => !isHeading(text));
  const sungPositions = sungLines.reduce((sum, { text }) => sum + countSung(text), 0);
  // A file that has too few notes for the whole song has each section once: what shares a melody gets it afterwards.
  const isWholeSong = notes.length >= sungPositions;
  const receivers = sungLines.filter((line) => isWholeSong || !leaderOf(document, line));
  const aligned = alignMelody(
    receivers.map(({ text }) => text),
    notes,
  );
  const melodies = new Map(receivers.map(({ id }, i) => [id, melodyOf(aligned.melodies[i] ?? [])]));
  const lines = [
    ...document.lines.map((line) => ({ ...line, melody: melodies.get(line.id) ?? line.melody })),
    ...aligned.extraLines.map(({ text, melody }) => newLine(text, melodyOf(melody))),
  ];
  // An empty line that was only there to write into goes when the file brings its own.
  const remainingLines = lines.filter(
    ({ text, melody }, i) => i >= document.lines.length || text !== '' || melody.length > 0,
  );
  return {
    ...document,
    ...(tempo === null ? {} : { tempo }),
    lines: remainingLines.length > 0 ? remainingLines : document.lines,
  };
}

/** The notes as the document has them: lengths in eighths of a beat. */
function melodyOf(notes: readonly (ImportedNote | null)[]): (Note | null)[] {
  return notes.map((note) => note && { pitch: note.pitch, beats: Math.max(0.125, Math.round(note.beats * 8) / 8) });
}
