import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Clause } from '../../../../src/stores/elasticsearch/clauses.ts';
import { deepPage, thresholdsNear } from '../../../../src/stores/elasticsearch/deep-pages.ts';
import type { ScoredSearch, SearchBody } from '../../../../src/stores/elasticsearch/page-queries.ts';
import type { PinnedGeneration } from '../../../../src/stores/elasticsearch/pinned-generation.ts';
import { keysOfLayout } from '../../../../src/stores/elasticsearch/rank-keys.ts';

const WORDS = 20_000;

/** A number that looks random. */
const scrambled = (number: number, salt: number) => Math.imul((number + 1) * 2654435761 + salt, 0x9e3779b1) >>> 4;

/** The scored query, which every word matches. */
const QUERY: Clause = { match_all: {} };

/** A lexicon whose words have the scores given by rank, and as much of Elasticsearch as is asked of it here. */
function lexiconOf(scoreOf: (rank: number) => number) {
  const scores = Array.from({ length: WORDS }, (_, rank) => scoreOf(rank));
  const inOrder = scores.map((_, rank) => rank).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const inCheckedOrder = scores.map((_, rank) => rank).sort((a, b) => scrambled(a, 5) - scrambled(b, 5));

  const matches = (clause: Clause, rank: number): boolean => {
    if (clause === QUERY) return true;
    const { function_score: scored, range, bool } = clause;
    if (scored) return scores[rank]! >= (scored as { min_score: number }).min_score;
    if (range) return rank < Number((range.rank as { lt: number }).lt);
    const { must = [], filter = [], must_not: mustNot = [] } = bool as Readonly<Record<string, Clause[]>>;
    return [...must, ...filter].every((one) => matches(one, rank)) && !mustNot.some((one) => matches(one, rank));
  };
  const search = ({ query, min_score: least = 0, sort, from = 0, size, aggs }: SearchBody) => {
    const isFound = (rank: number) => scores[rank]! >= least && matches(query!, rank);
    const found = (sort && 'checksum' in sort[0]! ? inCheckedOrder : inOrder).filter(isFound);
    const buckets = new Map<number, number>();
    const interval = aggs?.places?.histogram?.interval;
    if (interval)
      for (const rank of found.toSorted((a, b) => a - b)) {
        const key = Math.floor(rank / interval) * interval;
        buckets.set(key, (buckets.get(key) ?? 0) + 1);
      }
    const places = { buckets: [...buckets].map(([key, doc_count]) => ({ key, doc_count })) };
    return { total: found.length, ranks: found.slice(from, from + size), aggregations: { places } };
  };
  let searches = 0;
  const generation = {
    meta: { counts: { entries: WORDS }, keys: keysOfLayout({ gap: 1, places: WORDS }) },
    searchEntries: async (bodies: readonly SearchBody[]) =>
      bodies.map((body) => {
        searches++;
        const { total, ranks, aggregations } = search(body);
        return {
          hits: { total: { value: total }, hits: ranks.map((rank) => ({ _score: scores[rank] })) },
          aggregations,
        };
      }),
  } as unknown as PinnedGeneration;
  const expected = (offset: number) => inOrder.slice(offset, offset + 5);
  const actual = async (offset: number) => {
    searches = 0;
    const page: ScoredSearch = { query: QUERY, sort: [{ _score: 'desc' }, { rank: 'asc' }], from: offset, size: 5 };
    const found = await deepPage(generation, page, offset);
    return { ranks: found ? search(found).ranks : [], skipped: found?.from ?? 0, searches };
  };
  return { expected, actual };
}

const LEXICONS: Readonly<Record<string, (rank: number) => number>> = {
  'hardly any score twice': (rank) => scrambled(rank, 1) % 2048,
  'few scores': (rank) => (scrambled(rank, 2) % 3) * 100,
  'one score': () => 7,
  'no score': () => 0,
  'most words of one score, which is not the least': (rank) => (scrambled(rank, 3) % 10 === 0 ? rank % 2000 : 60),
  'the popular ones first': (rank) => 2047 - Math.floor(rank / 10),
};

describe('a deep page by score', () => {
  it.each(Object.keys(LEXICONS))(
    'is the one that a queue of all words finds: %s',
    async (name) => {
      const { expected, actual } = lexiconOf(LEXICONS[name]!);
      const offset = fc.oneof(fc.integer({ min: 8001, max: WORDS + 2 }), fc.constantFrom(8001, WORDS - 1, WORDS - 5));
      await fc.assert(
        fc.asyncProperty(offset, async (place) => {
          const { ranks, skipped, searches } = await actual(place);
          expect(ranks).toEqual(expected(place));
          expect(skipped).toBeLessThanOrEqual(8000);
          expect(searches).toBeLessThan(12);
        }),
        { numRuns: 20 },
      );
    },
    60_000,
  );
});

describe('the scores to count from', () => {
  const scores = Array.from({ length: 2000 }, (_, place) => 2000 - place);
  const everything = { from: 0, below: Number.POSITIVE_INFINITY };

  it('are one above the offset where few words are left from there on, the same for offsets nearby', () => {
    const near = (skip: number) => thresholdsNear(scores, { skip, total: 100_000 }, everything);
    // Some 47 places above that of the offset, on a multiple of 50.
    expect([48_000, 49_900, 50_000, 51_000].map(near)).toEqual([[1101], [1051], [1051], [1051]]);
  });

  it('are one above and one below it where many are', () => {
    expect(thresholdsNear(scores, { skip: 5e6, total: 1e7 }, everything)).toEqual([1051, 950]);
  });

  it('are inside the range, and divide it where the sample is of two scores', () => {
    const two = [...Array<number>(1000).fill(11), ...Array<number>(1000).fill(10)];
    expect(thresholdsNear(two, { skip: 50_000, total: 100_000 }, { from: 10, below: 12 })).toEqual([11]);
    expect(thresholdsNear(scores, { skip: 10_000, total: 1e7 }, { from: 0, below: 2001 })).toEqual([1950]);
  });
});
