import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import type { operatorLine } from '../../src/lexicon/formats.ts';
import type { Notice } from '../sources/packages.ts';
import type { Problem } from '../tables/read-table.ts';

/** The metadata of an operator's file: where its lines come from. */
export interface SourceTerms extends Omit<Notice, 'version'> {
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

export interface Importer {
  readonly name: string;
  /** One line: what it is and which files it takes. */
  readonly summary: string;
  /** Attribution and licence of the source; read from the files where several sources share a format. */
  terms(files: readonly string[]): Promise<SourceTerms>;
  /** Converts files to lines. Memory use is bounded by what must be joined, not by file size. */
  read(files: readonly string[]): AsyncGenerator<ImportResult>;
}

/** Words of one to this many characters are imported: the lexicon has words, not sentences. */
const MAX_WORD_LENGTH = 6;

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

/** What every source asks for: the end of its conditions. */
export const NAME_THE_SOURCE =
  'Name the source wherever the lexicon goes; the build does so in NOTICE and at /api/lexicon/sources.';

/** What is wrong with a reading of a word; undefined when nothing is. */
export function readingProblem(word: string, jyutping: string): string | undefined {
  const syllables = parseJyutping(jyutping);
  if (!syllables) return `"${jyutping}" is not valid LSHK jyutping`;
  const length = Array.from(word).length;
  return syllables.length === length ? undefined : `"${jyutping}" has not one syllable for each character of ${word}`;
}

export interface SourceText {
  /** Name by which messages call the file. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

async function* sourceText(path: string): AsyncGenerator<string> {
  const stream = createReadStream(path);
  const gunzip = path.endsWith('.gz') ? createGunzip() : undefined;
  if (gunzip) stream.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  const decoder = new TextDecoder();
  for await (const bytes of gunzip ?? stream) yield decoder.decode(bytes as Uint8Array, { stream: true });
  yield decoder.decode();
}

/** The lines of a file, from 1, without their ends. */
export async function* sourceLines(path: string): AsyncGenerator<SourceText> {
  const file = basename(path);
  let rest = '';
  let line = 0;
  for await (const piece of sourceText(path)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { file, line: ++line, text: text.replace(/\r$/, '').normalize('NFC') };
  }
  if (rest !== '') yield { file, line: line + 1, text: rest.replace(/\r$/, '').normalize('NFC') };
}

export interface CsvRow {
  readonly file: string;
  /** Line on which the row begins; a quoted cell may hold line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a file of comma-separated values (RFC 4180), one at a time. A quote that is never closed ends with the file. */
export async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  const file = basename(path);
  let [line, rowLine] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  /** The last sign was a quote inside a quoted cell: it ends the cell, or is the first of two. */
  let quoteSeen = false;
  const row = (): CsvRow => {
    const completedRow = { file, line: rowLine, cells: [...cells, cell].map((one) => one.normalize('NFC')) };
    [cells, cell, quoted, quoteSeen] = [[], '', false, false];
    return completedRow;
  };
  for await (const piece of sourceText(path)) {
    for (const char of piece) {
      if (char === '\n') line++;
      if (quoted && !quoteSeen) {
        if (char === '"') quoteSeen = true;
        else cell += char;
      } else if (char === '"') {
        // Two quotes stand for one.
        if (quoteSeen) cell += char;
        quoted = true;
        quoteSeen = false;
      } else if (char === ',') {
        cells.push(cell);
        [cell, quoted, quoteSeen] = ['', false, false];
      } else if (char === '\n') {
        yield row();
        rowLine = line;
      } else if (char !== '\r') {
        cell += char;
      }
    }
  }
  if (cells.length > 0 || cell !== '') yield row();
}
