import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { facetSearches, readFacet } from '../../../src/stores/elasticsearch/aggregations.ts';
import { andClause, orClause, termsClause, wordClauses } from '../../../src/stores/elasticsearch/clauses.ts';
import { isScored, orderField, scoredSearch } from '../../../src/stores/elasticsearch/queries.ts';
import { facetField as wordField } from '../../../src/stores/elasticsearch/stored-fields.ts';
import { pageQuery } from '../../contract/queries.ts';

describe('clauses on words', () => {
  it('of one thing are that thing', () => {
    const one = { term: { a: 1 } };
    expect([andClause([one]), orClause([one]), termsClause('a', ['b'])]).toEqual([one, one, { term: { a: 'b' } }]);
    expect(andClause([one, one])).toEqual({ bool: { filter: [one, one] } });
    expect(orClause([one, one])).toEqual({ bool: { should: [one, one], minimum_should_match: 1 } });
    expect(termsClause('a', ['b', 'c'])).toEqual({ terms: { a: ['b', 'c'] } });
  });

  it('speak of themes in the field of their scope', () => {
    expect((['tagged', 'inferred', 'all'] as const).map((scope) => wordField('theme', scope))).toEqual([
      ...['theme', 'theme_inferred', 'theme_all'],
    ]);
    expect(wordField('emotion', 'all')).toBe('emotion');
    expect(wordClauses({ theme: ['海'] })).toEqual([{ term: { theme: '海' } }]);
  });

  it('are written for every filter, in one order', () => {
    expect(
      wordClauses({
        tokens: ['sea', '海'],
        contains: '海',
        ends: '海洋',
        starts: '大海',
        vulgar: false,
        quality: 'verified',
        length: [2, 3],
        pos: ['n'],
        reg: ['雅'],
        category: ['noun.time'],
        valence: ['正'],
        themeScope: 'inferred',
        theme: ['夜'],
        emotion: ['平'],
      }),
    ).toEqual([
      { term: { emotion: '平' } },
      { term: { theme_inferred: '夜' } },
      { term: { valence: '正' } },
      { term: { category: 'noun.time' } },
      { term: { reg: '雅' } },
      { term: { pos: 'n' } },
      { terms: { length: ['2', '3'] } },
      { term: { quality: 'verified' } },
      { term: { vulgar: false } },
      { prefix: { char: '大海' } },
      { prefix: { char_reversed: '洋海' } },
      { term: { characters: '海' } },
      { term: { token: 'sea' } },
      { term: { token: '海' } },
    ]);
    expect(wordClauses({ vulgar: true })).toEqual([{ term: { vulgar: true } }]);
  });

  it('look for characters side by side, whatever they mean in a pattern', () => {
    expect(wordClauses({ contains: '海\\?海' })).toEqual([{ match_phrase: { characters: '海 \\ ? 海' } }]);
    expect(wordClauses({ contains: 'a b' })).toEqual([{ match_phrase: { characters: 'a U+20 b' } }]);
    expect(wordClauses({ contains: '　' })).toEqual([{ term: { characters: 'U+3000' } }]);
    expect(wordClauses({ contains: '𠮷' })).toEqual([{ term: { characters: '𠮷' } }]);
  });
});

describe('searches for a page', () => {
  const everything = { bool: { filter: [{ match_all: {} }] } };

  it('go by popularity or by character, and by score where something is near', () => {
    const features = { vectors: [], words: new Map<string, number>(), excluded: [] };
    const orders = [
      { by: 'popularity' },
      { by: 'char' },
      { by: 'sound', near: [] },
      { by: 'similarity', features },
    ] as const;
    expect(orders.map(orderField)).toEqual(['rank', 'char_rank', 'rank', 'rank']);
    expect(orders.map(isScored)).toEqual([false, false, true, true]);
  });

  it('by score begin at an offset or after a place', () => {
    const order = { by: 'sound', near: [] } as const;
    const rest = { sort: [{ _score: 'desc' }, { rank: 'asc' }], size: 51, track_total_hits: false };
    const nothing = [{ constant_score: { filter: { term: { sound0: 'L0' } }, boost: expect.any(Number) } }];
    expect(scoredSearch(pageQuery({}, {}, { order, start: { offset: 60 } }))).toEqual({
      query: { bool: { filter: [{ match_all: {} }], should: nothing } },
      from: 60,
      ...rest,
    });
    expect(scoredSearch(pageQuery({}, {}, { order, start: { after: { order: 9 } } }))).toMatchObject({
      search_after: [0, 9],
      ...rest,
    });
    expect(scoredSearch(pageQuery()).query).toEqual(everything);
  });

  it('by sound score the reading that is shown, tokens of one kind and weight together', () => {
    const near = parseJyutping('hoi1')!;
    const boosts = (should: unknown) =>
      (should as { constant_score: { filter: { term?: object; terms?: object }; boost: number } }[]).map(
        ({ constant_score: { filter } }) => Object.values(filter.term ?? filter.terms!)[0] as string | string[],
      );
    const { query } = scoredSearch(pageQuery({}, {}, { order: { by: 'sound', near } }));
    // The length, the final, its rhyme ui, the initial and those near to it, the tone and the one of its code.
    const found = boosts((query as { bool: { should: unknown } }).bool.should);
    expect(found).toEqual(expect.arrayContaining(['L1', '0f:oi', '0f:ui', '0i:h', '0t:1', '0t:2']));
    // A reading has one token of a kind, so that no clause joins two kinds.
    for (const tokens of found) expect(new Set([tokens].flat().map((token) => token.slice(0, 2))).size).toBe(1);
    // ui in the first of hoi1 sam1, and its tone, weigh the same: a reading may have both.
    const two = scoredSearch(pageQuery({}, {}, { order: { by: 'sound', near: parseJyutping('hoi1 sam1')! } })).query;
    expect(boosts((two as { bool: { should: unknown } }).bool.should)).toEqual(
      expect.arrayContaining(['1f:ui', '1t:1']),
    );
    // Songs rhyme in with im and yun; the stops of its group, as it, are held apart.
    const alike = scoredSearch(pageQuery({}, {}, { order: { by: 'sound', near: parseJyutping('tin1')! } })).query;
    const finals = boosts((alike as { bool: { should: unknown } }).bool.should).filter((one) =>
      String(one).startsWith('0f'),
    );
    expect(finals).toEqual(['0f:in', ['0f:im', '0f:yun']]);
    const asked = scoredSearch(pageQuery({}, { code: ['3'] }, { order: { by: 'sound', near } })).query as {
      bool: { should: { bool: { filter: unknown[]; should: unknown } }[] };
    };
    expect(asked.bool.should).toHaveLength(4);
    expect(asked.bool.should[0]!.bool.filter).toEqual([{ bool: { filter: [{ term: { sound0: 'c:3' } }] } }]);
    expect(boosts(asked.bool.should[3]!.bool.should)).toEqual(found);
  });

  it('by similarity add up words, category, feeling and themes, each where there is one', () => {
    const boost = (field: object, weight: number) => ({ constant_score: { filter: field, boost: weight } });
    const should = (features: object) =>
      (
        scoredSearch(
          pageQuery(
            {},
            {},
            { order: { by: 'similarity', features: { vectors: [], words: new Map(), excluded: [], ...features } } },
          ),
        ).query as { bool: { should?: unknown } }
      ).bool.should;
    expect(should({ category: ['noun.time', 30], themes: [['海', '夜'], 40], emotion: ['平', 60] })).toEqual([
      boost({ term: { category: 'noun.time' } }, 30),
      boost({ term: { emotion: '平' } }, 60),
      boost({ terms: { theme: ['海', '夜'] } }, 40),
    ]);
    expect(should({})).toBeUndefined();
  });

  it('by similarity score every word that is left by its product, and leave words out everywhere', () => {
    const vector = Int8Array.of(3, -2);
    const features = { vectors: [vector], words: new Map(), excluded: ['開心', '傷心'] };
    const query = pageQuery({ length: [2] }, {}, { order: { by: 'similarity', features }, facets: ['pos'] });
    const filter = [{ term: { length: '2' } }, { bool: { must_not: [{ terms: { char: ['開心', '傷心'] } }] } }];
    expect(scoredSearch({ ...query, start: { after: { score: 2000, order: 4 } } }, true)).toMatchObject({
      query: {
        bool: {
          filter,
          should: [{ knn: { field: 'meaning', query_vector: [3, -2], k: 1, num_candidates: 1, filter } }],
        },
      },
      // One more than the product, as Elasticsearch scores it.
      search_after: [2001, 4],
      track_total_hits: true,
    });
    expect(facetSearches(query, {})[0]!.body.query).toEqual({ bool: { filter } });
    const both = { by: 'similarity', features: { ...features, vectors: [vector, Int8Array.of(0, 5)] } } as const;
    const product = (numbers: number[]) => ({
      knn: { field: 'meaning', query_vector: numbers, k: 1, num_candidates: 1, filter },
    });
    expect(scoredSearch({ ...query, order: both }).query).toEqual({
      bool: { filter, should: [{ dis_max: { queries: [product([3, -2]), product([0, 5])] } }] },
    });
  });
});

describe('counts of facets', () => {
  const order = { by: 'popularity' } as const;

  it('come with the total also where none is asked', () => {
    const [only, ...rest] = facetSearches({ words: { themeScope: 'tagged' }, sound: {}, order, facets: [] }, {});
    expect(rest).toEqual([]);
    expect(only).toEqual({ facets: [], body: { size: 0, track_total_hits: true, query: { match_all: {} } } });
  });

  it('leave room for one value more than there are', () => {
    const { aggs } = facetSearches(
      { words: { themeScope: 'all' }, sound: {}, order, facets: ['theme', 'pos'] },
      { theme_all: 7, theme: 3 },
    )[0]!.body;
    expect(aggs).toEqual({
      theme: { terms: { field: 'theme_all', size: 8 } },
      pos: { terms: { field: 'pos', size: 1 } },
    });
  });

  it('of a chosen sound hold the others to the rest of what is asked', () => {
    const searches = facetSearches(
      {
        words: { themeScope: 'tagged', length: [2] },
        sound: { code: ['33'], rhyme: ['oi'] },
        order,
        facets: ['code'],
      },
      { code: 9 },
    );
    expect(searches.map(({ facets }) => facets)).toEqual([[], ['code']]);
    expect(searches[1]!.body.query).toEqual({
      bool: { filter: [{ term: { length: '2' } }, { term: { rhyme: 'oi' } }] },
    });
    expect(searches[1]!.body.aggs!.code0).toEqual({
      filter: { bool: { filter: [{ term: { sound0: 'r:oi' } }] } },
      aggs: { values: { terms: { field: 'code0', size: 10 } } },
    });
  });

  it('are refused where the engine counted in part, in any slot', () => {
    const query = { words: { themeScope: 'tagged' as const }, sound: {} };
    const whole = { values: { sum_other_doc_count: 0, doc_count_error_upper_bound: 0, buckets: [] } };
    const answer = (part: object) => ({
      code0: whole,
      code1: whole,
      code2: whole,
      code3: { values: { buckets: [], ...part } },
    });
    expect(readFacet('code', answer({}), query)).toEqual([]);
    const refused = 'Facet code was counted in part: the index holds more values than its metadata says.';
    expect(() => readFacet('code', answer({ sum_other_doc_count: 1 }), query)).toThrow(refused);
    expect(() => readFacet('code', answer({ doc_count_error_upper_bound: 1 }), query)).toThrow(refused);
  });
});
