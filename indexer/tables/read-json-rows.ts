import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Problem, Row } from './read-table.ts';

/** The rows of a file, with the lines that do not satisfy the schema. */
export interface JsonRows<T> {
  readonly rows: readonly Row<T>[];
  readonly problems: readonly Problem[];
}

/** Reads a list in JSON that is written one row a line, between a line with each bracket. A file that is not there has no rows. */
export function readJsonRows<T>(root: string, file: string, schema: z.ZodType<T>): JsonRows<T> {
  const path = `${root}/${file}`;
  if (!existsSync(path)) return { rows: [], problems: [] };
  const rows: Row<T>[] = [];
  const problems: Problem[] = [];
  for (const [index, text] of readFileSync(path, 'utf8').trimEnd().split('\n').slice(1, -1).entries()) {
    const line = index + 2;
    try {
      rows.push({ file, line, value: schema.parse(JSON.parse(text.replace(/,$/, ''))) });
    } catch (error) {
      if (error instanceof z.ZodError)
        problems.push(...error.issues.map(({ path, message }) => ({ file, line, field: path.join('.'), message })));
      else problems.push({ file, line, field: '', message: (error as Error).message });
    }
  }
  return { rows, problems };
}
