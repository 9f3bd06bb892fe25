import { countSung } from '../../../../src/cantonese/line-units.ts';
import { alignMelody } from '../../../../src/melody/align.ts';
import {
  type Imported,
  type ImportedNote,
  type ImportedSong,
  importProblem,
  isTooLong,
  likeliestPart,
} from '../../../../src/melody/imported.ts';
import { MAX_SCORE_BYTES } from '../../../../src/melody/limits.ts';
import { t } from '../../app/i18n.ts';
import { toast } from '../../app/toasts.ts';
import { writeMessages } from '../messages.ts';
import { type Note, newLine, type SongDocument } from '../model/document.ts';
import { isHeading, leaderOf, shareRepeated } from '../model/sections.ts';
import { selectFirstEmptyPlace } from './cursor.ts';
import { announceChange, change } from './song.ts';
import { update } from './store.ts';

/** Reads a melody file and lays it under the lyrics, asking which part is sung where there are several. */
export async function loadMelodyFile(file: File): Promise<void> {
  const parsed = await readInWorker(file);
  const text = t(writeMessages);
  if (parsed.kind === 'problem') toast(text.import[parsed.problem]);
  else if (parsed.song.parts.length === 1) applyMelody(parsed.song, 0);
  else update({ partChoice: parsed.song });
}

const READ_TIMEOUT_MS = 10_000;

/** Reads a file in a worker of its own, which is ended when it takes too long. The parsers come with it. */
async function readInWorker(file: File): Promise<Imported> {
  if (file.size > MAX_SCORE_BYTES) return importProblem('too_large');
  const worker = new Worker(new URL('../../../worker/melody-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Imported>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker that reads melodies has failed.')));
      setTimeout(() => resolve(importProblem('too_slow')), READ_TIMEOUT_MS);
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

export function applyMelody(imported: ImportedSong, part = likeliestPart(imported.parts)): void {
  const chosen = imported.parts[part]!;
  if (isTooLong(chosen)) {
    toast(t(writeMessages).import.too_large);
    return;
  }
  const { notes } = chosen;
  change((document) => withMelody(shareRepeated(document), imported, part));
  update({ partChoice: null });
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
