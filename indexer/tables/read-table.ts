import { existsSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { escapeHiddenCharacters } from '../../src/lexicon/hidden-characters.ts';

/** What is wrong in a file, and where. Lines count from 1; `field` is a column's name, or '' for the line as a whole. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

export interface Row<T> {
  readonly file: string;
  readonly line: number;
  readonly value: T;
}

export interface Table<T> {
  readonly rows: readonly Row<T>[];
  readonly problems: readonly Problem[];
}

export function formatProblem({ file, line, field, message }: Problem): string {
  // Cells of the file may be quoted in it.
  return escapeHiddenCharacters(`${file}:${line}: ${field ? `${field}: ` : ''}${message}`);
}

/**
 * Reads tab-separated text with a header line. Columns may be left out at a row's end; lines that begin with `#` are comments.
 * Rows that do not satisfy the schema become problems and are left out.
 */
export function parseTable<S extends z.ZodObject>(file: string, text: string, schema: S): Table<z.output<S>> {
  const columns = Object.keys(schema.shape);
  const rows: Row<z.output<S>>[] = [];
  const problems: Problem[] = [];
  let header = false;
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = index + 1;
    const content = raw.replace(/\r$/, '');
    if (content === '' || content.startsWith('#')) continue;
    const cells = content.split('\t');
    if (!header) {
      header = true;
      if (cells.join('\t') !== columns.join('\t'))
        return { rows, problems: [{ file, line, field: '', message: `the header must be: ${columns.join(' ')}` }] };
      continue;
    }
    if (cells.length > columns.length) {
      problems.push({ file, line, field: '', message: `${cells.length} columns where ${columns.length} are known` });
      continue;
    }
    const record = Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
    const parsed = schema.safeParse(record);
    if (parsed.success) rows.push({ file, line, value: parsed.data });
    else
      for (const issue of parsed.error.issues)
        problems.push({ file, line, field: String(issue.path[0] ?? ''), message: issue.message });
  }
  if (!header) problems.push({ file, line: 1, field: '', message: `the header is missing: ${columns.join(' ')}` });
  return { rows, problems };
}

/** As {@link parseTable}, from `root/file`; a file that is not there has no rows. */
export function readTable<S extends z.ZodObject>(root: string, file: string, schema: S): Table<z.output<S>> {
  const path = `${root}/${file}`;
  if (!existsSync(path)) return { rows: [], problems: [] };
  return parseTable(file, readFileSync(path, 'utf8'), schema);
}
