import type { estypes } from '@elastic/elasticsearch';
import { type ProximityQuery, proximityQuery } from '../../cantonese/proximity.ts';
import type { PageOrder, PageQuery, SimilarityFeatures } from '../../lexicon/query.ts';
import { type Clause, filterClauses, SLOTS, slotMatchesFirst, termsClause } from './clauses.ts';
import { type SoundConstraints, soundConstraints } from './sound-tokens.ts';

/** The body of one search, as much of it as we use; the index is chosen by who sends it. */
export interface SearchBody {
  readonly query?: Clause;
  readonly size: number;
  readonly from?: number;
  readonly sort?: readonly Readonly<Record<string, 'asc' | 'desc'>>[];
  readonly search_after?: readonly number[];
  readonly track_total_hits?: boolean;
  readonly _source?: false | readonly string[];
  readonly docvalue_fields?: readonly string[];
  readonly aggs?: Readonly<Record<string, Aggregation>>;
  readonly suggest?: Readonly<Record<string, object>>;
}
export type Aggregation = NonNullable<estypes.AggregationsAggregationContainer>;

/** Pages that begin further in than this are found by way of a histogram. */
export const MAX_SHALLOW_OFFSET = 1000;

/** The field by whose dense integers an order goes. */
export function orderField(order: PageOrder): 'rank' | 'char_rank' {
  return order.by === 'char' ? 'char_rank' : 'rank';
}

export function isScored(order: PageOrder): order is Extract<PageOrder, { by: 'sound' | 'similarity' }> {
  return order.by === 'sound' || order.by === 'similarity';
}

/** Width of the intervals of rank in which words are counted, for a lexicon of `entries` words. */
export function histogramInterval(entries: number): number {
  return Math.max(512, Math.ceil(entries / 4096));
}

/** Counts the words of a query by interval of its order. */
export function histogramSearch(query: PageQuery, entries: number): SearchBody {
  return {
    size: 0,
    track_total_hits: true,
    query: boolQuery(filterClauses(query.words, query.sound)),
    aggs: {
      places: { histogram: { field: orderField(query.order), interval: histogramInterval(entries), min_doc_count: 1 } },
    },
  };
}

/** Counts the words of a query. */
export function totalSearch(query: PageQuery): SearchBody {
  return { size: 0, track_total_hits: true, query: boolQuery(filterClauses(query.words, query.sound)) };
}

/** Where a page is read from: after a place in the order, and then some words on. */
export interface PagePosition {
  /** The first value of the order field that counts. */
  readonly from: number;
  readonly skip: number;
}

/** Finds the interval into which an offset falls. Undefined when it lies beyond the last word. */
export function positionOfOffset(
  buckets: readonly { key: number; doc_count: number }[],
  offset: number,
): PagePosition | undefined {
  let countBefore = 0;
  for (const { key, doc_count } of buckets) {
    if (countBefore + doc_count > offset) return { from: key, skip: offset - countBefore };
    countBefore += doc_count;
  }
  return undefined;
}

/** A page in one of the integer orders. */
export function orderedSearch(query: PageQuery, position: PagePosition): SearchBody {
  const field = orderField(query.order);
  const filters = filterClauses(query.words, query.sound);
  if (position.from > 0) filters.push({ range: { [field]: { gte: position.from } } });
  return {
    query: boolQuery(filters),
    sort: [{ [field]: 'asc' }],
    from: position.skip,
    // One more than is shown tells whether there is a next page.
    size: query.limit + 1,
    track_total_hits: false,
  };
}

/** A page by score, then by popularity. */
export function scoredSearch(query: PageQuery): SearchBody {
  const { order, start } = query;
  const should =
    order.by === 'sound'
      ? soundBoosts(proximityQuery(order.near), soundConstraints(query.sound))
      : order.by === 'similarity'
        ? similarityBoosts(order.features)
        : [];
  return {
    query: boolQuery(filterClauses(query.words, query.sound), should),
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    ...('offset' in start ? { from: start.offset } : { search_after: [start.after.score ?? 0, start.after.order] }),
    size: query.limit + 1,
    track_total_hits: false,
  };
}

/** Filters, and boosts that only add to the score. */
function boolQuery(filters: readonly Clause[], should: readonly Clause[] = []): Clause {
  const filter = filters.length === 0 ? [{ match_all: {} }] : [...filters];
  return { bool: { filter, ...(should.length > 0 ? { should: [...should] } : {}) } };
}

function constantScore(filter: Clause, weight: number): Clause {
  return { constant_score: { filter, boost: weight } };
}

/** Scores the reading that is shown. */
function soundBoosts(proximity: ProximityQuery, constraints: SoundConstraints): Clause[] {
  if (constraints.length === 0) return slotBoosts(0, proximity);
  return SLOTS.map((slot) => ({
    bool: { filter: [slotMatchesFirst(slot, constraints)], should: slotBoosts(slot, proximity) },
  }));
}

/** What a token speaks of: a reading has one token of each kind, so that those of equal weight can share a clause. */
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
  return [...groups.values()].map(({ weight, tokens }) => constantScore(termsClause(`sound${slot}`, tokens), weight));
}

function similarityBoosts({ words, category, emotion, themes }: SimilarityFeatures): Clause[] {
  const byWeight = new Map<number, string[]>();
  for (const [word, weight] of words) byWeight.set(weight, [...(byWeight.get(weight) ?? []), word]);
  return [
    ...[...byWeight].map(([weight, wordsOfWeight]) => constantScore(termsClause('char', wordsOfWeight), weight)),
    ...(category ? [constantScore(termsClause('category', [category[0]]), category[1])] : []),
    ...(emotion ? [constantScore(termsClause('emotion', [emotion[0]]), emotion[1])] : []),
    ...(themes ? [constantScore(termsClause('theme', themes[0]), themes[1])] : []),
  ];
}
