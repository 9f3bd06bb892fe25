import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { widenedFinals } from '../../../src/cantonese/rhyme.ts';
import { facetSearches, readFacet } from '../../../src/stores/elasticsearch/aggregations.ts';
import {
  andClause,
  filterClauses,
  matchesNothing,
  orClause,
  soundClause,
  termsClause,
  wordClauses,
} from '../../../src/stores/elasticsearch/clauses.ts';
import { orderedSearch, scoredSearch } from '../../../src/stores/elasticsearch/queries.ts';
import { relationSearch } from '../../../src/stores/elasticsearch/relation-queries.ts';
import { pageQuery, relationQuery } from '../../contract/queries.ts';

/** Query builders are pure: they are tested by value, without a server. */

describe('clauses', () => {
  it('of an empty list match nothing, of no list everything', () => {
    const one = { term: { code: '3' } };
    const nothing = termsClause('code', []);
    expect([nothing, orClause([]), orClause([nothing]), andClause([one, nothing])].every(matchesNothing)).toBe(true);
    expect(orClause([one, nothing])).toBe(one);
    expect(matchesNothing(one)).toBe(false);
    expect(andClause([])).toEqual({ match_all: {} });
    expect(soundClause({})).toBeUndefined();
    expect(matchesNothing(soundClause({ code: ['3'], rhyme: [] })!)).toBe(true);
  });

  it('on words come in one order, however the filters are written', () => {
    const clauses = [
      { terms: { emotion: ['喜悅', '悲傷'] } },
      { term: { theme_all: '海' } },
      { term: { length: '2' } },
    ];
    expect(wordClauses({ length: [2], theme: ['海'], themeScope: 'all', emotion: ['喜悅', '悲傷'] })).toEqual(clauses);
  });

  it('on characters take what is typed as it is', () => {
    expect(wordClauses({ contains: 'a*' })).toEqual([{ match_phrase: { characters: 'a *' } }]);
    expect(wordClauses({ ends: '𡃁仔' })).toEqual([{ prefix: { char_reversed: '仔𡃁' } }]);
  });

  it('on code and rhyme are terms of pairs; a whole group and a whole contour are one term', () => {
    expect(soundClause({ code: ['33', '30'], rhyme: ['oi'] })).toEqual({ terms: { code_rhyme: ['33|oi', '30|oi'] } });
    expect(soundClause({ code: ['33'], finals: [widenedFinals('oi')] })).toEqual({ term: { code_group: '33|oi' } });
    // Up: 02 04 03 24 23 43.
    expect(soundClause({ melodyCodes: ['02', '03', '04', '23', '24', '43'] })).toEqual({ term: { contour: '+' } });
    expect(soundClause({ melodyCodes: ['02', '03', '04', '23', '24'] })).toEqual({
      terms: { code: ['02', '03', '04', '23', '24'] },
    });
  });

  it('on syllables ask each reading by itself', () => {
    const [first, second, ...rest] = (
      soundClause({ code: ['3'], syllables: parseJyutping('hoi1')! }) as {
        bool: { should: unknown[] };
      }
    ).bool.should;
    expect(first).toEqual({
      bool: { filter: [{ term: { sound0: 'c:3' } }, { term: { sound0: 'L1' } }, { term: { sound0: '0s:hoi1' } }] },
    });
    expect(second).toMatchObject({ bool: { filter: [{ term: { sound1: 'c:3' } }, {}, {}] } });
    expect(rest).toHaveLength(2);
  });

  it('never leave a filter empty', () => {
    expect(filterClauses({ themeScope: 'tagged' }, {})).toEqual([]);
    expect(orderedSearch(pageQuery()).query).toEqual({ bool: { filter: [{ match_all: {} }] } });
  });
});

describe('pages', () => {
  it('ask for one word more than they show, from their place on, without counting', () => {
    const query = pageQuery({}, {}, { order: { by: 'char' }, limit: 20 });
    const rest = { docvalue_fields: ['rank'], sort: [{ char_rank: 'asc' }], size: 21, track_total_hits: false };
    const all = { bool: { filter: [{ match_all: {} }] } };
    expect(orderedSearch({ ...query, start: { offset: 100_000 } })).toEqual({ query: all, from: 100_000, ...rest });
    const behind = { bool: { filter: [{ range: { char_rank: { gt: 1023 } } }] } };
    expect(orderedSearch({ ...query, start: { after: { order: 1023 } } })).toEqual({ query: behind, from: 0, ...rest });
  });

  it('by similarity put words of one weight into one clause', () => {
    const features = {
      words: new Map([
        ['開心', 900],
        ['快樂', 600],
        ['歡喜', 900],
      ]),
      emotion: ['喜悅', 60] as const,
      vectors: [],
      excluded: [],
    };
    const query = pageQuery(
      {},
      {},
      { order: { by: 'similarity', features }, start: { after: { score: 600, order: 4 } } },
    );
    const { query: scored, ...rest } = scoredSearch(query);
    expect((scored as { bool: { should: unknown[] } }).bool.should).toEqual([
      { constant_score: { filter: { terms: { char: ['開心', '歡喜'] } }, boost: 900 } },
      { constant_score: { filter: { term: { char: '快樂' } }, boost: 600 } },
      { constant_score: { filter: { term: { emotion: '喜悅' } }, boost: 60 } },
    ]);
    expect(rest).toMatchObject({ search_after: [600, 4], sort: [{ _score: 'desc' }, { rank: 'asc' }] });
  });
});

describe('facets', () => {
  const cardinalities = { pos: 4, rhyme: 56, code: 300 };

  it('are counted together where nothing is chosen, and each by itself without its own choice', () => {
    const searches = facetSearches(
      { words: { themeScope: 'tagged', pos: ['n'] }, sound: {}, order: { by: 'popularity' }, facets: ['pos', 'rhyme'] },
      cardinalities,
    );
    expect(searches.map(({ facets }) => facets)).toEqual([['rhyme'], ['pos']]);
    expect(searches[0]!.body).toMatchObject({
      query: { term: { pos: 'n' } },
      aggs: { rhyme: { terms: { field: 'rhyme', size: 57 } } },
    });
    expect(searches[1]!.body).toMatchObject({
      query: { match_all: {} },
      aggs: { pos: { terms: { field: 'pos', size: 5 } } },
    });
  });

  it('of sound are counted reading by reading where another sound filter holds', () => {
    const [search] = facetSearches(
      { words: { themeScope: 'tagged' }, sound: { code: ['3'] }, order: { by: 'popularity' }, facets: ['rhyme'] },
      cardinalities,
    );
    expect(Object.keys(search!.body.aggs!)).toEqual(['rhyme0', 'rhyme1', 'rhyme2', 'rhyme3']);
    expect(search!.body.aggs!.rhyme1).toEqual({
      filter: {
        bool: {
          filter: [{ term: { sound1: 'c:3' } }],
          must_not: [{ bool: { filter: [{ term: { sound1: '=rhyme:0' } }, { term: { sound0: 'c:3' } }] } }],
        },
      },
      aggs: { values: { terms: { field: 'rhyme1', size: 57 } } },
    });
  });

  it('add up over readings, and refuse a count in part', () => {
    const buckets = (...pairs: [string, number][]) => ({
      values: { sum_other_doc_count: 0, buckets: pairs.map(([key, doc_count]) => ({ key, doc_count })) },
    });
    const answer = { code0: buckets(['3', 2], ['0', 1]), code1: buckets(['0', 4]), code2: buckets(), code3: buckets() };
    const query = { words: { themeScope: 'tagged' as const }, sound: { code: ['2'] } };
    expect(readFacet('code', answer, query)).toEqual([
      { value: '0', count: 5 },
      { value: '3', count: 2 },
      { value: '2', count: 0 },
    ]);
    expect(() => readFacet('pos', { pos: { sum_other_doc_count: 1, buckets: [] } }, query)).toThrow(/in part/);
  });
});

describe('relations and suggestions', () => {
  it('ask for one page; for all relations where syllables are asked, which relations do not hold', () => {
    expect(
      relationSearch(relationQuery('海', { source: 'curated', offset: 5, limit: 10, sound: { rhyme: ['oi'] } }), 90),
    ).toEqual({
      body: {
        query: {
          bool: {
            filter: [
              { term: { word: '海' } },
              { term: { type: 'syn' } },
              { term: { source: 'curated' } },
              { term: { rhyme: 'oi' } },
            ],
          },
        },
        docvalue_fields: ['source', 'score', 'target_rank', 'first_sense'],
        sort: [{ order: 'asc' }],
        from: 5,
        size: 10,
        track_total_hits: true,
      },
      filterInMemory: false,
    });
    const all = relationSearch(relationQuery('海', { sound: { syllables: parseJyutping('hoi2')! }, limit: 10 }), 90);
    expect([all.filterInMemory, all.body.from, all.body.size]).toEqual([true, undefined, 90]);
    const rangeOf = (offset: number) => relationSearch(relationQuery('海', { offset, limit: 10 }), 90).body;
    expect(rangeOf(85)).toMatchObject({ from: 85, size: 5 });
    expect(rangeOf(90)).toMatchObject({ size: 0, track_total_hits: true });
    expect(rangeOf(90)).not.toHaveProperty('from');
  });
});
