import { MAX_NOTES, MAX_WORDS_CHARACTERS } from './limits.ts';
import type { EncodingChoice } from './text-encoding.ts';

/** A melody as a file has it: one note for each syllable that is sung. */
export interface ImportedNote {
  /** MIDI pitch; of a melisma that of its first note. */
  readonly pitch: number;
  /** Beats from the beginning of the piece. */
  readonly start: number;
  /** Length in beats; a melisma is as long as all its notes. */
  readonly beats: number;
  /** What the file has sung to it; null where it has no words there. */
  readonly syllable: string | null;
  /** Pitches of the further notes of a melisma; absent where there are none. */
  readonly melisma?: readonly number[];
  /** The notes of a melisma as they are written, the first among them; absent where there is but one. */
  readonly pieces?: readonly ImportedPiece[];
  /** What further verses have sung to it, null where one has nothing there; absent without further verses. */
  readonly verses?: readonly (string | null)[];
  /** The next syllable belongs to the same Latin word ("ba-", "by"). */
  readonly joinsNext?: boolean;
  /** The file says that a line ends here. */
  readonly endsLine: boolean;
}

/** One of several notes that are sung to a syllable. */
export interface ImportedPiece {
  readonly pitch: number;
  /** Beats from the beginning of the piece of music. */
  readonly start: number;
  readonly beats: number;
}

/** What a score says besides its notes. Starts are beats from the beginning, ascending. */
export interface ScoreMap {
  readonly tempos: readonly { readonly start: number; readonly bpm: number }[];
  /** Time signatures: so many beats of a unit, 4 for a quarter note. */
  readonly meters: readonly { readonly start: number; readonly beats: number; readonly unit: number }[];
  /** Key signatures: sharps above 0, flats below. */
  readonly keys: readonly { readonly start: number; readonly fifths: number; readonly isMinor: boolean }[];
  /** Where measures begin; empty where that follows from the time signatures. */
  readonly bars: readonly number[];
}

/** How much of a part was not read. */
export interface LeftOut {
  /** Words that stand at no note. */
  readonly words?: number;
  /** Notes under the top of their chord. */
  readonly lowerNotes?: number;
  /** Grace notes and cue notes. */
  readonly smallNotes?: number;
  /** Marks of repeats and leaps, which are not played out. */
  readonly repeats?: number;
}

/** One voice, part or track, or one channel of a track. Never without notes. */
export interface ImportedPart {
  readonly name: string;
  readonly notes: readonly ImportedNote[];
  readonly leftOut?: LeftOut;
}

export interface ImportedSong {
  /** Beats per minute; null where the file does not say. */
  readonly tempo: number | null;
  readonly parts: readonly ImportedPart[];
  readonly title?: string;
  readonly score?: ScoreMap;
  /** Encodings that the texts of the file may be in, the one that they were read in first; absent where the file leaves no doubt. */
  readonly encodingChoices?: readonly EncodingChoice[];
}

/** Why a file gave no melody, and what to do. Sentences about the file, without their subject. */
export const IMPORT_PROBLEMS = {
  unknown_type: 'is neither MIDI nor MusicXML. Export .mid, .musicxml or .mxl from your score program.',
  damaged: 'cannot be read; it may be damaged. Export it once more.',
  no_notes: 'holds no notes. Choose the one with the melody.',
  timewise: 'is MusicXML of the kind score-timewise, which is not read here. Export it as score-partwise.',
  too_large: 'holds more than is read here. Export the sung part alone.',
  too_slow: 'takes too long to read. Export the sung part alone.',
  zip64: 'is a zip of the kind zip64, which is not read here. Export it as uncompressed MusicXML (.musicxml).',
} as const;

export type ImportProblem = keyof typeof IMPORT_PROBLEMS;

export type Imported =
  | { readonly kind: 'song'; readonly song: ImportedSong }
  | { readonly kind: 'problem'; readonly problem: ImportProblem };

export function importProblem(problem: ImportProblem): Imported {
  return { kind: 'problem', problem };
}

/** How much of a part has to be laid under words: its notes, those of melismas too, and the characters of its words. */
export function sizeOf(part: ImportedPart): { readonly notes: number; readonly characters: number } {
  let [notes, characters] = [0, 0];
  for (const { melisma, syllable, verses = [] } of part.notes) {
    notes += 1 + (melisma?.length ?? 0);
    for (const text of [syllable, ...verses]) characters += text?.length ?? 0;
  }
  return { notes, characters };
}

export function isTooLong(part: ImportedPart): boolean {
  const { notes, characters } = sizeOf(part);
  return notes > MAX_NOTES || characters > MAX_WORDS_CHARACTERS;
}

const SUNG_BY_NAME = /vocal|voice|melod|lead|sing|soprano|人聲|主唱|主旋律|旋律|唱/iu;

/** Whether a part is named as one that is sung. */
export function isNamedForVoice({ name }: Pick<ImportedPart, 'name'>): boolean {
  return SUNG_BY_NAME.test(name);
}

/** With words to fewer of its notes a part is not sung: the words are marks, such as names of chords or sections. */
const MIN_SUNG_SHARE = 0.25;

/** Words of a part named as sung, as a share of those of the part with most, with which it comes first. */
const MIN_NAMED_SHARE = 0.8;

/** The part that is most likely sung: the one with most words, before it one named so with about as many; without words one named so, else the first. */
export function likeliestPart(parts: readonly ImportedPart[]): number {
  let [best, most] = [-1, 0];
  for (const [i, part] of parts.entries()) {
    const words = part.notes.filter(({ syllable }) => syllable !== null).length;
    if (words < MIN_SUNG_SHARE * sizeOf(part).notes || words === 0) continue;
    const weight = isNamedForVoice(part) ? words / MIN_NAMED_SHARE : words;
    if (weight > most) [best, most] = [i, weight];
  }
  return best >= 0 ? best : Math.max(0, parts.findIndex(isNamedForVoice));
}

/** Whether a word of a file says that the syllable before it goes on: it is empty, or a sign for that. */
export function isContinuation(word: string): boolean {
  return /^[-_~+\u2013\u2014\uff3f\uff0d\u2212]*$/u.test(word.trim());
}

/** The first word of a verse without the number that some programs write before it: "1.我". */
export function withoutVerseLabel(word: string): string {
  const rest = word.replace(/^\s*[\d\uff10-\uff19]{1,2}\s*[.．、:：)）]\s*/u, '');
  return rest === '' ? word : rest;
}

/** In MusicXML the name of a row of lyrics that is no verse: what is sung, as it is read. */
export const ROMANISATION = 'jyutping';

const STEPS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** MIDI pitch of a step (C … B), its alteration in semitones and its octave (4 holds middle C). */
export function pitchOfStep(step: string, alter: number, octave: number): number | undefined {
  const semitone = STEPS[step.toUpperCase()];
  return semitone === undefined ? undefined : (octave + 1) * 12 + semitone + alter;
}
