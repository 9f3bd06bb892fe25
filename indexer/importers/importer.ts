import type { z } from 'zod';
import type { operatorLine } from '../../src/lexicon/formats.ts';
import type { Problem } from '../tables/read-table.ts';

/** The metadata of an operator's file: where its lines come from. */
export interface SourceTerms {
  readonly name: string;
  readonly licence: string;
  readonly url: string;
  readonly attribution: string;
  readonly used_for: string;
  /** What the licence requires of the operator, in a sentence or two. */
  readonly conditions: string;
}

/** A line of the operator's file, or an item of the source that cannot become one. */
export type ImportResult =
  | { readonly line: z.input<typeof operatorLine>; readonly location: SourceLocation }
  | { readonly problem: Problem }
  /** A word or group that the mapping skips; counted by `why`. */
  | { readonly skipped: string };

/** Position of an item in the source. */
export type SourceLocation = Pick<Problem, 'file' | 'line'>;

/** The script of a source's characters. */
export type Script = 'simplified' | 'traditional';

export interface ImportOptions {
  /** Overrides the format's or the file's own value. */
  readonly script: Script | undefined;
  /** The word in Hong Kong characters. */
  readonly toHongKong: (word: string, script: Script) => string;
  /** Include words without any information but their existence. */
  readonly addWords: boolean;
}

/** An input format. */
export interface Importer {
  /** Its name for `lexicon import`. */
  readonly name: string;
  /** One line: what it is and which files it takes. */
  readonly summary: string;
  /** Attribution and licence of the source; read from the files where several sources share a format. */
  terms(files: readonly string[]): Promise<SourceTerms>;
  /** Converts files to lines. Memory use is bounded by what must be joined, not by file size. */
  read(files: readonly string[], options: ImportOptions): AsyncGenerator<ImportResult>;
}

/** Words of one to this many characters are imported: the lexicon has words, not sentences. */
export const MAX_WORD_LENGTH = 6;

const HAN = /^[\p{Script=Han}〇]+$/u;

/** Why a headword is skipped; undefined when it fits the lexicon. */
export function wordRejection(word: string): string | undefined {
  if (!HAN.test(word)) return 'words with other signs than Chinese characters';
  return Array.from(word).length > MAX_WORD_LENGTH ? `words of more than ${MAX_WORD_LENGTH} characters` : undefined;
}

/** Normalizes jyutping of other dictionaries (`hoi1sam1`, `Hoi1 Sam1`) to syllables separated by spaces. */
export function spacedJyutping(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/([1-6])(?=[a-z])/g, '$1 ')
    .replace(/\s+/g, ' ');
}
