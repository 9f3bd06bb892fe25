import { toHongKong } from '../sources/opencc.ts';
import type { TableKind } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { type Check, type CheckContext, problemOf } from './context.ts';

/** Columns of Chinese text in each kind of table. */
const CHINESE: Partial<Record<TableKind, readonly string[]>> = {
  words: ['word', 'standard', 'examples'],
  spellings: ['word'],
  examples: ['word', 'examples'],
  relations: ['word', 'related'],
  deny: ['word', 'related'],
  affect: ['word'],
  wordCategories: ['word'],
  overrides: ['word'],
  polyphones: ['char', 'examples'],
  deliberate: ['word'],
  reviewed: ['word'],
  feedback: ['word'],
  nga: ['word', 'plain'],
  jyut: ['word', 'standard'],
  typed: ['written'],
  variants: ['word', 'variant_of'],
  definitions: ['word', 'definition_zh'],
  administrative: ['word'],
  lineEnds: ['word'],
};

/** No simplified characters anywhere. */
export const noSimplifiedCharacters: Check = ({ tables, isSimplified }) =>
  Object.entries(CHINESE).flatMap(([kind, fields]) =>
    (tables[kind as TableKind] as readonly Row<Record<string, string | readonly string[]>>[]).flatMap((row) =>
      fields.flatMap((field) => {
        const found = [...[row.value[field] ?? ''].flat().join('')].filter(isSimplified);
        return found.length > 0 ? [problemOf(row, field, `simplified characters: ${found.join(' ')}`)] : [];
      }),
    ),
  );

/** Every example of a word contains it, in whatever form; its characters may stand apart (開個會). */
export const examplesContainTheWord: Check = ({ tables }) =>
  [...tables.words, ...tables.examples].flatMap((row: Row<{ word: string; examples: readonly string[] }>) =>
    row.value.examples
      .filter((example) => !containsInOrder(toHongKong(example), toHongKong(row.value.word)))
      .map((example) => problemOf(row, 'examples', `"${example}" does not contain ${row.value.word}`)),
  );

function containsInOrder(text: string, word: string): boolean {
  let from = 0;
  for (const char of word) {
    const index = text.indexOf(char, from);
    if (index === -1) return false;
    from = index + char.length;
  }
  return true;
}

/** Nothing is written twice: a word with the same reading, over all word files; a row of any other table. */
export const noDuplicates: Check = ({ tables }) => [
  ...duplicates(tables.words, ({ word, jyutping }) => jyutping.map((reading) => `${toHongKong(word)} ${reading}`)),
  ...duplicates(tables.relations, ({ type, word, sense, related }) =>
    related.map((other) => `${type} ${toHongKong(word)} ${sense} ${toHongKong(other)}`),
  ),
  ...duplicates(tables.deny, ({ type, word, related }) =>
    related.map((other) => `${type} ${toHongKong(word)} ${toHongKong(other)}`),
  ),
  ...duplicates(tables.polyphones, ({ char, jyutping }) => jyutping.map((reading) => `${toHongKong(char)} ${reading}`)),
  ...duplicates(tables.deliberate, ({ word, jyutping }) => jyutping.map((reading) => `${toHongKong(word)} ${reading}`)),
  ...duplicates(tables.reviewed, ({ word, jyutping }) => jyutping.map((reading) => `${toHongKong(word)} ${reading}`)),
  ...duplicates(tables.affect, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.wordCategories, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.examples, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.spellings, ({ spelling }) => [spelling]),
  ...duplicates(tables.overrides, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.nga, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.jyut, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.typed, ({ typed }) => [typed]),
  ...duplicates(tables.variants, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.definitions, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.lineEnds, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.administrative, ({ word }) => [toHongKong(word)]),
  ...duplicates(tables.categories, ({ name }) => [name]),
  ...duplicates(tables.emotions, ({ emotion }) => [emotion]),
  ...duplicates(tables.themes, ({ theme }) => [theme]),
];

function duplicates<T>(rows: readonly Row<T>[], keysOf: (value: T) => readonly string[]): Problem[] {
  const first = new Map<string, Row<T>>();
  return rows.flatMap((row) =>
    keysOf(row.value).flatMap((key) => {
      const existing = first.get(key);
      if (!existing) first.set(key, row);
      return existing ? [problemOf(row, '', `${key} is already in ${existing.file}:${existing.line}`)] : [];
    }),
  );
}

/** What the tables' own schemas refuse. */
export const rowsAreWellFormed: Check = ({ tables }: CheckContext) => [...tables.problems];
