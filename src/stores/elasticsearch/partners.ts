import {
  PARTNER_RELATIONS,
  type PartnerRelation,
  type PartnerSource,
  partnerPage,
  placesWithFirst,
} from '../../lexicon/partner-relations.ts';
import type { PartnerNamesQuery, PartnerQuery } from '../../lexicon/query.ts';
import type { PartnerEntry, PartnerName, PartnerPage } from '../../lexicon/store.ts';
import { andClause, codeAndRhymeClause, termsClause, wordClauses } from './clauses.ts';
import { fieldValue, listedOf, matchedReading, rankOf, termCounts, totalHits } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import { NAME_OPTIONS, type RelationSearch, relationRange } from './relation-queries.ts';
import type { Hit, SearchResponse } from './searcher.ts';
import { hasSyllableFilters, type SoundConstraints, soundConstraints } from './sound-tokens.ts';

/** Partners are documents of the index of relations, under the relation that they have as their type. */

const OPTIONS = {
  docvalue_fields: ['type', 'source', 'score', 'target_rank'],
  sort: [{ order: 'asc' as const }],
  track_total_hits: true,
} as const;

const COUNTS = { relations: { terms: { field: 'type', size: PARTNER_RELATIONS.length } } };

/** A page of partners with the counts of all relations, or all partners, if sound is filtered in the process. */
export function partnerSearch(query: PartnerQuery, longest: number): RelationSearch {
  const { word, relations, source, words, sound } = query;
  const clauses = [
    { term: { word } },
    termsClause('type', PARTNER_RELATIONS),
    ...(source === 'all' ? [] : [{ term: { source } }]),
    ...wordClauses(words),
  ];
  const soundFilter = hasSyllableFilters(sound) ? 'too many' : codeAndRhymeClause(sound, true);
  if (soundFilter === 'too many')
    return { body: { ...OPTIONS, query: andClause(clauses), size: longest }, filterInMemory: true };
  return {
    body: {
      ...OPTIONS,
      query: andClause(soundFilter ? [...clauses, soundFilter] : clauses),
      // Behind the counts, which are of all relations.
      ...(relations ? { post_filter: termsClause('type', relations) } : {}),
      ...relationRange(query, longest),
      aggs: COUNTS,
    },
    filterInMemory: false,
  };
}

export function partnerNamesSearches(
  { words, relations, perRelation }: PartnerNamesQuery,
  longest: number,
): SearchBody[] {
  return words.map((word) => ({
    ...NAME_OPTIONS,
    docvalue_fields: ['related', 'type'],
    query: andClause([
      { term: { word } },
      termsClause('type', relations ?? PARTNER_RELATIONS),
      ...(perRelation === undefined ? [] : [{ range: { order: { lt: placesWithFirst(perRelation) } } }]),
    ]),
    size: longest,
    track_total_hits: false,
  }));
}

const relationOf = (hit: Hit) => fieldValue(hit, 'type') as PartnerRelation;

function partnerEntry(hit: Hit, constraints: SoundConstraints): PartnerEntry | undefined {
  const entry = listedOf(hit, rankOf(hit, 'target_rank'));
  const reading = matchedReading(entry, constraints);
  if (!reading) return undefined;
  const source = fieldValue(hit, 'source') as PartnerSource;
  return { entry, reading, relation: relationOf(hit), source, relationScore: Number(fieldValue(hit, 'score')) };
}

export async function findPartners(generation: PinnedGeneration, query: PartnerQuery): Promise<PartnerPage> {
  const { body, filterInMemory } = partnerSearch(query, generation.meta.list_sizes.partners);
  const [response] = await generation.searchRelations([body]);
  const constraints = soundConstraints(query.sound);
  const found = response!.hits.hits.flatMap((hit) => partnerEntry(hit, constraints) ?? []);
  if (!filterInMemory) return { total: totalHits(response!), words: found, counts: countsIn(response!) };
  return partnerPage(found, query);
}

const countsIn = (response: SearchResponse) => termCounts(response, 'relations') as Map<PartnerRelation, number>;

export async function findPartnerNames(
  generation: PinnedGeneration,
  query: PartnerNamesQuery,
): Promise<PartnerName[][]> {
  const responses = await generation.searchRelations(partnerNamesSearches(query, generation.meta.list_sizes.partners));
  return responses.map(({ hits }) => {
    const names = hits.hits.map((hit) => ({ word: String(fieldValue(hit, 'related')), relation: relationOf(hit) }));
    return query.perRelation === undefined ? names : firstOfEach(names, query.perRelation);
  });
}

function firstOfEach(names: readonly PartnerName[], count: number): PartnerName[] {
  const counts = new Map<PartnerRelation, number>();
  return names.filter(({ relation }) => {
    const before = counts.get(relation) ?? 0;
    counts.set(relation, before + 1);
    return before < count;
  });
}
