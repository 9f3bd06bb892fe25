import type { RelationSource, RelationType } from '../../lexicon/entry.ts';
import type { RelationQuery } from '../../lexicon/query.ts';
import { REPLACEMENT_LIMITS, type ReplacementQuery } from '../../lexicon/store.ts';
import { allOf, anyOf, type Clause, codeAndRhymeClause, filterClauses, oneOf, wordClauses } from './clauses.ts';
import type { SearchBody } from './page-queries.ts';
import { asksForSyllables } from './sound-tokens.ts';

/** No word has more relations of one type than this. */
const ALL_RELATIONS = 10_000;

function relationsOf(word: string, type: RelationType, source: RelationSource | 'all' = 'all'): Clause[] {
  return [{ term: { word } }, { term: { type } }, ...(source === 'all' ? [] : [{ term: { source } }])];
}

export interface RelationSearch {
  readonly body: SearchBody;
  /** Whether sound and page are left to the reader: relations do not hold every syllable. */
  readonly unfiltered: boolean;
}

/** A page of relations; all of them where a filter asks for more than codes and rhymes. */
export function relationSearch(query: RelationQuery): RelationSearch {
  const heard = asksForSyllables(query.sound) ? 'too many' : codeAndRhymeClause(query.sound, true);
  const clauses = [...relationsOf(query.word, query.type, query.source), ...wordClauses(query.words)];
  if (heard === 'too many')
    return { body: { ...SHOWN, query: allOf(clauses), size: ALL_RELATIONS, track_total_hits: true }, unfiltered: true };
  const filters = heard ? [...clauses, heard] : clauses;
  return {
    body: { ...SHOWN, query: allOf(filters), from: query.offset, size: query.limit, track_total_hits: true },
    unfiltered: false,
  };
}

/** What a page shows of a relation besides its target. */
const SHOWN = { docvalue_fields: ['source', 'score'], sort: [{ order: 'asc' as const }] };

const NAMES = { _source: false as const, docvalue_fields: ['related'], sort: [{ order: 'asc' as const }] };

/** Synonyms, antonyms, and the counts of both by source. */
export function relatedWordsSearches(word: string, source: RelationSource | 'all', limit: number): SearchBody[] {
  const names = (type: RelationType): SearchBody => ({
    ...NAMES,
    query: allOf(relationsOf(word, type, source)),
    size: limit,
    track_total_hits: false,
  });
  const counts: SearchBody = { size: 0, query: { term: { word } }, aggs: { sources: { terms: { field: 'source' } } } };
  return [names('syn'), names('ant'), counts];
}

export function relationScoresSearch(word: string, type: RelationType): SearchBody {
  return {
    ...NAMES,
    docvalue_fields: ['related', 'source', 'score'],
    query: allOf(relationsOf(word, type)),
    size: ALL_RELATIONS,
    track_total_hits: false,
  };
}

/** Synonyms of the wanted length, in the order of relations; never coarse ones. */
export function synonymReplacements({ word, length }: ReplacementQuery): SearchBody {
  return {
    ...SHOWN,
    query: allOf([...relationsOf(word, 'syn'), ...wordClauses({ length: [length], vulgar: false })]),
    size: REPLACEMENT_LIMITS.synonyms,
    track_total_hits: false,
  };
}

/** Words of like meaning, by popularity. */
export function similarReplacements(length: number, similar: NonNullable<ReplacementQuery['similar']>): SearchBody {
  const common = filterClauses(
    { category: [similar.category], pos: [similar.pos], length: [length], vulgar: false },
    { code: similar.codes },
  );
  const alike = [
    ...(similar.themes.length > 0 ? [anyOf('theme', similar.themes)] : []),
    ...(similar.emotion === undefined ? [] : [anyOf('emotion', [similar.emotion])]),
  ];
  return {
    query: allOf([...common, oneOf(alike)]),
    sort: [{ rank: 'asc' }],
    size: REPLACEMENT_LIMITS.similar,
    track_total_hits: false,
  };
}
