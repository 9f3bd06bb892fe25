import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { CuratedRelation, DeniedRelation, SensesOfRelation } from '../types.ts';

/**
 * Nearness (1 to 100) of curated relations by the rows that they come from: synonyms (`syn`) and antonyms (`ant`) of a word or a sense; a
 * word and its `standard` equivalent; a `group`, whose words all mean the same; a literary word and its plain counterpart (`register`).
 */
const SCORES = { syn: 92, ant: 95, standard: 95, group: 94, register: 91 } as const;
/** Score of relations of a word's first sense; each further sense has one less. Only an operator's relations may come before. */
const FIRST_SENSE_SCORE = 96;
/** Greatest score of relations without a sense, for words whose senses have relations of their own: behind all of those. */
const MAX_SCORE_WITHOUT_SENSE = 90;

/** A relation as a table has it, before it is known whether the words have relations of senses. */
interface TableRelation extends Omit<CuratedRelation, 'reverseScore'> {
  /** The score instead of `score` from the word to the related one, in whose sense it holds. */
  readonly senseScore?: number;
}

/**
 * Relations of the hand-written tables, each pair in the direction in which a table has it. They are as near in both directions, save for
 * words whose senses have relations of their own.
 */
export function curatedRelations(tables: HandWritten): CuratedRelation[] {
  const hasSenses = wordsWithSenses(tables);
  const relations = [
    ...writtenRelations(tables),
    ...relationsOfSenses(tables),
    ...standardRelations(tables),
    ...plainCounterparts(tables),
  ].filter(({ word, related }) => word !== related);
  return relations.map(({ senseScore, ...relation }) => {
    const scoreFrom = (word: string) =>
      hasSenses.has(word) ? Math.min(relation.score, MAX_SCORE_WITHOUT_SENSE) : relation.score;
    return { ...relation, score: senseScore ?? scoreFrom(relation.word), reverseScore: scoreFrom(relation.related) };
  });
}

function writtenRelations({ relations }: HandWritten): TableRelation[] {
  return relations.flatMap(({ value }): TableRelation[] => {
    const { type, sense } = value;
    const members = [value.word, ...value.related].map(toHongKong);
    if (type === 'group')
      return members.flatMap((word, i) =>
        members.slice(i + 1).map((related) => ({ type: 'syn', word, related, sense, score: SCORES.group })),
      );
    const [word, ...others] = members as [string, ...string[]];
    return others.map((related) => ({ type, word, related, sense, score: SCORES[type] }));
  });
}

function relationsOfSenses({ senses }: HandWritten): TableRelation[] {
  const senseCounts = new Map<string, number>();
  return senses.flatMap(({ value }): TableRelation[] => {
    const { sense, synonyms, antonyms } = value;
    const word = toHongKong(value.word);
    const senseIndex = senseCounts.get(word) ?? 0;
    senseCounts.set(word, senseIndex + 1);
    const senseScore = Math.max(MAX_SCORE_WITHOUT_SENSE + 1, FIRST_SENSE_SCORE - senseIndex);
    const relationsOf = (type: 'syn' | 'ant', others: readonly string[]) =>
      others.map((other) => ({ type, word, related: toHongKong(other), sense, score: SCORES[type], senseScore }));
    return [...relationsOf('syn', synonyms), ...relationsOf('ant', antonyms)];
  });
}

function standardRelations(tables: HandWritten): TableRelation[] {
  return standardEquivalents(tables).map(([word, related]) => ({
    type: 'syn',
    word,
    related,
    sense: '',
    score: SCORES.standard,
  }));
}

function plainCounterparts({ nga }: HandWritten): TableRelation[] {
  return nga.flatMap(({ value }) =>
    value.plain.map((plain) => ({
      type: 'syn' as const,
      word: toHongKong(value.word),
      related: toHongKong(plain),
      sense: '',
      score: SCORES.register,
    })),
  );
}

/**
 * Creates the look-up of the senses of `word` in which a relation holds: those whose row names `related`. The senses of `related` count only
 * for the reverse relation.
 */
export function sensesOfRelations({ senses }: Pick<HandWritten, 'senses'>): SensesOfRelation {
  const sensesByWord = new Map<string, Map<string, string[]>>();
  for (const { value } of senses) {
    const word = toHongKong(value.word);
    const sensesByRelation = sensesByWord.get(word) ?? new Map<string, string[]>();
    sensesByWord.set(word, sensesByRelation);
    const relatedByType = { syn: value.synonyms, ant: value.antonyms };
    for (const type of ['syn', 'ant'] as const)
      for (const related of new Set(relatedByType[type].map(toHongKong))) {
        const key = `${type} ${related}`;
        sensesByRelation.set(key, [...(sensesByRelation.get(key) ?? []), value.sense]);
      }
  }
  return (word, type, related) => sensesByWord.get(word)?.get(`${type} ${related}`) ?? [];
}

/** Words of which at least one sense has synonyms or antonyms of its own. */
export function wordsWithSenses({ senses }: Pick<HandWritten, 'senses'>): ReadonlySet<string> {
  const withRelations = senses.filter(({ value }) => value.synonyms.length + value.antonyms.length > 0);
  return new Set(withRelations.map(({ value }) => toHongKong(value.word)));
}

/** Pairs of a Cantonese word and a word of standard Chinese that means the same. */
export function standardEquivalents(tables: HandWritten): [word: string, standard: string][] {
  return [...tables.words, ...tables.jyut].flatMap(({ value }) =>
    value.standard.map((standard): [string, string] => [toHongKong(value.word), toHongKong(standard)]),
  );
}

/** Pairs of the deny tables, each in the direction in which a table has it. */
export function deniedRelations(tables: HandWritten): DeniedRelation[] {
  return tables.deny.flatMap(({ value }) =>
    value.related.map((related) => ({ type: value.type, word: toHongKong(value.word), related: toHongKong(related) })),
  );
}
