import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import type { OperatorLine, operatorLine } from '../../src/lexicon/formats.ts';
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

export interface ImportOptions {
  /** A word of traditional characters in those of Hong Kong. */
  readonly toHongKong: (word: string) => string;
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

/** What a licence asks, in plain words, by its name. It is what an operator must know before they build; the text itself decides. */
export function conditionsOf(licence: string): string {
  const restrictions = [
    /\bNC\b|non-?commercial/i.test(licence)
      ? 'Non-commercial: a lexicon built with it must not serve a commercial purpose, and cannot be passed on under CC BY-SA 4.0.'
      : '',
    /\bSA\b|share-?alike|\bGPL|GFDL|ODbL|copyleft/i.test(licence)
      ? `Share-alike: what is made with it is passed on under the same terms (${licence}).`
      : '',
    /\bND\b|no-?deriv/i.test(licence)
      ? 'No derivatives: a lexicon built with it must not be passed on or served to others.'
      : '',
  ].filter((text) => text !== '');
  return [
    ...restrictions,
    'Name the source wherever the lexicon goes; the build does so in NOTICE and at /api/lexicon/sources.',
  ].join(' ');
}

/** What is wrong with a reading of a word; undefined when nothing is. */
export function readingProblem(word: string, jyutping: string): string | undefined {
  const syllables = parseJyutping(jyutping);
  if (!syllables) return `"${jyutping}" is not valid LSHK jyutping`;
  const length = Array.from(word).length;
  return syllables.length === length ? undefined : `"${jyutping}" has not one syllable for each character of ${word}`;
}

const MAX_SENSES = 6;
/** Words of a definition that say little of it. */
const LITTLE_WORDS = new Set(
  'a an the to of be is in on at for with by or and one something someone somebody'.split(' '),
);

type OperatorSense = NonNullable<Extract<OperatorLine, { kind: 'entry' }>['senses']>[number];

/** Senses as an operator's entry has them, each with an id of the first telling word of its definition; none where there is only one. */
export function sensesOfDefinitions(
  senses: readonly (Pick<OperatorSense, 'pos' | 'definition'> & Partial<OperatorSense>)[],
): { readonly senses?: OperatorSense[] } {
  const told: OperatorSense[] = [];
  for (const sense of senses) {
    const words = sense.definition.toLowerCase().match(/[a-z]+/g) ?? [];
    const id = (words.find((word) => !LITTLE_WORDS.has(word)) ?? words[0])?.slice(0, MAX_ID_LETTERS);
    if (id === undefined || told.length === MAX_SENSES) continue;
    const used = told.filter(({ sense: other }) => other === id || other.startsWith(`${id}-`)).length;
    told.push({
      reg: '通',
      definition_zh: '',
      example: '',
      synonyms: [],
      antonyms: [],
      ...sense,
      sense: used === 0 ? id : `${id}-${used + 1}`,
    });
  }
  return told.length > 1 ? { senses: told } : {};
}

const MAX_ID_LETTERS = 30;

export interface SourceText {
  /** Name by which messages call the file. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The file's text piece by piece, decoded: gzip is opened, and what is no UTF-8 is read as GB 18030 (which GBK is part of). */
export async function* sourceText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path));
  for await (const bytes of openSource(path)) yield decoder.decode(bytes as Uint8Array, { stream: true });
  yield decoder.decode();
}

function openSource(path: string): Readable {
  const stream = createReadStream(path);
  if (!path.endsWith('.gz')) return stream;
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  return stream.pipe(gunzip);
}

const PROBE_BYTES = 65_536;

/** Text that is valid UTF-8 is nothing else by chance; lists of Chinese words from the mainland are often GBK. */
async function encodingOf(path: string): Promise<'utf-8' | 'gb18030'> {
  const bytes = await firstBytes(path);
  try {
    // Streaming: the probe may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  if (path.endsWith('.gz')) {
    const stream = openSource(path);
    for await (const bytes of stream) return bytes as Uint8Array;
    return new Uint8Array();
  }
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(PROBE_BYTES), 0, PROBE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
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
