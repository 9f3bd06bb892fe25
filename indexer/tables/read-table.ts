import { existsSync, globSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { escapeHiddenCharacters } from '../../src/lexicon/hidden-characters.ts';

/**
 * A kind of table that people write: where its files lie, what a row is, and what holds of all rows. Reading, `check-data`, sorting and
 * the list of tables in data/README.md follow from it.
 */
export interface Table<S extends z.ZodObject = z.ZodObject, Column extends string = string> {
  /** Its files under the folder of data, any number of them: `.tsv` with a header line, or `.json`, a list with a row a line. */
  readonly pattern: string;
  /** The columns, in order. */
  readonly schema: S;
  /** The columns by which rows are sorted; without them the order carries meaning. */
  readonly sortedBy?: readonly Column[];
  /** The columns of Chinese text, which has no simplified characters. */
  readonly chinese?: readonly Column[];
  /**
   * The columns whose values together may be there only once over all files, Chinese ones in whatever form. Each value of a list counts
   * for itself.
   */
  readonly key?: readonly Column[];
  /** The columns whose words the lexicon has. */
  readonly inLexicon?: readonly Column[];
}

/** Declares a table; the compiler knows its columns. */
export function defineTable<S extends z.ZodObject>(table: Table<S, keyof S['shape'] & string>): Table<S> {
  return table;
}

/** Declares a table with a row a word: sorted by it, each word once, in traditional characters as further columns of `chinese` are. */
export function defineWordTable<S extends z.ZodObject>(
  table: Omit<Table<S, keyof S['shape'] & string>, 'sortedBy' | 'key'>,
): Table<S> {
  return { ...table, sortedBy: ['word'], key: ['word'], chinese: ['word', ...(table.chinese ?? [])] };
}

export function columnsOf({ schema }: Table): string[] {
  return Object.keys(schema.shape);
}

/** The files of a table under `root`, relative to it, in a stable order. */
export function filesOf(root: string, { pattern }: Table): string[] {
  return existsSync(root) ? globSync(pattern, { cwd: root }).sort() : [];
}

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

/** The rows of a table, and the lines that do not satisfy its schema, which are left out. */
export interface TableRows<T> {
  readonly rows: readonly Row<T>[];
  readonly problems: readonly Problem[];
}

export type Tables = Readonly<Record<string, Table>>;

/** The rows of several tables by their names, and what is wrong in any of them. */
export type RowsOf<T extends Tables> = {
  readonly [K in keyof T]: readonly Row<z.output<T[K]['schema']>>[];
} & { readonly problems: readonly Problem[] };

export function formatProblem({ file, line, field, message }: Problem): string {
  // Cells of the file may be quoted in it.
  return escapeHiddenCharacters(`${file}:${line}: ${field ? `${field}: ` : ''}${message}`);
}

/** Reads several tables under `root`. */
export function readTables<T extends Tables>(root: string, tables: T): RowsOf<T> {
  const read = Object.entries(tables).map(([name, table]) => [name, readTable(root, table)] as const);
  const rows = Object.fromEntries(read.map(([name, table]) => [name, table.rows]));
  return { ...rows, problems: read.flatMap(([, table]) => table.problems) } as unknown as RowsOf<T>;
}

/** Reads all files of a table under `root`. A table without files has no rows. */
export function readTable<S extends z.ZodObject>(root: string, table: Table<S>): TableRows<z.output<S>> {
  const rows: Row<z.output<S>>[] = [];
  const problems: Problem[] = [];
  for (const file of filesOf(root, table)) {
    const read = parseTable(file, readFileSync(`${root}/${file}`, 'utf8'), table);
    for (const row of read.rows) rows.push(row);
    problems.push(...read.problems);
  }
  return { rows, problems };
}

/** The rows of one file's text. */
export function parseTable<S extends z.ZodObject>(file: string, text: string, table: Table<S>): TableRows<z.output<S>> {
  const isJson = file.endsWith('.json');
  const rows: Row<z.output<S>>[] = [];
  const problems: Problem[] = [];
  for (const { line, record, message } of isJson ? jsonRecords(text) : cellRecords(text, table)) {
    if (message !== undefined) {
      problems.push({ file, line, field: '', message });
      continue;
    }
    const parsed = table.schema.safeParse(record);
    if (parsed.success) rows.push({ file, line, value: parsed.data });
    else
      for (const { path, message } of parsed.error.issues)
        problems.push({ file, line, field: (isJson ? path : path.slice(0, 1)).join('.'), message });
  }
  return { rows, problems };
}

/** A line of a file as its schema is to read it, or what is wrong with it. */
interface LineRecord {
  readonly line: number;
  readonly record?: unknown;
  readonly message?: string;
}

/** Tab-separated cells below a header line. Columns may be left out at a row's end; lines that begin with `#` are comments. */
function* cellRecords(text: string, table: Table): Generator<LineRecord> {
  const columns = columnsOf(table);
  let header = false;
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const content = raw.replace(/\r$/, '');
    if (content === '' || content.startsWith('#')) continue;
    const cells = content.split('\t');
    if (!header) {
      header = true;
      if (cells.join('\t') === columns.join('\t')) continue;
      yield { line, message: `the header must be: ${columns.join(' ')}` };
      return;
    }
    if (cells.length > columns.length)
      yield { line, message: `${cells.length} columns where ${columns.length} are known` };
    else yield { line, record: Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) };
  }
  if (!header) yield { line: 1, message: `the header is missing: ${columns.join(' ')}` };
}

/** A list in JSON that is written one row a line, between a line with each bracket. */
function* jsonRecords(text: string): Generator<LineRecord> {
  for (const [index, row] of text.trimEnd().split('\n').slice(1, -1).entries()) {
    const line = index + 2;
    try {
      yield { line, record: JSON.parse(row.replace(/,$/, '')) };
    } catch (error) {
      yield { line, message: (error as Error).message };
    }
  }
}
