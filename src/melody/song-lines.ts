import { type AlignedMelody, alignMelody } from './align.ts';
import { IMPORT_PROBLEMS, type ImportedPart, likeliestPart, sizeOf } from './imported.ts';
import { MAX_NOTES, MAX_PARTS, MAX_WORDS_CHARACTERS } from './limits.ts';
import { readMelodyFile } from './read-file.ts';

export interface MelodyRequest {
  readonly file: Uint8Array;
  /** Index of the part that is sung; the likeliest without it. */
  readonly part?: number | undefined;
  /** Lines of text to lay the melody under. */
  readonly texts: readonly string[];
}

export interface PartSummary {
  readonly name: string;
  readonly noteCount: number;
  readonly hasWords: boolean;
  /** MIDI pitches, melismas with them. */
  readonly lowest: number;
  readonly highest: number;
}

export interface SongLines extends AlignedMelody {
  readonly kind: 'lines';
  readonly tempo: number | null;
  readonly parts: readonly PartSummary[];
  readonly part: number;
}

/** Why there are none: a sentence about a field of the request, without its subject. */
export interface SongLinesProblem {
  readonly kind: 'problem';
  readonly field: 'file' | 'part';
  readonly message: string;
}

/** Reads the sung part of a melody file and cuts it into lines. */
export async function readSongLines({ file, part, texts }: MelodyRequest): Promise<SongLines | SongLinesProblem> {
  const imported = await readMelodyFile(file);
  if (imported.kind === 'problem') return problem('file', IMPORT_PROBLEMS[imported.problem]);
  const { tempo, parts } = imported.song;
  if (parts.length > MAX_PARTS)
    return problem('file', `has ${parts.length} parts; at most ${MAX_PARTS} are read. Export the sung part alone.`);
  const index = part ?? likeliestPart(parts);
  const chosen = parts[index];
  if (!chosen) return problem('part', `${index} is beyond the last part, ${parts.length - 1}`);
  const tooLong = lengthProblem(chosen, index);
  if (tooLong !== undefined) return problem('file', tooLong);
  return { kind: 'lines', tempo, parts: parts.map(summaryOf), part: index, ...alignMelody(texts, chosen.notes) };
}

function problem(field: SongLinesProblem['field'], message: string): SongLinesProblem {
  return { kind: 'problem', field, message };
}

function lengthProblem(part: ImportedPart, index: number): string | undefined {
  const { notes, characters } = sizeOf(part);
  if (notes > MAX_NOTES)
    return `has ${notes} notes in part ${index}; at most ${MAX_NOTES} are read. Choose the sung part, or export half the song.`;
  if (characters > MAX_WORDS_CHARACTERS)
    return `has ${characters} characters of words in part ${index}; at most ${MAX_WORDS_CHARACTERS} are read.`;
  return undefined;
}

function summaryOf({ name, notes }: ImportedPart): PartSummary {
  let [lowest, highest] = [127, 0];
  for (const { pitch, melisma = [] } of notes)
    for (const one of [pitch, ...melisma]) [lowest, highest] = [Math.min(lowest, one), Math.max(highest, one)];
  return { name, noteCount: notes.length, hasWords: notes.some(({ syllable }) => syllable !== null), lowest, highest };
}
