import type { Clause } from '../../../../src/stores/elasticsearch/clauses.ts';
import type { IndexDocument } from '../../../../src/stores/elasticsearch/documents.ts';
import type { Aggregation, SearchBody } from '../../../../src/stores/elasticsearch/queries.ts';

/**
 * As much of Elasticsearch as the builders use, written down from its documentation: it walks over documents one by one. What a
 * query finds here it finds there, so that builders can be held to what is asked of them without a server.
 */

type Body = IndexDocument['body'];
type Fields = Readonly<Record<string, unknown>>;

const assertKnownKeys = (clause: object, ...kinds: string[]) => {
  for (const kind of Object.keys(clause)) if (!kinds.includes(kind)) throw new Error(`Not known here: ${kind}`);
};

function valuesOf(body: Body, field: string, mapped: Fields): readonly unknown[] {
  if (!(field in mapped)) throw new Error(`No such field: ${field}`);
  const value = body[field];
  if ((mapped[field] as { type: string }).type === 'text') return (value as string).split(' ');
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function onlyPair<T>(clause: Readonly<Record<string, T>>): [field: string, value: T] {
  const pairs = Object.entries(clause);
  if (pairs.length !== 1) throw new Error(`Not one field: ${JSON.stringify(clause)}`);
  return pairs[0]!;
}

const toList = (clauses: unknown): readonly Clause[] =>
  clauses === undefined ? [] : Array.isArray(clauses) ? clauses : [clauses as Clause];

/** The score of a document under a clause; undefined where it does not match. */
export function scoreOf(clause: Clause, body: Body, mapped: Fields): number | undefined {
  const [kind, what] = onlyPair(clause as Record<string, never>) as [string, Record<string, never>];
  const scoreIf = (matches: boolean) => (matches ? 1 : undefined);
  switch (kind) {
    case 'match_all':
      return 1;
    case 'match_none':
      return undefined;
    case 'term': {
      const [field, value] = onlyPair<unknown>(what);
      return scoreIf(valuesOf(body, field, mapped).includes(value));
    }
    case 'terms': {
      const [field, wanted] = onlyPair<readonly unknown[]>(what);
      return scoreIf(valuesOf(body, field, mapped).some((value) => wanted.includes(value)));
    }
    case 'prefix': {
      const [field, prefix] = onlyPair<string>(what);
      return scoreIf(valuesOf(body, field, mapped).some((value) => (value as string).startsWith(prefix)));
    }
    case 'match_phrase': {
      const [field, phrase] = onlyPair<string>(what);
      return scoreIf(` ${valuesOf(body, field, mapped).join(' ')} `.includes(` ${phrase} `));
    }
    case 'range': {
      const [field, range] = onlyPair<{ gte?: number; lt?: number }>(what);
      assertKnownKeys(range, 'gte', 'lt');
      const { gte = Number.NEGATIVE_INFINITY, lt = Number.POSITIVE_INFINITY } = range;
      return scoreIf(valuesOf(body, field, mapped).some((value) => (value as number) >= gte && (value as number) < lt));
    }
    case 'constant_score': {
      const { filter, boost } = what as unknown as { filter: Clause; boost: number };
      assertKnownKeys(what, 'filter', 'boost');
      return scoreOf(filter, body, mapped) === undefined ? undefined : boost;
    }
    case 'knn': {
      const { field, query_vector: vector } = what as unknown as { field: string; query_vector: number[] };
      assertKnownKeys(what, 'field', 'query_vector', 'k', 'num_candidates', 'filter');
      if (!toList(what.filter).every((one) => scoreOf(one, body, mapped) !== undefined)) return undefined;
      const row = Buffer.from(valuesOf(body, field, mapped)[0] as string, 'hex');
      // A maximum inner product that is not negative.
      return vector.reduce((sum, number, place) => sum + number * row.readInt8(place), 1);
    }
    case 'dis_max': {
      const { queries } = what as unknown as { queries: Clause[] };
      const scores = queries.flatMap((query) => scoreOf(query, body, mapped) ?? []);
      return scores.length > 0 ? Math.max(...scores) : undefined;
    }
    case 'bool':
      return boolScore(what, body, mapped);
    default:
      throw new Error(`Not known here: ${kind}`);
  }
}

/** `filter` and `must_not` add no score; where neither is given, one of `should` has to match. */
function boolScore(what: Readonly<Record<string, unknown>>, body: Body, mapped: Fields): number | undefined {
  assertKnownKeys(what, 'filter', 'should', 'must_not', 'minimum_should_match');
  const [filter, should, mustNot] = [toList(what.filter), toList(what.should), toList(what.must_not)];
  const matches = (clause: Clause) => scoreOf(clause, body, mapped) !== undefined;
  if (!filter.every(matches) || mustNot.some(matches)) return undefined;
  const scores = should.flatMap((clause) => scoreOf(clause, body, mapped) ?? []);
  const minimum =
    (what.minimum_should_match as number | undefined) ?? (filter.length === 0 && should.length > 0 ? 1 : 0);
  return scores.length < minimum ? undefined : scores.reduce((sum, score) => sum + score, 0);
}

export interface Hit {
  readonly body: Body;
  readonly score: number;
}

export interface SmallSearchResult {
  readonly total: number;
  readonly hits: readonly Hit[];
  readonly aggregations: Readonly<Record<string, never>>;
}

/** Runs one search over documents. */
export function search(documents: readonly IndexDocument[], mapped: Fields, searchBody: SearchBody): SmallSearchResult {
  assertKnownKeys(
    searchBody,
    ...['query', 'post_filter', 'size', 'from', 'sort', 'search_after', 'track_total_hits', '_source'],
    ...['docvalue_fields', 'aggs'],
  );
  const found = documents.flatMap(({ body }): Hit[] => {
    const score = searchBody.query === undefined ? 1 : scoreOf(searchBody.query, body, mapped);
    return score === undefined ? [] : [{ body, score }];
  });
  const keys = (searchBody.sort ?? [{ _score: 'desc' as const }]).map((one) => onlyPair(one));
  const keyOf = (hit: Hit, field: string) =>
    field === '_score' ? hit.score : (valuesOf(hit.body, field, mapped)[0] as number);
  const byKeys = (a: readonly number[], b: readonly number[]) =>
    keys.reduce((order, [, direction], i) => order || (direction === 'asc' ? a[i]! - b[i]! : b[i]! - a[i]!), 0);
  const { post_filter: postFilter } = searchBody;
  const hits = postFilter ? found.filter(({ body }) => scoreOf(postFilter, body, mapped) !== undefined) : found;
  const sorted = hits
    .map((hit) => ({ hit, at: keys.map(([field]) => keyOf(hit, field)) }))
    .sort((a, b) => byKeys(a.at, b.at));
  const after = sorted.filter(({ at }) => !searchBody.search_after || byKeys(at, searchBody.search_after) > 0);
  const from = searchBody.from ?? 0;
  return {
    total: hits.length,
    hits: after.slice(from, from + searchBody.size).map(({ hit }) => hit),
    aggregations: aggregated(searchBody.aggs, found, mapped) as Readonly<Record<string, never>>,
  };
}

function aggregated(aggs: SearchBody['aggs'], hits: readonly Hit[], mapped: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(aggs ?? {}).map(([name, one]) => [name, aggregate(one, hits, mapped)]));
}

function aggregate(one: Aggregation, hits: readonly Hit[], mapped: Fields): unknown {
  assertKnownKeys(one, 'terms', 'filter', 'aggs');
  if (one.filter) {
    const matching = hits.filter(({ body }) => scoreOf(one.filter!, body, mapped) !== undefined);
    return { doc_count: matching.length, ...aggregated(one.aggs as SearchBody['aggs'], matching, mapped) };
  }
  const { field, size } = one.terms as { field: string; size?: number };
  const counts = new Map<unknown, number>();
  for (const { body } of hits)
    for (const key of new Set(valuesOf(body, field, mapped))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const buckets = [...counts].map(([key, doc_count]) => ({ key, doc_count }));
  const shown = buckets.sort((a, b) => b.doc_count - a.doc_count).slice(0, size);
  const rest = buckets.slice(shown.length).reduce((sum, { doc_count }) => sum + doc_count, 0);
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: rest, buckets: shown };
}
