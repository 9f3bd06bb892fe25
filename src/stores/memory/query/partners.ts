import {
  PARTNER_RELATIONS,
  PARTNERS,
  type PartnerRelation,
  type PartnerSource,
} from '../../../lexicon/partner-relations.ts';
import type { PartnerNamesQuery, PartnerQuery } from '../../../lexicon/query.ts';
import type { PartnerName } from '../../../lexicon/store.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { firstMatchingReading, soundMatcher } from './query-plan.ts';
import { createWordTest, type RelationTable, range } from './relation-table.ts';

/** A partner: the target, its matching reading, and what it is to the word. */
export interface PartnerMatch {
  readonly target: number;
  readonly reading: number;
  readonly relation: PartnerRelation;
  readonly source: PartnerSource;
  readonly score: number;
}

interface FoundPartners {
  readonly total: number;
  readonly found: readonly PartnerMatch[];
  readonly counts: ReadonlyMap<PartnerRelation, number>;
}

const relationAt = (table: RelationTable, position: number) => PARTNER_RELATIONS[table.partnerRelations[position]!]!;

export function findPartners(index: LexiconIndex, table: RelationTable, query: PartnerQuery): FoundPartners {
  const found: PartnerMatch[] = [];
  const counts = new Map<PartnerRelation, number>();
  let total = 0;
  const entry = index.headword(query.word);
  if (entry === undefined) return { total, found, counts };
  const matcher = soundMatcher(index, query.sound);
  const matchesWord = createWordTest(index, query.words);
  const [first, end] = range(table, entry, PARTNERS);
  for (let position = first; position < end; position++) {
    const target = table.targets[position]!;
    const source = table.curated[position] === 1 ? 'curated' : 'attested';
    if (query.source !== 'all' && source !== query.source) continue;
    if (!matchesWord(target)) continue;
    const reading = firstMatchingReading(index, matcher, target);
    if (reading < 0) continue;
    const relation = relationAt(table, position);
    counts.set(relation, (counts.get(relation) ?? 0) + 1);
    if (query.relations && !query.relations.includes(relation)) continue;
    if (total >= query.offset && found.length < query.limit)
      found.push({ target, reading, relation, source, score: table.scores[position]! });
    total++;
  }
  return { total, found, counts };
}

export function partnerNames(
  index: LexiconIndex,
  table: RelationTable,
  { words, relations, perRelation = Number.POSITIVE_INFINITY }: PartnerNamesQuery,
): PartnerName[][] {
  return words.map((word) => {
    const entry = index.headword(word);
    if (entry === undefined) return [];
    const counts = new Map<PartnerRelation, number>();
    const names: PartnerName[] = [];
    const [first, end] = range(table, entry, PARTNERS);
    for (let position = first; position < end; position++) {
      const relation = relationAt(table, position);
      const before = counts.get(relation) ?? 0;
      if (before >= perRelation || (relations && !relations.includes(relation))) continue;
      counts.set(relation, before + 1);
      names.push({ word: index.words.at(table.targets[position]!), relation });
    }
    return names;
  });
}
