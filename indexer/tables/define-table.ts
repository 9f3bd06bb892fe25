import { existsSync, globSync } from 'node:fs';
import type { z } from 'zod';

/**
 * A kind of table that people write: where its files lie, what a row is, and what holds of all rows. Reading, `check-data`, sorting and
 * the list of tables in data/README.md follow from it.
 */
export interface Table<S extends z.ZodObject = z.ZodObject, Column extends string = string> {
  /** Its files under the folder of data, any number of them: `.tsv` with a header line, or `.json`, a list with a row a line. */
  readonly pattern: string;
  /** For data/README.md, as Markdown. */
  readonly about: string;
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

export function columnsOf({ schema }: Table): string[] {
  return Object.keys(schema.shape);
}

/** The files of a table under `root`, relative to it, in a stable order. */
export function filesOf(root: string, { pattern }: Table): string[] {
  return existsSync(root) ? globSync(pattern, { cwd: root }).sort() : [];
}
