import { signal } from '@preact/signals';
import { countSung } from '../../../../src/cantonese/sung-characters.ts';
import { t } from '../../app/i18n.ts';
import { toast } from '../../app/toasts.ts';
import { alignMelody } from '../melody/align.ts';
import { type ImportedSong, likeliestPart } from '../melody/imported.ts';
import { writeMessages } from '../messages.ts';
import { newLine, type SongDocument } from '../model/document.ts';
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
  const { readMelodyFile } = await import('../melody/read-file.ts');
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
  // A file that has too few notes for the whole song has each section once: what shares a melody gets it afterwards.
  const sungPositions = document.lines.reduce((sum, { text }) => sum + (isHeading(text) ? 0 : countSung(text)), 0);
  const isWholeSong = notes.length >= sungPositions;
  const aligned = alignMelody(
    document.lines.map((line) => (isWholeSong || !leaderOf(document, line) ? line.text : '')),
    notes,
  );
  const lines = [
    ...document.lines.map((line, i) =>
      isWholeSong || !leaderOf(document, line) ? { ...line, melody: aligned.melodies[i] ?? [] } : line,
    ),
    ...aligned.extraLines.map(({ text, melody }) => newLine(text, melody)),
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
