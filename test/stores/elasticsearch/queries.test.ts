import { describe, expect, it } from '@jest/globals';
import { readFacet } from '../../../src/stores/elasticsearch/aggregations.ts';
import { soundClause, wordClauses } from '../../../src/stores/elasticsearch/clauses.ts';

/**
 * Properties of the sent searches that no answer shows: what is cached alike, what costs little, what is not sent at all. The answers
 * are compared on a real Elasticsearch.
 */

describe('clauses', () => {
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

  it('on code and rhyme are asked reading by reading beyond 4,096 pairs', () => {
    const codes = (count: number) => Array.from({ length: count }, (_, i) => `3${i.toString(4).padStart(6, '0')}`);
    const rhyme = ['oi', 'ai'];
    const most = soundClause({ code: codes(2048), rhyme }) as { terms: { code_rhyme: string[] } };
    expect(most.terms.code_rhyme).toHaveLength(4096);
    const beyond = soundClause({ code: codes(2049), rhyme }) as { bool: { should: unknown[] } };
    expect(beyond.bool.should.map((clause) => Object.keys(clause as object))).toEqual(Array(4).fill(['bool']));
  });
});

describe('counts of facets', () => {
  const words = { themeScope: 'all' } as const;

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
