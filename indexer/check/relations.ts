import { toHongKong } from '../sources/opencc.ts';
import type { Row } from '../tables/read-table.ts';
import { type Check, type CheckContext, problemOf } from './context.ts';

interface Pair {
  readonly row: Row<unknown>;
  readonly type: 'syn' | 'ant';
  readonly word: string;
  readonly related: string;
}

function curatedPairs({ tables }: CheckContext): Pair[] {
  return tables.relations.flatMap((row) => {
    const { type, word, related } = row.value;
    const [first, ...others] = [word, ...related].map(toHongKong) as [string, ...string[]];
    if (type !== 'group') return others.map((other): Pair => ({ row, type, word: first, related: other }));
    const group = [first, ...others];
    return group.flatMap((a, i) => group.slice(i + 1).map((b): Pair => ({ row, type: 'syn', word: a, related: b })));
  });
}

function deniedPairs({ tables }: CheckContext): Pair[] {
  return tables.deny.flatMap((row) =>
    row.value.related.map(
      (related): Pair => ({
        row,
        type: row.value.type,
        word: toHongKong(row.value.word),
        related: toHongKong(related),
      }),
    ),
  );
}

const keyOf = ({ word, related }: Pair) => [word, related].sort().join(' ');

/** Both ends of every relation are words of the lexicon, and so is every word with examples, standard equivalent and plain counterpart. */
export const endsExist: Check = (context) => {
  const { tables, isWord } = context;
  const missing = (row: Row<unknown>, field: string, words: readonly string[]) =>
    words.filter((word) => !isWord(word)).map((word) => problemOf(row, field, `${word} is not in the lexicon`));
  return [
    ...tables.relations.flatMap((row) => [
      ...missing(row, 'word', [row.value.word]),
      ...missing(row, 'related', row.value.related),
    ]),
    ...tables.examples.flatMap((row) => missing(row, 'word', [row.value.word])),
    ...tables.words.flatMap((row) => missing(row, 'standard', row.value.standard)),
    ...tables.jyut.flatMap((row) => missing(row, 'standard', row.value.standard)),
    ...tables.nga.flatMap((row) => missing(row, 'plain', row.value.plain)),
  ];
};

/** No pair is both synonyms and opposites, curated and denied, or a word and itself. */
export const relationsAgree: Check = (context) => {
  const curated = curatedPairs(context);
  const types = new Map<string, Pair>();
  const denied = new Set(deniedPairs(context).map((pair) => `${pair.type} ${keyOf(pair)}`));
  return curated.flatMap((pair) => {
    const { row, type, word, related } = pair;
    if (word === related) return [problemOf(row, 'related', `${word} is related to itself`)];
    const existing = types.get(keyOf(pair));
    if (!existing) types.set(keyOf(pair), pair);
    else if (existing.type !== type)
      return [
        problemOf(
          row,
          'related',
          `${word} and ${related} are ${existing.type} in ${existing.row.file}:${existing.row.line}`,
        ),
      ];
    return denied.has(`${type} ${keyOf(pair)}`)
      ? [problemOf(row, 'related', `${word} and ${related} are also in relations/deny.tsv`)]
      : [];
  });
};
