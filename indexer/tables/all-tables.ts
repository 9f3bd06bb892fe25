import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { TABLES } from './hand-written.ts';
import { QUALITY_TABLES } from './quality-tables.ts';
import { columnsOf, filesOf, type Table } from './read-table.ts';
import { SOUND_TABLES } from './sound-tables.ts';

/** Every table that people write, for what is checked, sorted and described alike. */
export const ALL_TABLES = { ...TABLES, ...SOUND_TABLES, ...QUALITY_TABLES };

/**
 * Puts the rows of every table whose order carries no meaning in order of code points. Answers the files that changed.
 * A file is replaced as a whole or not at all.
 */
export function sortTables(root: string): string[] {
  const changed: string[] = [];
  for (const table of Object.values<Table>(ALL_TABLES)) {
    if (table.sortedBy === undefined) continue;
    for (const file of filesOf(root, table)) {
      const path = `${root}/${file}`;
      const original = readFileSync(path, 'utf8');
      const sorted = sortTable(original, table);
      if (sorted === original) continue;
      writeFileSync(`${path}.sorted`, sorted);
      renameSync(`${path}.sorted`, path);
      changed.push(file);
    }
  }
  return changed;
}

/** Sorts a table's rows by its columns for that, then as whole lines. A comment stays with the row below it. */
export function sortTable(text: string, table: Table): string {
  const columns = (table.sortedBy ?? []).map((column) => columnsOf(table).indexOf(column));
  const blocks: { key: readonly string[]; lines: string[] }[] = [];
  let header: string | undefined;
  let comments: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (line.startsWith('#')) comments.push(line);
    else if (header === undefined) {
      header = [...comments, line].join('\n');
      comments = [];
    } else {
      const cells = line.split('\t');
      blocks.push({ key: [...columns.map((column) => cells[column] ?? ''), line], lines: [...comments, line] });
      comments = [];
    }
  }
  blocks.sort((a, b) => compareKeys(a.key, b.key));
  return `${[header ?? '', ...blocks.flatMap(({ lines }) => lines), ...comments].join('\n')}\n`;
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [i, part] of a.entries()) {
    const order = compareCodePoints(part, b[i] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}
