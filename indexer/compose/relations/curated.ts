import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { CuratedRelation, DeniedRelation, SensesOfRelation } from '../types.ts';

/**
 * Nearness of curated relations by how they were written down: the standard equivalent first, then those that mean the same
 * all round, then those that somebody added to one word.
 */
const SCORES = { syn: 92, ant: 95, standard: 95, group: 94, register: 91 } as const;
/** Relations of a sense come before all others of the word, those of the first sense first; an operator's may come before. */
const FIRST_SENSE_SCORE = 96;
const WITHOUT_SENSE_SCORE = 90;

/** The relations of the hand-written tables, each pair once. */
export function curatedRelations(tables: HandWritten): CuratedRelation[] {
  const relations: CuratedRelation[] = [];
  const withSenses = wordsWithSenses(tables);
  const scoreOf = (word: string, score: number) =>
    withSenses.has(word) ? Math.min(score, WITHOUT_SENSE_SCORE) : score;
  const add = (
    type: 'syn' | 'ant',
    word: string,
    related: string,
    sense: string,
    score: number,
    ownScore = scoreOf(word, score),
  ) => {
    if (word !== related)
      relations.push({ type, word, related, sense, score: ownScore, reverseScore: scoreOf(related, score) });
  };
  for (const { value } of tables.relations) {
    const words = [value.word, ...value.related].map(toHongKong);
    const [first, ...others] = words as [string, ...string[]];
    if (value.type === 'group')
      for (const [i, a] of words.entries())
        for (const b of words.slice(i + 1)) add('syn', a, b, value.sense, SCORES.group);
    else for (const other of others) add(value.type, first, other, value.sense, SCORES[value.type]);
  }
  const sensesBefore = new Map<string, number>();
  for (const { value } of tables.senses) {
    const [word, { sense }] = [toHongKong(value.word), value];
    const before = sensesBefore.get(word) ?? 0;
    sensesBefore.set(word, before + 1);
    const ownScore = Math.max(WITHOUT_SENSE_SCORE + 1, FIRST_SENSE_SCORE - before);
    for (const related of value.synonyms) add('syn', word, toHongKong(related), sense, SCORES.syn, ownScore);
    for (const related of value.antonyms) add('ant', word, toHongKong(related), sense, SCORES.ant, ownScore);
  }
  for (const [word, standard] of standardEquivalents(tables)) add('syn', word, standard, '', SCORES.standard);
  for (const { value } of tables.nga)
    for (const plain of value.plain) add('syn', toHongKong(value.word), toHongKong(plain), '', SCORES.register);
  return relations;
}

/** A relation holds in the senses that name the other word: of the other way round, only those of the other word say something. */
export function sensesOfRelations({ senses }: Pick<HandWritten, 'senses'>): SensesOfRelation {
  const told = new Map<string, Map<string, string[]>>();
  for (const { value } of senses) {
    const word = toHongKong(value.word);
    const ofWord = told.get(word) ?? new Map<string, string[]>();
    told.set(word, ofWord);
    const named = { syn: value.synonyms, ant: value.antonyms };
    for (const type of ['syn', 'ant'] as const)
      for (const related of new Set(named[type].map(toHongKong))) {
        const key = `${type} ${related}`;
        ofWord.set(key, [...(ofWord.get(key) ?? []), value.sense]);
      }
  }
  return (word, type, related) => told.get(word)?.get(`${type} ${related}`) ?? [];
}

/** Words whose relations are told apart by their senses. */
export function wordsWithSenses({ senses }: Pick<HandWritten, 'senses'>): ReadonlySet<string> {
  const telling = senses.filter(({ value }) => value.synonyms.length + value.antonyms.length > 0);
  return new Set(telling.map(({ value }) => toHongKong(value.word)));
}

/** Cantonese words with the words of standard Chinese that mean the same. */
export function standardEquivalents(tables: HandWritten): [word: string, standard: string][] {
  return [...tables.words, ...tables.jyut].flatMap(({ value }) =>
    value.standard.map((standard): [string, string] => [toHongKong(value.word), toHongKong(standard)]),
  );
}

export function deniedRelations(tables: HandWritten): DeniedRelation[] {
  return tables.deny.flatMap(({ value }) =>
    value.related.map((related) => ({ type: value.type, word: toHongKong(value.word), related: toHongKong(related) })),
  );
}
