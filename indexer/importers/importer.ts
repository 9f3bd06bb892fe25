import type { z } from 'zod';
import type { operatorLine } from '../../src/lexicon/formats.ts';
import type { Problem } from '../tables/read-table.ts';

/** What an operator's file says of where its lines come from. */
export interface SourceTerms {
  readonly name: string;
  readonly licence: string;
  readonly url: string;
  readonly attribution: string;
  readonly used_for: string;
  /** What the licence asks of who uses or passes on a lexicon with it, in a sentence or two for the operator. */
  readonly conditions: string;
}

/** A line for the operator's own file, or something of the source that cannot become one. */
export type ImportResult =
  | { readonly line: z.input<typeof operatorLine>; readonly location: SourceLocation }
  | { readonly problem: Problem }
  /** A word or group that the mapping leaves out on purpose; `why` is counted. */
  | { readonly skipped: string };

/** Where something stands in the source. */
export type SourceLocation = Pick<Problem, 'file' | 'line'>;

/** How the characters of a source are written. */
export type Script = 'simplified' | 'traditional';

export interface ImportOptions {
  /** Instead of what the format or the file says. */
  readonly script: Script | undefined;
  /** The word in Hong Kong's form. */
  readonly toHongKong: (word: string, script: Script) => string;
  /** Also words of which the source says nothing but that they are there. */
  readonly addWords: boolean;
}

/** One format of other dictionaries. */
export interface Importer {
  /** What `lexicon import` calls it. */
  readonly name: string;
  /** What it is and which files it takes, in a line. */
  readonly summary: string;
  /** Terms by which the source is used; the files decide where several go by one format. */
  terms(files: readonly string[]): Promise<SourceTerms>;
  /** The files as lines; memory grows with what must be put together, never with the length of the files. */
  read(files: readonly string[], options: ImportOptions): AsyncGenerator<ImportResult>;
}

/** Words of one to this many characters are imported: the lexicon holds words, not sentences. */
export const MAX_WORD_LENGTH = 6;

const HAN = /^[\p{Script=Han}〇]+$/u;

/** Why a headword is passed over; undefined when it is one for the lexicon. */
export function wordRejection(word: string): string | undefined {
  if (!HAN.test(word)) return 'words with other signs than Chinese characters';
  return Array.from(word).length > MAX_WORD_LENGTH ? `words of more than ${MAX_WORD_LENGTH} characters` : undefined;
}

/** Jyutping as other dictionaries write it (`hoi1sam1`, `Hoi1 Sam1`), with a space between syllables. */
export function spacedJyutping(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/([1-6])(?=[a-z])/g, '$1 ')
    .replace(/\s+/g, ' ');
}
