import { RELATION_TYPES, type RelationSource, type RelationType } from '../../lexicon/entry.ts';
import type { RelationQuery } from '../../lexicon/query.ts';
import { REPLACEMENT_LIMITS, type ReplacementQuery, similarPage } from '../../lexicon/query.ts';
import { andClause, type Clause, codeAndRhymeClause, orClause, termsClause, wordClauses } from './clauses.ts';
import { type SearchBody, scoredSearch } from './queries.ts';
import { hasSyllableFilters } from './sound-tokens.ts';

function relationClauses(word: string, type: RelationType, source: RelationSource | 'all' = 'all'): Clause[] {
  return [{ term: { word } }, { term: { type } }, ...(source === 'all' ? [] : [{ term: { source } }])];
}

/** Relations of one sense of the word, where it is asked for. */
function senseClauses({ sense }: Pick<RelationQuery, 'sense'>): Clause[] {
  return sense === undefined ? [] : [{ term: { senses: sense } }];
}

export interface ListSearch {
  readonly body: SearchBody;
  /** Whether filters and paging are applied in the process: relation documents do not have every syllable. */
  readonly filterInMemory: boolean;
}

/**
 * A page of a list, or all of it, of which there are at most `longest`, if sound is filtered in the process.
 *
 * @param clauses which list it is
 * @param fields what is read of each relation
 * @param ofPage what is asked besides where the engine filters
 */
export function listSearch(
  clauses: readonly Clause[],
  { words, sound, ...place }: Pick<RelationQuery, 'words' | 'sound' | 'offset' | 'limit'>,
  longest: number,
  fields: readonly string[],
  ofPage: Pick<SearchBody, 'post_filter' | 'aggs'> = {},
): ListSearch {
  const soundFilter = hasSyllableFilters(sound) ? 'too many' : codeAndRhymeClause(sound, true);
  const filterInMemory = soundFilter === 'too many';
  const soundClauses = soundFilter === undefined || filterInMemory ? [] : [soundFilter];
  const filters = [...clauses, ...wordClauses(words), ...soundClauses];
  const body = { docvalue_fields: fields, sort: IN_ORDER, query: andClause(filters), track_total_hits: true };
  return {
    body: filterInMemory ? { ...body, size: longest } : { ...body, ...ofPage, ...relationRange(place, longest) },
    filterInMemory,
  };
}

export const relationSearch = (query: RelationQuery, longest: number): ListSearch =>
  listSearch(
    [...relationClauses(query.word, query.type, query.source), ...senseClauses(query)],
    query,
    longest,
    RELATION_FIELDS,
  );

/** Offset bounded to the longest list: Elasticsearch refuses offsets beyond its window. */
function relationRange(
  { offset, limit }: Pick<RelationQuery, 'offset' | 'limit'>,
  longest: number,
): Pick<SearchBody, 'from' | 'size'> {
  return offset < longest ? { from: offset, size: Math.min(limit, longest - offset) } : { size: 0 };
}

const IN_ORDER = [{ order: 'asc' as const }];

/** The fields of a relation that a page shows besides its target. */
const RELATION_FIELDS = ['source', 'score', 'target_rank', 'first_sense'];

export const NAME_OPTIONS = { _source: false as const, docvalue_fields: ['related'], sort: IN_ORDER };

/** Synonyms, antonyms, and the counts of both by source. */
export function relatedWordsSearches(word: string, source: RelationSource | 'all', limit: number): SearchBody[] {
  const names = (type: RelationType): SearchBody => ({
    ...NAME_OPTIONS,
    query: andClause(relationClauses(word, type, source)),
    size: limit,
    track_total_hits: false,
  });
  const counts: SearchBody = {
    size: 0,
    query: andClause([{ term: { word } }, termsClause('type', RELATION_TYPES)]),
    aggs: { sources: { terms: { field: 'source' } } },
  };
  return [names('syn'), names('ant'), counts];
}

export function relationScoresSearch(word: string, type: RelationType, longest: number): SearchBody {
  return {
    ...NAME_OPTIONS,
    docvalue_fields: ['related', 'source', 'score'],
    query: andClause(relationClauses(word, type)),
    size: longest,
    track_total_hits: false,
  };
}

/** The row of a word, and the other spellings of it, at most `longest`, whose usual spelling is `usual`. */
export function spellingsSearch(word: string, usual: string, longest: number): SearchBody {
  const words = [...new Set([word, usual])];
  return {
    _source: false,
    docvalue_fields: ['char', 'meaning'],
    query: orClause([termsClause('char', words), { term: { variant_of: usual } }]),
    sort: [{ rank: 'asc' }],
    size: words.length + longest,
    track_total_hits: false,
  };
}

/** The rows of words. */
export function meaningsSearch(words: readonly string[]): SearchBody {
  return {
    _source: false,
    docvalue_fields: ['char', 'meaning'],
    query: termsClause('char', words),
    size: words.length,
    track_total_hits: false,
  };
}

/** The meanings of English tokens, which are in the index of tables. */
export function tokensSearch(tokens: readonly string[]): SearchBody {
  return {
    _source: false,
    docvalue_fields: ['token', 'token_meaning'],
    query: termsClause('token', tokens),
    size: tokens.length,
    track_total_hits: false,
  };
}

/** Synonyms of the required length, in the order of relations; never vulgar ones. */
export function synonymReplacements(query: ReplacementQuery): SearchBody {
  const { word, length } = query;
  return {
    sort: IN_ORDER,
    docvalue_fields: [...RELATION_FIELDS, 'likeness'],
    query: andClause([
      ...relationClauses(word, 'syn'),
      ...senseClauses(query),
      ...wordClauses({ length: [length], vulgar: false }),
    ]),
    size: REPLACEMENT_LIMITS.synonyms,
    track_total_hits: false,
  };
}

/** Words like a vector, as a page of `like` has them. */
export function similarReplacements(length: number, similar: NonNullable<ReplacementQuery['similar']>): SearchBody {
  const { query, belowRank } = similarPage(length, similar);
  const pool = similar.among ? termsClause('char', similar.among) : { range: { rank: { lt: belowRank } } };
  return { ...scoredSearch(query, false, [pool]), docvalue_fields: ['meaning'], size: query.limit };
}
