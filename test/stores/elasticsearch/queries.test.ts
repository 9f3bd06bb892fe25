import { describe, expect, it } from '@jest/globals';
import { widenedFinals } from '../../../src/cantonese/rhyme.ts';
import { facetSearches, readFacet } from '../../../src/stores/elasticsearch/aggregations.ts';
import {
  andClause,
  codeAndRhymeClause,
  matchesNothing,
  orClause,
  soundClause,
  termsClause,
  wordClauses,
} from '../../../src/stores/elasticsearch/clauses.ts';
import { orderedSearch, scoredSearch } from '../../../src/stores/elasticsearch/queries.ts';
import { relationSearch } from '../../../src/stores/elasticsearch/relation-queries.ts';
import { pageQuery, relationQuery } from '../../contract/queries.ts';

/**
 * Properties of the sent searches that no answer shows: what is cached alike, what costs little, what is not sent at all. The answers
 * are compared on a real Elasticsearch.
 */

describe('clauses', () => {
  const one = { term: { a: 1 } };

  it('of one thing are that thing, of an empty list nothing, of no list everything', () => {
    expect([andClause([one]), orClause([one]), termsClause('a', ['b'])]).toEqual([one, one, { term: { a: 'b' } }]);
    const nothing = termsClause('code', []);
    expect([nothing, orClause([]), orClause([nothing]), andClause([one, nothing])].every(matchesNothing)).toBe(true);
    expect([orClause([one, nothing]), matchesNothing(one), andClause([])]).toEqual([one, false, { match_all: {} }]);
    expect([soundClause({}), matchesNothing(soundClause({ code: ['3'], rhyme: [] })!)]).toEqual([undefined, true]);
  });

  it('on words come in one order, by which the engine caches them, however the filters are written', () => {
    const filters = {
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
    } as const;
    const clauses = [
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
    ];
    expect(wordClauses(filters)).toEqual(clauses);
    expect(wordClauses(Object.fromEntries(Object.entries(filters).reverse()))).toEqual(clauses);
  });

  it('on code and rhyme are one term for a whole contour and a whole group, else terms of pairs', () => {
    const level = ['00', '22', '33', '44'];
    expect(codeAndRhymeClause({ code: level })).toEqual({ term: { contour: '=' } });
    expect(codeAndRhymeClause({ code: level }, true)).toEqual({ terms: { code: level } });
    expect(codeAndRhymeClause({ code: ['00', '22', '33', '33'] })).toHaveProperty('terms.code');
    // One character has no contour.
    expect(codeAndRhymeClause({ code: ['0', '2', '3', '4'] })).toEqual({ terms: { code: ['0', '2', '3', '4'] } });
    expect(codeAndRhymeClause({ rhyme: widenedFinals('an') })).toEqual({ term: { rhyme_group: 'an' } });
    expect(codeAndRhymeClause({ rhyme: widenedFinals('an') }, true)).toHaveProperty('terms.rhyme');
    expect(codeAndRhymeClause({ code: level, rhyme: ['oi'] })).toEqual({ term: { contour_rhyme: '=|oi' } });
    expect(codeAndRhymeClause({ code: ['33', '44'], rhyme: ['oi', 'ui'] })).toEqual({
      terms: { code_group: ['33|oi', '44|oi'] },
    });
    expect(codeAndRhymeClause({ code: ['33'], rhyme: ['oi', 'ai'] })).toEqual({
      terms: { code_rhyme: ['33|oi', '33|ai'] },
    });
  });

  it('on code and rhyme are asked reading by reading beyond 4,096 pairs', () => {
    const codes = (count: number) => Array.from({ length: count }, (_, i) => `3${i.toString(4).padStart(6, '0')}`);
    const rhyme = ['oi', 'ai'];
    const most = soundClause({ code: codes(2048), rhyme }) as { terms: { code_rhyme: string[] } };
    expect(most.terms.code_rhyme).toHaveLength(4096);
    const beyond = soundClause({ code: codes(2049), rhyme }) as { bool: { should: unknown[] } };
    expect(beyond.bool.should.map((clause) => Object.keys(clause as object))).toEqual(Array(4).fill(['bool']));
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
    const words = new Map([
      ['開心', 900],
      ['快樂', 600],
      ['歡喜', 900],
    ]);
    const order = { by: 'similarity', features: { words, vectors: [], excluded: [] } } as const;
    expect((scoredSearch(pageQuery({}, {}, { order })).query as { bool: { should: unknown[] } }).bool.should).toEqual([
      { constant_score: { filter: { terms: { char: ['開心', '歡喜'] } }, boost: 900 } },
      { constant_score: { filter: { term: { char: '快樂' } }, boost: 600 } },
    ]);
  });
});

describe('counts of facets', () => {
  const order = { by: 'popularity' } as const;
  const words = { themeScope: 'all' } as const;

  it('come with the total also where none is asked', () => {
    expect(facetSearches({ words, sound: {}, order, facets: [] }, {})).toEqual([
      { facets: [], body: { size: 0, track_total_hits: true, query: { match_all: {} } } },
    ]);
  });

  it('are one search where nothing is chosen and one for each choice, with room for one value more than there are', () => {
    const asked = {
      words: { ...words, pos: ['n'] as const },
      sound: {},
      order,
      facets: ['pos', 'rhyme', 'theme'],
    } as const;
    const searches = facetSearches(asked, { pos: 4, rhyme: 56, theme_all: 7, theme: 3 });
    expect(searches.map(({ facets, body: { aggs } }) => [facets, aggs])).toEqual([
      [
        ['rhyme', 'theme'],
        { rhyme: { terms: { field: 'rhyme', size: 57 } }, theme: { terms: { field: 'theme_all', size: 8 } } },
      ],
      [['pos'], { pos: { terms: { field: 'pos', size: 5 } } }],
    ]);
  });

  it('are refused where the engine counted in part, in any slot', () => {
    const query = { words, sound: {} };
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
    expect(() => readFacet('pos', { pos: { sum_other_doc_count: 1, buckets: [] } }, query)).toThrow(/in part/);
  });
});

describe('relations', () => {
  it('are asked no further than there are any, and all at once where sound is filtered in the process', () => {
    const bodyOf = (offset: number) => relationSearch(relationQuery('海', { offset, limit: 10 }), 90).body;
    expect(bodyOf(85)).toMatchObject({ from: 85, size: 5, track_total_hits: true });
    expect(bodyOf(90)).toMatchObject({ size: 0, track_total_hits: true });
    expect(bodyOf(90)).not.toHaveProperty('from');
    const asked = (finals: string[][]) => relationSearch(relationQuery('海', { sound: { finals }, limit: 5 }), 90);
    expect(asked([['oi'], ['aai']])).toMatchObject({ filterInMemory: true, body: { size: 90 } });
    expect(asked([['oi']])).toMatchObject({ filterInMemory: false, body: { size: 5 } });
  });
});
