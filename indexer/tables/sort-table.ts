import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { filesOfKind, type TableKind } from './hand-written.ts';

/** The columns by which each kind of table is sorted; the order of the other kinds carries meaning. */
const SORTED_BY: Partial<Record<TableKind, readonly number[]>> = {
  words: [0],
  spellings: [0],
  relations: [0, 1],
  deny: [0, 1],
  affect: [0],
  wordCategories: [0],
  overrides: [0],
  reviewed: [0],
  deliberate: [0],
  nga: [0],
  jyut: [0],
  typed: [0],
  variants: [0],
  definitions: [0],
  lineEnds: [0],
};

/**
 * Puts the rows of every table whose order carries no meaning in order of code points. Answers the files that changed.
 * A file is replaced as a whole or not at all.
 */
export function sortTables(root: string): string[] {
  const changed: string[] = [];
  for (const [kind, columns] of Object.entries(SORTED_BY) as [TableKind, readonly number[]][]) {
    for (const file of filesOfKind(root, kind)) {
      const path = `${root}/${file}`;
      const original = readFileSync(path, 'utf8');
      const sorted = sortTable(original, columns);
      if (sorted === original) continue;
      writeFileSync(`${path}.sorted`, sorted);
      renameSync(`${path}.sorted`, path);
      changed.push(file);
    }
  }
  return changed;
}

/** Sorts a table's rows by the given columns, then as whole lines. A comment stays with the row below it. */
export function sortTable(text: string, columns: readonly number[]): string {
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
