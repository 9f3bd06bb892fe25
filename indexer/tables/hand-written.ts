import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { type Problem, type Row, readTable } from './read-table.ts';
import {
  administrativeRow,
  affectRow,
  categoryRow,
  definitionRow,
  deliberateRow,
  denyRow,
  emotionRow,
  exampleRow,
  jyutRow,
  lineEndRow,
  ngaRow,
  overlayRow,
  overrideRow,
  polyphoneRow,
  relationRow,
  reviewedRow,
  spellingRow,
  themeRow,
  typedRow,
  variantRow,
  wordCategoryRow,
  wordRow,
} from './schemas.ts';

/** The project's own `data/`. */
export const DATA_ROOT = fileURLToPath(new URL('../../data', import.meta.url));

/** Where each kind of table lies under `data/`; a pattern names any number of files. */
export const TABLE_KINDS = {
  words: { pattern: 'words/*/*.tsv', schema: wordRow },
  spellings: { pattern: 'words/spellings.tsv', schema: spellingRow },
  examples: { pattern: 'examples/*.tsv', schema: exampleRow },
  relations: { pattern: 'relations/!(deny*).tsv', schema: relationRow },
  deny: { pattern: 'relations/deny*.tsv', schema: denyRow },
  affect: { pattern: 'affect/*.tsv', schema: affectRow },
  wordCategories: { pattern: 'categories/*.tsv', schema: wordCategoryRow },
  categories: { pattern: 'vocabulary/categories.tsv', schema: categoryRow },
  emotions: { pattern: 'vocabulary/emotions.tsv', schema: emotionRow },
  themes: { pattern: 'vocabulary/themes.tsv', schema: themeRow },
  overrides: { pattern: 'readings/overrides*.tsv', schema: overrideRow },
  polyphones: { pattern: 'readings/polyphones*.tsv', schema: polyphoneRow },
  reviewed: { pattern: 'readings/reviewed*.tsv', schema: reviewedRow },
  feedback: { pattern: 'overlay/*.tsv', schema: overlayRow },
  deliberate: { pattern: 'readings/deliberate*.tsv', schema: deliberateRow },
  nga: { pattern: 'registers/nga*.tsv', schema: ngaRow },
  typed: { pattern: 'typed/words-*.tsv', schema: typedRow },
  variants: { pattern: 'typed/variants.tsv', schema: variantRow },
  definitions: { pattern: 'definitions/*.tsv', schema: definitionRow },
  lineEnds: { pattern: 'line-ends/*.tsv', schema: lineEndRow },
  jyut: { pattern: 'registers/jyut*.tsv', schema: jyutRow },
  administrative: { pattern: 'registers/administrative*.tsv', schema: administrativeRow },
} as const;
export type TableKind = keyof typeof TABLE_KINDS;

export type HandWritten = {
  readonly [K in TableKind]: readonly Row<z.output<(typeof TABLE_KINDS)[K]['schema']>>[];
} & { readonly problems: readonly Problem[] };

/** Files of one kind under `root`, relative to it, in a stable order. */
export function filesOfKind(root: string, kind: TableKind): string[] {
  if (!existsSync(root)) return [];
  return globSync(TABLE_KINDS[kind].pattern, { cwd: root }).sort();
}

/** Reads every hand-written table under `root`. Rows that do not satisfy their schema are left out and become problems. */
export function readHandWritten(root: string = DATA_ROOT): HandWritten {
  const problems: Problem[] = [];
  const tables: Record<string, Row<unknown>[]> = {};
  for (const kind of Object.keys(TABLE_KINDS) as TableKind[]) {
    const rows: Row<unknown>[] = [];
    for (const file of filesOfKind(root, kind)) {
      const table = readTable(root, file, TABLE_KINDS[kind].schema);
      for (const row of table.rows) rows.push(row);
      problems.push(...table.problems);
    }
    tables[kind] = rows;
  }
  return { ...tables, problems } as unknown as HandWritten;
}
