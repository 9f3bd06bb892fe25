import { type AlignedMelody, alignMelody } from './align.ts';
import { IMPORT_PROBLEMS, type ImportedPart, type LeftOut, likeliestPart, sizeOf } from './imported.ts';
import { MAX_NOTES, MAX_PARTS, MAX_WORDS_CHARACTERS } from './limits.ts';
import { readMelodyFile } from './read-file.ts';

export interface MelodyRequest {
  readonly file: Uint8Array;
  /** Index or name of the part that is sung; the likeliest without it. */
  readonly part?: number | string | undefined;
  /** Lines of text to align the melody with. */
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
  /** What of the part was not read. */
  readonly leftOut: LeftOut;
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
  const index = part === undefined ? likeliestPart(parts) : typeof part === 'number' ? part : partNamed(parts, part);
  if (typeof index === 'string') return problem('part', index);
  const chosen = parts[index];
  if (!chosen) return problem('part', `${index} is beyond the last part, ${parts.length - 1}`);
  const tooLong = lengthProblem(chosen, index);
  if (tooLong !== undefined) return problem('file', tooLong);
  const { leftOut = {}, notes } = chosen;
  return { kind: 'lines', tempo, parts: parts.map(summaryOf), part: index, leftOut, ...alignMelody(texts, notes) };
}

const SHOWN_NAMES = 10;

/** The index of the part of a name, whatever its case; a problem where there is none, or more than one. */
function partNamed(parts: readonly ImportedPart[], name: string): number | string {
  const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();
  const named = parts.flatMap((part, i) => (plain(part.name) === plain(name) ? [i] : []));
  if (named.length === 1) return named[0]!;
  if (named.length > 1) return `is the name of ${named.length} parts: give the number, one of ${named.join(', ')}`;
  const names = parts.slice(0, SHOWN_NAMES).map((part, i) => `${i} ${part.name}`);
  const more = parts.length > SHOWN_NAMES ? ' …' : '';
  return `is the name of no part. The parts are: ${names.join(', ')}${more}`;
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
