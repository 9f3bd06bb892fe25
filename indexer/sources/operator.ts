import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { OperatorError } from '../../src/explain-error.ts';
import { type OperatorLine, operatorLine } from '../../src/lexicon/formats.ts';
import { findBidirectionalControl } from '../../src/lexicon/hidden-characters.ts';
import { formatProblem, type Problem, type Row } from '../tables/read-table.ts';
import type { Notice } from './packages.ts';

/** Operators' own entries, relations and removals, one JSON object a line. */
const unnamedSourceNotice = (files: readonly string[]): Notice => ({
  name: 'Own files',
  version: files.map((file) => basename(file)).join(', '),
  licence: 'as their owner says',
  url: '',
  attribution: 'The operator of this service',
  used_for: 'words, relations and removals of its own',
});

export interface OperatorFile {
  readonly rows: readonly Row<OperatorLine>[];
  readonly problems: readonly Problem[];
}

/** One notice for each source that the files name, and one for the files that name none. @param paths those of the files, in order */
export function noticesOf(paths: readonly string[], files: readonly OperatorFile[]): Notice[] {
  const notices = new Map<string, Notice>();
  const unnamedPaths: string[] = [];
  for (const [fileIndex, { rows }] of files.entries()) {
    const named = rows.flatMap(({ value }) => (value.kind === 'source' ? [value] : []));
    if (named.length === 0) unnamedPaths.push(paths[fileIndex]!);
    for (const { kind: _kind, ...notice } of named) notices.set(JSON.stringify(notice), notice);
  }
  return [...(unnamedPaths.length > 0 ? [unnamedSourceNotice(unnamedPaths)] : []), ...notices.values()];
}

/** Reads one file; lines that are not valid become problems and are left out. Empty lines are passed over. */
export function readOperatorFile(path: string): OperatorFile {
  const rows: Row<OperatorLine>[] = [];
  const problems: Problem[] = [];
  const file = basename(path);
  let line = 0;
  for (const text of linesOf(path)) {
    line++;
    if (text?.trim() === '') continue;
    const parsed = text === undefined ? TOO_LONG : parseLine(text);
    if (parsed.value) rows.push({ file, line, value: parsed.value });
    else for (const { field, message } of parsed.problems) problems.push({ file, line, field, message });
  }
  return { rows, problems };
}

/** More is no word. Bounded, because a file without line breaks would be read into memory as a whole. */
const MAX_LINE_CHARACTERS = 1_000_000;
const TOO_LONG: ParsedLine = {
  problems: [{ field: '', message: `has more than ${MAX_LINE_CHARACTERS} characters; write one JSON object a line` }],
};

/** The lines of a file; undefined for one that is too long, which is never in memory as a whole. */
function* linesOf(path: string): Generator<string | undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  const boundedLine = (text: string) => {
    const line = isTooLong || text.length > MAX_LINE_CHARACTERS ? undefined : text;
    isTooLong = false;
    return line;
  };
  for (const chunk of fileChunks(path)) {
    if (isTooLong && !chunk.includes('\n')) continue;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield boundedLine(text);
    if (rest.length <= MAX_LINE_CHARACTERS) continue;
    isTooLong = true;
    rest = '';
  }
  yield boundedLine(rest + decoder.decode());
}

type ParsedLine =
  | { readonly value: OperatorLine; readonly problems?: never }
  | { readonly value?: never; readonly problems: readonly { field: string; message: string }[] };

function parseLine(text: string): ParsedLine {
  let json: unknown;
  try {
    json = JSON.parse(text.normalize('NFC'));
  } catch {
    return { problems: [{ field: '', message: 'is not a JSON object' }] };
  }
  return checkOperatorLine(json);
}

/** A line as the build takes it, or what is wrong with it, field by field. */
export function checkOperatorLine(line: unknown): ParsedLine {
  const parsed = operatorLine.safeParse(line);
  if (!parsed.success)
    return { problems: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) };
  const problem = findLineProblem(parsed.data);
  return problem ? { problems: [problem] } : { value: parsed.data };
}

function findLineProblem(line: OperatorLine): { field: string; message: string } | undefined {
  const control = findControl(line, []);
  if (control) return control;
  if (line.kind === 'override' && line.remove === 'relation' && !line.related)
    return { field: 'related', message: 'is missing: which relation of the word is to be removed?' };
  if (line.kind !== 'entry' || !line.readings) return undefined;
  const length = Array.from(line.char).length;
  const invalidIndex = line.readings.findIndex((reading) => reading.trim().split(/\s+/).length !== length);
  return invalidIndex < 0
    ? undefined
    : { field: `readings.${invalidIndex}`, message: `must have a syllable for each of the ${length} characters` };
}

/** The first text of a line that holds a bidirectional control, which shows other texts in another order. */
function findControl(value: unknown, path: readonly string[]): { field: string; message: string } | undefined {
  if (typeof value === 'string') {
    const message = findBidirectionalControl(value);
    return message === undefined ? undefined : { field: path.join('.'), message };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findControl(part, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

/** Lines that cannot be merged. The message names each with its file, line and field. */
export class InvalidLinesError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const shown = problems.slice(0, 20).map((problem) => `  ${formatProblem(problem)}`);
    const more = problems.length > shown.length ? `\n  and ${problems.length - shown.length} more` : '';
    super(
      `${problems.length} problem${problems.length === 1 ? '' : 's'} in your files:\n${shown.join('\n')}${more}\n` +
        'Correct these lines, or build with --skip-invalid to leave them out.',
    );
    this.problems = problems;
  }
}

const CHUNK_BYTES = 65_536;

/**
 * The bytes of an operator's file, piece by piece: it may be larger than the memory. A piece is overwritten by the next one. Throws an
 * {@link OperatorError} for what is no file, as a device may have no end, and a pipe can be read but once.
 */
export function* fileChunks(path: string): Generator<Buffer> {
  if (!statSync(path).isFile())
    throw new OperatorError(`${path} is no regular file. Give --source the path of your JSON Lines file.`);
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
      yield chunk.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
