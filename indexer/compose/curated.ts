import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { DeniedRelation } from './relation-graph.ts';
import type { CuratedRelation } from './relations.ts';

/**
 * Nearness of curated relations by how they were written down: the standard equivalent first, then those that mean the same
 * all round, then those that somebody added to one word.
 */
const SCORES = { syn: 92, ant: 95, standard: 95, group: 94, register: 91 } as const;

/** The relations of the hand-written tables, each pair once. */
export function curatedRelations(tables: HandWritten): CuratedRelation[] {
  const relations: CuratedRelation[] = [];
  const add = (type: 'syn' | 'ant', word: string, related: string, sense: string, score: number) => {
    if (word !== related) relations.push({ type, word, related, sense, score });
  };
  for (const { value } of tables.relations) {
    const words = [value.word, ...value.related].map(toHongKong);
    const [first, ...others] = words as [string, ...string[]];
    if (value.type === 'group')
      for (const [i, a] of words.entries())
        for (const b of words.slice(i + 1)) add('syn', a, b, value.sense, SCORES.group);
    else for (const other of others) add(value.type, first, other, value.sense, SCORES[value.type]);
  }
  for (const [word, standard] of standardEquivalents(tables)) add('syn', word, standard, '', SCORES.standard);
  for (const { value } of tables.nga)
    for (const plain of value.plain) add('syn', toHongKong(value.word), toHongKong(plain), '', SCORES.register);
  return relations;
}

/** Cantonese words with the words of standard Chinese that mean the same. */
export function standardEquivalents(tables: HandWritten): [word: string, standard: string][] {
  return [...tables.words, ...tables.jyut].flatMap(({ value }) =>
    value.standard.map((standard): [string, string] => [toHongKong(value.word), toHongKong(standard)]),
  );
}

/** Other spellings of words, with the usual one. */
export function variantSpellings(tables: HandWritten): Map<string, string> {
  return new Map(
    (tables.variants ?? []).map(({ value }) => [toHongKong(value.word), toHongKong(value.variant_of)] as const),
  );
}

export function deniedRelations(tables: HandWritten): DeniedRelation[] {
  return tables.deny.flatMap(({ value }) =>
    value.related.map((related) => ({ type: value.type, word: toHongKong(value.word), related: toHongKong(related) })),
  );
}

/** Every word that a person wrote down somewhere in the tables: it matters to lyrics, whatever text counts say. */
export function chosenWords(tables: HandWritten): Set<string> {
  const chosen = new Set<string>();
  const add = (word: string) => chosen.add(toHongKong(word));
  for (const { value } of tables.relations) [value.word, ...value.related].forEach(add);
  for (const { value } of tables.words) [value.word, ...value.standard].forEach(add);
  // A row that says nothing but that a word has no feeling is no choice of it.
  for (const { value } of tables.affect)
    if (value.emotion !== '' || value.valence !== undefined || value.themes.length > 0) add(value.word);
  for (const { value } of tables.nga) [value.word, ...value.plain].forEach(add);
  for (const { value } of tables.jyut) [value.word, ...value.standard].forEach(add);
  return chosen;
}
