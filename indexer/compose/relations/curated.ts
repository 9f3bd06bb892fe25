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

/** Relations of the hand-written tables, each pair in the direction in which a table has it. */
export function curatedRelations(tables: HandWritten): CuratedRelation[] {
  const hasSenses = wordsWithSenses(tables);
  const relations: CuratedRelation[] = [];
  /** Adds a relation that is as near in both directions, save for words whose senses have their own. */
  const add = (relation: CuratedRelation, senseScore?: number) => {
    const { word, related, score } = relation;
    if (word === related) return;
    const scoreFrom = (from: string) => (hasSenses.has(from) ? Math.min(score, MAX_SCORE_WITHOUT_SENSE) : score);
    relations.push({ ...relation, score: senseScore ?? scoreFrom(word), reverseScore: scoreFrom(related) });
  };
  for (const { value } of tables.relations) {
    const { type, sense } = value;
    const [word, ...related] = [value.word, ...value.related].map(toHongKong) as [string, ...string[]];
    if (type !== 'group') for (const other of related) add({ type, word, related: other, sense, score: SCORES[type] });
    else
      for (const [i, member] of [word, ...related].entries())
        for (const other of related.slice(i))
          add({ type: 'syn', word: member, related: other, sense, score: SCORES.group });
  }
  const senseCounts = new Map<string, number>();
  for (const { value } of tables.senses) {
    const { sense, synonyms, antonyms } = value;
    const word = toHongKong(value.word);
    const sensePlace = senseCounts.get(word) ?? 0;
    senseCounts.set(word, sensePlace + 1);
    const senseScore = Math.max(MAX_SCORE_WITHOUT_SENSE + 1, FIRST_SENSE_SCORE - sensePlace);
    const relatedByType = { syn: synonyms, ant: antonyms };
    for (const type of ['syn', 'ant'] as const)
      for (const related of relatedByType[type].map(toHongKong))
        add({ type, word, related, sense, score: SCORES[type] }, senseScore);
  }
  for (const [word, related] of standardEquivalents(tables))
    add({ type: 'syn', word, related, sense: '', score: SCORES.standard });
  for (const { value } of tables.nga)
    for (const related of value.plain.map(toHongKong))
      add({ type: 'syn', word: toHongKong(value.word), related, sense: '', score: SCORES.register });
  return relations;
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
