import { type IndexedLexicon, relationSlot } from '../../../generation/packed-lexicon.ts';
import { MAX_TOLD_SENSES, type RelationSource, type RelationType } from '../../../lexicon/entry.ts';
import {
  PARTNER_RELATIONS,
  PARTNERS,
  type PartnerRelation,
  type PartnerSource,
  type RelationList,
} from '../../../lexicon/partner-relations.ts';
import type { PartnerNamesQuery, PartnerQuery, RelationQuery } from '../../../lexicon/query.ts';
import type { PartnerName, RelatedWords } from '../../../lexicon/store.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { firstMatchingReading, soundMatcher } from './query-plan.ts';

/**
 * Relations as adjacency arrays: the relations of a {@link relationSlot} are at the positions `starts[slot]` to
 * `starts[slot + 1] - 1`, curated ones first, then by score, then by popularity. The other arrays are indexed by
 * position.
 */
export interface RelationTable {
  readonly starts: Uint32Array;
  /** Ids of the related entries. */
  readonly targets: Uint32Array;
  /** 1 for a curated relation, else 0. */
  readonly curated: Uint8Array;
  readonly scores: Uint8Array;
  /**
   * Senses of the word in which the relation holds: bit `i` is the i-th of its told senses, 0 for no sense in
   * particular.
   */
  readonly senses: Uint8Array;
  /** Indices into {@link PARTNER_RELATIONS}. */
  readonly partnerRelations: Uint8Array;
  /** Ids of the told senses of an entry, in the order of the bits. */
  readonly senseIds: (entry: number) => readonly string[];
}

export function relationTable(packed: IndexedLexicon): RelationTable {
  return {
    starts: packed.relationStarts,
    targets: packed.relationTargets,
    curated: packed.relationCurated,
    scores: packed.relationScores,
    senses: packed.relationSenses,
    partnerRelations: packed.partnerRelations,
    senseIds: senseIdReader(packed),
  };
}

function senseIdReader({ senseEntries, senseStarts, senses, senseNames }: IndexedLexicon) {
  const places = new Map(Array.from(senseEntries, (entry, place) => [entry, place]));
  return (entry: number): readonly string[] => {
    const place = places.get(entry);
    if (place === undefined) return [];
    return Array.from(senses.subarray(senseStarts[place], senseStarts[place + 1]), (name) => senseNames[name]!);
  };
}

/** A relation: the entry's id `target`, its first matching reading, source and score. */
export interface RelationMatch {
  readonly target: number;
  readonly reading: number;
  readonly source: RelationSource;
  readonly score: number;
  /** Id of the first sense in which it holds. */
  readonly sense?: string;
}

/** The positions of the relations of an entry in a list; `end` is exclusive. */
export function positionsOf(table: RelationTable, entry: number, list: RelationList): [first: number, end: number] {
  const slot = relationSlot(entry, list);
  return [table.starts[slot]!, table.starts[slot + 1]!];
}

const sourceOf = (table: RelationTable, position: number): RelationSource =>
  table.curated[position] === 1 ? 'curated' : 'generated';

export function findRelations(
  index: LexiconIndex,
  table: RelationTable,
  query: RelationQuery,
): { total: number; found: RelationMatch[] } {
  const source = index.headword(query.word);
  const found: RelationMatch[] = [];
  let total = 0;
  if (source === undefined) return { total, found };
  const matcher = soundMatcher(index, query.sound);
  const matchesWord = createWordTest(index, query.words);
  const senseIds = table.senseIds(source);
  const wantedSenses = query.sense === undefined ? ANY_SENSE : senseBit(senseIds, query.sense);
  const [first, end] = positionsOf(table, source, query.type);
  for (let position = first; position < end; position++) {
    const target = table.targets[position]!;
    const senses = table.senses[position]! & wantedSenses;
    const relationSource = sourceOf(table, position);
    if (query.sense !== undefined && senses === 0) continue;
    if (query.source !== 'all' && relationSource !== query.source) continue;
    if (!matchesWord(target)) continue;
    const reading = firstMatchingReading(index, matcher, target);
    if (reading < 0) continue;
    if (total >= query.offset && found.length < query.limit) {
      found.push({
        target,
        reading,
        source: relationSource,
        score: table.scores[position]!,
        ...(senses === 0 ? {} : { sense: senseIds[lowestBit(senses)]! }),
      });
    }
    total++;
  }
  return { total, found };
}

/** The bits of all senses. */
const ANY_SENSE = 2 ** MAX_TOLD_SENSES - 1;

/** A mask with the bit of a sense; 0 if the word has no such sense. */
function senseBit(senseIds: readonly string[], sense: string): number {
  const place = senseIds.indexOf(sense);
  return place < 0 ? 0 : 1 << place;
}

/** The number of the lowest bit that is set, which is that of the most used sense. `bits` must not be 0. */
const lowestBit = (bits: number) => 31 - Math.clz32(bits & -bits);

/** A test of an entry's id: whether the entry passes the filters on words. */
export function createWordTest(index: LexiconIndex, filters: RelationQuery['words']): (entry: number) => boolean {
  const tests = (['length', 'reg', 'pos', 'vulgar'] as const).flatMap((field) => {
    const filter = filters[field];
    if (filter === undefined) return [];
    const values = (Array.isArray(filter) ? filter : [filter]) as readonly (string | number | boolean)[];
    const column = index.columns[field];
    const ids = values.flatMap((value) => column.dictionary.ids.get(String(value)) ?? []);
    return [(entry: number) => ids.some((id) => column.has(entry, id))];
  });
  return (entry) => tests.every((test) => test(entry));
}

export function relatedWords(
  index: LexiconIndex,
  table: RelationTable,
  word: string,
  source: RelationSource | 'all',
  limit: number,
): RelatedWords {
  const counts = { curated: 0, generated: 0 };
  const entry = index.headword(word);
  const names: Record<RelationType, string[]> = { syn: [], ant: [] };
  if (entry === undefined) return { synonyms: [], antonyms: [], counts };
  for (const type of ['syn', 'ant'] as const) {
    const [first, end] = positionsOf(table, entry, type);
    for (let position = first; position < end; position++) {
      const relationSource = sourceOf(table, position);
      counts[relationSource]++;
      if ((source === 'all' || source === relationSource) && names[type].length < limit)
        names[type].push(index.words.at(table.targets[position]!));
    }
  }
  return { synonyms: names.syn, antonyms: names.ant, counts };
}

export function relationScores(
  index: LexiconIndex,
  table: RelationTable,
  word: string,
  type: RelationType,
): { word: string; source: RelationSource; score: number }[] {
  const entry = index.headword(word);
  if (entry === undefined) return [];
  const [first, end] = positionsOf(table, entry, type);
  return Array.from({ length: end - first }, (_, i) => ({
    word: index.words.at(table.targets[first + i]!),
    source: sourceOf(table, first + i),
    score: table.scores[first + i]!,
  }));
}

/** A partner: the entry's id `target`, its first matching reading, and its relation to the word. */
export interface PartnerMatch {
  readonly target: number;
  readonly reading: number;
  readonly relation: PartnerRelation;
  readonly source: PartnerSource;
  readonly score: number;
}

interface FoundPartners {
  readonly total: number;
  /** The page. */
  readonly found: readonly PartnerMatch[];
  /** Partners per relation, without the filter on relations. */
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
  const [first, end] = positionsOf(table, entry, PARTNERS);
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
    const [first, end] = positionsOf(table, entry, PARTNERS);
    for (let position = first; position < end; position++) {
      const relation = relationAt(table, position);
      const count = counts.get(relation) ?? 0;
      const isWanted = !relations || relations.includes(relation);
      if (!isWanted || count >= perRelation) continue;
      counts.set(relation, count + 1);
      names.push({ word: index.words.at(table.targets[position]!), relation });
    }
    return names;
  });
}
