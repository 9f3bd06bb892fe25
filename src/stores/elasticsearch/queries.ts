import type { estypes } from '@elastic/elasticsearch';
import { type ProximityQuery, proximityQuery } from '../../cantonese/proximity.ts';
import {
  endRankAt,
  isSecondaryAt,
  type PageOrder,
  type PageQuery,
  type SimilarityFeatures,
} from '../../lexicon/query.ts';
import {
  andClause,
  type Clause,
  filterClauses,
  matchesNothing,
  primaryReadingClause,
  slotMatchesFirst,
  termsClause,
} from './clauses.ts';
import { type SoundConstraints, soundConstraints } from './sound-tokens.ts';
import { SLOTS } from './stored-fields.ts';

/** The parts of a search body that are used; the caller chooses the index. */
export interface SearchBody {
  readonly query?: Clause;
  /** Restricts the hits and their total, and not what `aggs` count. */
  readonly post_filter?: Clause;
  readonly size: number;
  readonly from?: number;
  readonly sort?: readonly Readonly<Record<string, 'asc' | 'desc'>>[];
  readonly search_after?: readonly number[];
  readonly track_total_hits?: boolean;
  readonly min_score?: number;
  readonly _source?: false;
  readonly stored_fields?: readonly string[] | '_none_';
  readonly docvalue_fields?: readonly string[];
  readonly aggs?: Readonly<Record<string, Aggregation>>;
  readonly suggest?: Readonly<Record<string, CompletionSearch>>;
}
/** The first documents in the order of their weights of which an input of a completion field begins so. */
export interface CompletionSearch {
  readonly prefix: string;
  readonly completion: {
    readonly field: string;
    /** Counts inputs: a document may come several times. */
    readonly size: number;
    readonly contexts: { readonly vulgar: readonly ('true' | 'false')[] };
  };
}
export type Aggregation = NonNullable<estypes.AggregationsAggregationContainer>;

/** The field of the ranks in an order. */
export function orderField(order: PageOrder): 'rank' | 'char_rank' | 'end_rank' {
  return order.by === 'char' ? 'char_rank' : order.by === 'lineEnd' ? 'end_rank' : 'rank';
}

export function isScored(order: PageOrder): order is Extract<PageOrder, { by: 'sound' | 'similarity' }> {
  return order.by === 'sound' || order.by === 'similarity';
}

/** Whether a page says to which of several vectors its words are nearest. */
export function comparesVectors(order: PageOrder): order is Extract<PageOrder, { by: 'similarity' }> {
  return order.by === 'similarity' && order.features.vectors.length > 1;
}

/** The rank of listed words, where they are sorted by something else. */
export const WITH_RANK = { docvalue_fields: ['rank'] } as const;

/** A page in an order of ranks. */
export function orderedSearch(query: PageQuery): SearchBody {
  const field = orderField(query.order);
  const { start } = query;
  const filters = pageClauses(query);
  if ('after' in start) filters.push({ range: { [field]: { gt: start.after.order } } });
  return {
    query: boolQuery(filters),
    ...(field === 'rank' ? {} : WITH_RANK),
    sort: [{ [field]: 'asc' }],
    from: 'offset' in start ? start.offset : 0,
    // One more than shown, to know whether there is a next page.
    size: query.limit + 1,
    track_total_hits: false,
  };
}

/** A page by score, then by popularity. `countsAll`: with the total. `narrowing`: filters besides those of the query. */
export function scoredSearch(query: PageQuery, countsAll = false, narrowing: readonly Clause[] = []): SearchBody {
  const { order, start } = query;
  const filters = [...pageClauses(query), ...narrowing];
  const should =
    order.by === 'sound'
      ? soundBoosts(proximityQuery(order.near), soundConstraints(query.sound))
      : order.by === 'similarity'
        ? similarityBoosts(order.features, filters)
        : [];
  return {
    query: boolQuery(filters, should),
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    ...(comparesVectors(order) ? { docvalue_fields: ['meaning'] } : {}),
    ...('offset' in start
      ? { from: start.offset }
      : { search_after: [toEngineScore(start.after.score ?? 0, order), start.after.order] }),
    size: query.limit + 1,
    track_total_hits: countsAll,
  };
}

/** Counts the words of a page by likeness with its `nearScore` or more. */
export function nearSearch(query: PageQuery, nearScore: number): SearchBody {
  const { query: clause } = scoredSearch(query);
  return { query: clause!, size: 0, min_score: toEngineScore(nearScore, query.order), track_total_hits: true };
}

/**
 * A page in the order of words as ends of a line, where sound filters choose the reading that is shown: primary readings score 1,
 * secondary ones 0.
 */
export function lineEndSearch(query: PageQuery, entries: number): SearchBody {
  const { start } = query;
  const constraints = soundConstraints(query.sound);
  const isShownPrimary = SLOTS.map((slot) => ({
    bool: { filter: [slotMatchesFirst(slot, constraints)], should: [primaryReadingClause(slot)] },
  }));
  return {
    query: boolQuery(pageClauses(query), isShownPrimary),
    ...WITH_RANK,
    sort: [{ _score: 'desc' }, { end_rank: 'asc' }],
    ...('offset' in start
      ? { from: start.offset }
      : { search_after: [isSecondaryAt(start.after.order, entries) ? 0 : 1, endRankAt(start.after.order, entries)] }),
    size: query.limit + 1,
    track_total_hits: false,
  };
}

/** The filters of a page, and what its order leaves out. */
export function pageClauses({ words, sound, order }: Pick<PageQuery, 'words' | 'sound' | 'order'>): Clause[] {
  return [...filterClauses(words, sound), ...exclusionClauses(order)];
}

/** The words that an order leaves out. */
function exclusionClauses(order: PageOrder): Clause[] {
  if (order.by !== 'similarity' || order.features.excluded.length === 0) return [];
  return [{ bool: { must_not: [termsClause('char', order.features.excluded)] } }];
}

/** Elasticsearch adds one to a product, so that it is positive. */
function productOffset(order: PageOrder): number {
  return order.by === 'similarity' && order.features.vectors.length > 0 ? 1 : 0;
}

function toEngineScore(score: number, order: PageOrder): number {
  return score + productOffset(order);
}

/** The score of a word whose score in Elasticsearch is this. */
export function fromEngineScore(engineScore: number, order: PageOrder): number {
  return engineScore - productOffset(order);
}

/** Filters, and boosts that only affect the score. */
function boolQuery(filters: readonly Clause[], should: readonly Clause[] = []): Clause {
  if (filters.some(matchesNothing)) return andClause(filters);
  const filter = filters.length === 0 ? [{ match_all: {} }] : [...filters];
  return { bool: { filter, ...(should.length > 0 ? { should: [...should] } : {}) } };
}

/** Adds a weight to the score; none where the filter matches nothing. */
function boosts(filter: Clause, weight: number): Clause[] {
  return matchesNothing(filter) ? [] : [{ constant_score: { filter, boost: weight } }];
}

/** Scores the reading that is shown. */
function soundBoosts(proximity: ProximityQuery, constraints: SoundConstraints): Clause[] {
  if (constraints.length === 0) return slotBoosts(0, proximity);
  return SLOTS.map((slot) => ({
    bool: { filter: [slotMatchesFirst(slot, constraints)], should: slotBoosts(slot, proximity) },
  }));
}

/** The feature of a token. A reading has one token per feature, so tokens of equal weight can share a clause. */
function tokenKind(token: string): string {
  return token.split(':', 1)[0]!;
}

function slotBoosts(slot: number, { weights }: ProximityQuery): Clause[] {
  const groups = new Map<string, { weight: number; tokens: string[] }>();
  for (const [token, weight] of weights) {
    const key = `${tokenKind(token)} ${weight}`;
    const group = groups.get(key);
    if (group) group.tokens.push(token);
    else groups.set(key, { weight, tokens: [token] });
  }
  return [...groups.values()].flatMap(({ weight, tokens }) => boosts(termsClause(`sound${slot}`, tokens), weight));
}

/** A flat index scores every document that the filter leaves, whatever number of candidates is named. */
const CANDIDATES = 1;

/** The product of the vector with the row of each word. The filter is repeated inside, so that others are not scored. */
function productClause(vector: Int8Array, filters: readonly Clause[]): Clause {
  return {
    knn: {
      field: 'meaning',
      query_vector: [...vector],
      k: CANDIDATES,
      num_candidates: CANDIDATES,
      ...(filters.length > 0 ? { filter: [...filters] } : {}),
    },
  };
}

/** Scores the words below a rank by their product with the vector, and reads their rows. */
export function productsSearch(vector: Int8Array, belowRank: number): SearchBody {
  const filters = [{ range: { rank: { lt: belowRank } } }];
  return {
    _source: false,
    docvalue_fields: ['meaning'],
    query: boolQuery(filters, greatestProduct([vector], filters)),
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    size: belowRank,
    track_total_hits: false,
  };
}

/** The greatest product of one of the vectors: every word has one with each. */
function greatestProduct(vectors: readonly Int8Array[], filters: readonly Clause[]): Clause[] {
  const queries = vectors.map((vector) => productClause(vector, filters));
  return queries.length > 1 ? [{ dis_max: { queries } }] : queries;
}

function similarityBoosts(
  { vectors, words, category, emotion, themes, kinds, tones, popular, shorter }: SimilarityFeatures,
  filters: readonly Clause[],
): Clause[] {
  const byWeight = new Map<number, string[]>();
  for (const [word, weight] of words) byWeight.set(weight, [...(byWeight.get(weight) ?? []), word]);
  return [
    ...greatestProduct(vectors, filters),
    ...[...byWeight].flatMap(([weight, wordsOfWeight]) => boosts(termsClause('char', wordsOfWeight), weight)),
    ...(category ? boosts(termsClause('category', [category[0]]), category[1]) : []),
    ...(emotion ? boosts(termsClause('emotion', [emotion[0]]), emotion[1]) : []),
    ...(themes ? boosts(termsClause('theme', themes[0]), themes[1]) : []),
    ...(kinds ? boosts(termsClause('kind', kinds[0]), kinds[1]) : []),
    ...(popular ? boosts({ range: { rank: { lt: popular[0] } } }, popular[1]) : []),
    ...(shorter ? boosts(termsClause('length', ['1', '2']), shorter) : []),
    ...(tones ? boosts(termsClause('tone', tones[0]), tones[1]) : []),
  ];
}
