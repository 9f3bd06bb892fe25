import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { Patch } from '../types.ts';
import type { OperatorOverrides } from './overrides.ts';

type SenseRow = HandWritten['senses'][number];

/**
 * The tables with the senses that operators' files tell: those of an entry take the place of the word's own, those of a supplement are
 * used where it has none, and a relation that names a sense belongs to it.
 */
export function withOperatorSenses(tables: HandWritten, overrides: OperatorOverrides): HandWritten {
  const { patches, supplements, relations } = overrides;
  const given = new Map<string, readonly SenseRow[]>();
  const told = new Set(tables.senses.map(({ value }) => toHongKong(value.word)));
  for (const [word, { senses }] of supplements) if (senses && !told.has(word)) given.set(word, rowsOf(word, senses));
  for (const [word, { senses }] of patches) if (senses) given.set(word, rowsOf(word, senses));
  const inSense = relations.filter(({ value }) => value.sense !== '');
  if (given.size === 0 && inSense.length === 0) return tables;
  const rows = [
    ...tables.senses.filter(({ value }) => !given.has(toHongKong(value.word))),
    ...[...given.values()].flat(),
  ];
  return { ...tables, senses: rows.map((row) => withRelations(row, inSense)) };
}

function rowsOf(word: string, senses: NonNullable<Patch['senses']>): SenseRow[] {
  return senses.map((sense, i) => ({
    file: 'operator',
    line: i + 1,
    value: {
      ...sense,
      word,
      category: sense.category ?? '',
      jyutping: sense.jyutping,
      emotion: '',
      valence: undefined,
      themes: [],
      use: undefined,
    },
  }));
}

/** The row with the words of relations that name its sense, behind its own. */
function withRelations(row: SenseRow, relations: OperatorOverrides['relations']): SenseRow {
  const { value } = row;
  const word = toHongKong(value.word);
  const named = (type: 'syn' | 'ant') =>
    relations.flatMap(({ value: relation }) =>
      relation.type === type && relation.word === word && relation.sense === value.sense ? [relation.related] : [],
    );
  const [synonyms, antonyms] = [named('syn'), named('ant')];
  if (synonyms.length + antonyms.length === 0) return row;
  return {
    ...row,
    value: { ...value, synonyms: [...value.synonyms, ...synonyms], antonyms: [...value.antonyms, ...antonyms] },
  };
}
