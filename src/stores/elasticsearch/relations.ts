import type { RelationSource } from '../../lexicon/entry.ts';
import { likenessOfRows } from '../../lexicon/meaning.ts';
import {
  PARTNER_RELATIONS,
  type PartnerRelation,
  type PartnerSource,
  partnerPage,
  placesWithFirst,
} from '../../lexicon/partner-relations.ts';
import type { PartnerNamesQuery, PartnerQuery, RelationQuery, ReplacementQuery } from '../../lexicon/query.ts';
import type {
  PartnerEntry,
  PartnerName,
  PartnerPage,
  RelatedEntry,
  RelatedWords,
  RelationPage,
  Replacement,
} from '../../lexicon/store.ts';
import { andClause, termsClause } from './clauses.ts';
import type { PinnedGeneration } from './generations.ts';
import { fieldValue, listedOf, matchedReading, rankOf, sortedRankOf, termCounts, totalHits, vectorOf } from './hits.ts';
import type { SearchBody } from './queries.ts';
import {
  type ListSearch,
  listSearch,
  NAME_OPTIONS,
  relatedWordsSearches,
  relationScoresSearch,
  relationSearch,
  similarReplacements,
  synonymReplacements,
} from './relation-queries.ts';
import type { Hit, SearchResponse } from './searcher.ts';
import { type SoundConstraints, soundConstraints } from './sound-tokens.ts';

const sourceOf = (hit: Hit) => fieldValue(hit, 'source') as RelationSource;
const scoreOf = (hit: Hit) => Number(fieldValue(hit, 'score'));

const targetOf = (hit: Hit) => listedOf(hit, rankOf(hit, 'target_rank'));

/** The sense of the source word: the one that was asked for, else the first in order of use. */
function senseOf(hit: Hit, asked: string | undefined): Pick<RelatedEntry, 'sense'> {
  const sense = asked ?? (hit.fields?.first_sense?.[0] as string | undefined);
  return sense === undefined ? {} : { sense };
}

/** @param asked the sense that was asked for */
function relatedEntry(hit: Hit, constraints: SoundConstraints, asked?: string): RelatedEntry | undefined {
  const entry = targetOf(hit);
  const reading = matchedReading(entry, constraints);
  return (
    reading && {
      entry,
      reading,
      source: sourceOf(hit),
      relationScore: scoreOf(hit),
      ...senseOf(hit, asked),
    }
  );
}

export async function findRelations(generation: PinnedGeneration, query: RelationQuery): Promise<RelationPage> {
  const [page] = await findRelationPages(generation, [query]);
  return page!;
}

export async function findRelationTotals(
  generation: PinnedGeneration,
  queries: readonly RelationQuery[],
): Promise<number[]> {
  const counts = queries.map((query) => ({ ...query, offset: 0, limit: 0 }));
  return (await findRelationPages(generation, counts)).map(({ total }) => total);
}

async function findRelationPages(
  generation: PinnedGeneration,
  queries: readonly RelationQuery[],
): Promise<RelationPage[]> {
  const searches = queries.map((query) => relationSearch(query, generation.meta.list_sizes.relations));
  const responses = await generation.searchRelations(searches.map(({ body }) => body));
  return queries.map(({ sound, sense, offset, limit }, i) => {
    const constraints = soundConstraints(sound);
    const found = responses[i]!.hits.hits.flatMap((hit) => relatedEntry(hit, constraints, sense) ?? []);
    if (!searches[i]!.filterInMemory) return { total: totalHits(responses[i]!), words: found };
    return { total: found.length, words: found.slice(offset, offset + limit) };
  });
}

/** A relation by its name, source and score. */
export const relationScoreOf = (hit: Hit) => ({
  word: String(fieldValue(hit, 'related')),
  source: sourceOf(hit),
  score: scoreOf(hit),
});

const relatedNames = (response: SearchResponse) => response.hits.hits.map((hit) => String(fieldValue(hit, 'related')));

export async function findRelatedWords(
  generation: PinnedGeneration,
  word: string,
  source: RelationSource | 'all',
  limit: number,
): Promise<RelatedWords> {
  const [synonyms, antonyms, counts] = await generation.searchRelations(relatedWordsSearches(word, source, limit));
  const bySource = termCounts(counts!, 'sources');
  return {
    synonyms: relatedNames(synonyms!),
    antonyms: relatedNames(antonyms!),
    counts: { curated: bySource.get('curated') ?? 0, generated: bySource.get('generated') ?? 0 },
  };
}

export async function findReplacements(
  generation: PinnedGeneration,
  queries: readonly ReplacementQuery[],
): Promise<Replacement[][]> {
  const longest = generation.meta.list_sizes.relations;
  const requests = queries.flatMap((query) => [
    ...(query.similar?.among ? [] : [{ kind: 'relations' as const, body: synonymReplacements(query) }]),
    ...(query.similar
      ? [
          { kind: 'entries' as const, body: similarReplacements(query.length, query.similar) },
          { kind: 'relations' as const, body: relationScoresSearch(query.word, 'ant', longest) },
        ]
      : []),
  ]);
  const responses = await generation.search(requests);
  let place = 0;
  return queries.map(({ word, sense, similar }) => {
    const synonymHits = similar?.among ? [] : responses[place++]!.hits.hits;
    const synonyms = synonymHits.map((hit): Replacement => {
      const likeness = Number(fieldValue(hit, 'likeness'));
      return {
        entry: targetOf(hit),
        source: sourceOf(hit),
        score: scoreOf(hit),
        ...senseOf(hit, sense),
        likeness,
      };
    });
    if (!similar) return synonyms;
    const [found, antonyms] = [responses[place++]!, responses[place++]!];
    const excluded = new Set([word, ...relatedNames(antonyms)]);
    const alike = found.hits.hits.flatMap((hit): Replacement[] => {
      const entry = listedOf(hit, sortedRankOf(hit));
      if (excluded.has(entry.char)) return [];
      const likeness = likenessOfRows(similar.vector, vectorOf(hit, 'meaning'));
      return [{ entry, source: 'similar', score: 0, likeness }];
    });
    return [...synonyms, ...alike];
  });
}

/** Partners are documents of the index of relations, under the relation that they have as their type. */

const PARTNER_FIELDS = ['type', 'source', 'score', 'target_rank'];

const COUNTS = { relations: { terms: { field: 'type', size: PARTNER_RELATIONS.length } } };

/** A page of partners with the counts of all relations, or all partners, if sound is filtered in the process. */
export function partnerSearch(query: PartnerQuery, longest: number): ListSearch {
  const { word, relations, source } = query;
  const clauses = [
    { term: { word } },
    termsClause('type', PARTNER_RELATIONS),
    ...(source === 'all' ? [] : [{ term: { source } }]),
  ];
  return listSearch(clauses, query, longest, PARTNER_FIELDS, {
    // Behind the counts, which are of all relations.
    ...(relations ? { post_filter: termsClause('type', relations) } : {}),
    aggs: COUNTS,
  });
}

function partnerNamesSearches({ words, relations, perRelation }: PartnerNamesQuery, longest: number): SearchBody[] {
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
