import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { meaningVector, ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { matchesNothing } from '../../../src/stores/elasticsearch/clauses.ts';
import {
  meaningsSearch,
  relatedWordsSearches,
  relationScoresSearch,
  relationSearch,
  similarReplacements,
  spellingsSearch,
  synonymReplacements,
  tokensSearch,
} from '../../../src/stores/elasticsearch/relation-queries.ts';
import { relationQuery } from '../../contract/queries.ts';

describe('searches for relations', () => {
  const names = { _source: false, docvalue_fields: ['related'], sort: [{ order: 'asc' }], track_total_hits: false };

  it('on a card take the names of both kinds in their order, and count both by source', () => {
    const all = (type: string) => ({ bool: { filter: [{ term: { word: '海' } }, { term: { type } }] } });
    expect(relatedWordsSearches('海', 'all', 12)).toEqual([
      { ...names, query: all('syn'), size: 12 },
      { ...names, query: all('ant'), size: 12 },
      {
        size: 0,
        // Not the partners, which are in the same index.
        query: { bool: { filter: [{ term: { word: '海' } }, { terms: { type: ['syn', 'ant'] } }] } },
        aggs: { sources: { terms: { field: 'source' } } },
      },
    ]);
    // Of one source: the counts stay those of both.
    const [syn, , counts] = relatedWordsSearches('海', 'curated', 12);
    expect(syn!.query).toEqual({
      bool: { filter: [{ term: { word: '海' } }, { term: { type: 'syn' } }, { term: { source: 'curated' } }] },
    });
    expect(counts!.query).toEqual({
      bool: { filter: [{ term: { word: '海' } }, { terms: { type: ['syn', 'ant'] } }] },
    });
  });

  it('for scores take every relation of a kind', () => {
    expect(relationScoresSearch('海', 'ant', 90)).toEqual({
      ...names,
      docvalue_fields: ['related', 'source', 'score'],
      query: { bool: { filter: [{ term: { word: '海' } }, { term: { type: 'ant' } }] } },
      size: 90,
    });
  });

  it('of one sense ask for its id', () => {
    expect(relationSearch(relationQuery('海', { sense: 'deep' }), 90).body.query).toEqual({
      bool: { filter: [{ term: { word: '海' } }, { term: { type: 'syn' } }, { term: { senses: 'deep' } }] },
    });
  });

  it('fetch every relation in order where sound is filtered in memory', () => {
    const syllables = parseJyutping('hoi2')!;
    expect(
      relationSearch(relationQuery('海', { sound: { syllables }, words: { length: [1] }, limit: 5, offset: 3 }), 90),
    ).toEqual({
      body: {
        query: { bool: { filter: [{ term: { word: '海' } }, { term: { type: 'syn' } }, { term: { length: '1' } }] } },
        docvalue_fields: ['source', 'score', 'target_rank', 'first_sense'],
        sort: [{ order: 'asc' }],
        size: 90,
        track_total_hits: true,
      },
      filterInMemory: true,
    });
    // Relations hold finals, but no groups of them, nor contours.
    const sound = { rhyme: ['oi', 'ui'], melodyCodes: ['00', '22', '33', '44'] };
    const { body, filterInMemory } = relationSearch(relationQuery('海', { sound, limit: 5, offset: 3 }), 90);
    expect(filterInMemory).toBe(false);
    expect(body).toMatchObject({ from: 3, size: 5, track_total_hits: true });
    expect(body.query).toMatchObject({
      bool: {
        filter: [
          {},
          {},
          { terms: { code_rhyme: ['00|oi', '00|ui', '22|oi', '22|ui', '33|oi', '33|ui', '44|oi', '44|ui'] } },
        ],
      },
    });
    // All are taken for the last two syllables' finals, and not for the last one's.
    const finals = [['oi'], ['aai']];
    expect(relationSearch(relationQuery('海', { sound: { finals } }), 90).filterInMemory).toBe(true);
    expect(relationSearch(relationQuery('海', { sound: { finals: finals.slice(1) } }), 90).body.query).toMatchObject({
      bool: { filter: [{}, {}, { term: { rhyme: 'aai' } }] },
    });
  });
});

describe('searches for meanings', () => {
  const rest = { _source: false, docvalue_fields: ['char', 'meaning'], track_total_hits: false };

  it('take the rows of a word and of its spellings, most popular first', () => {
    const spellings = (chars: object, size: number) => ({
      ...rest,
      query: { bool: { should: [chars, { term: { variant_of: '裏' } }], minimum_should_match: 1 } },
      sort: [{ rank: 'asc' }],
      size,
    });
    expect(spellingsSearch('裏', '裏', 7)).toEqual(spellings({ term: { char: '裏' } }, 8));
    expect(spellingsSearch('裡', '裏', 7)).toEqual(spellings({ terms: { char: ['裡', '裏'] } }, 9));
  });

  it('take as many words and tokens as are asked', () => {
    expect(meaningsSearch(['海', '夜'])).toEqual({ ...rest, query: { terms: { char: ['海', '夜'] } }, size: 2 });
    expect(tokensSearch(['sea'])).toEqual({
      ...rest,
      docvalue_fields: ['token', 'token_meaning'],
      query: { term: { token: 'sea' } },
      size: 1,
    });
  });
});

describe('searches for replacements', () => {
  it('are for synonyms of the length, and never coarse ones', () => {
    expect(synonymReplacements({ word: '開心', length: 2 })).toEqual({
      query: {
        bool: {
          filter: [
            { term: { word: '開心' } },
            { term: { type: 'syn' } },
            { term: { length: '2' } },
            { term: { vulgar: false } },
          ],
        },
      },
      docvalue_fields: ['source', 'score', 'target_rank', 'first_sense', 'likeness'],
      sort: [{ order: 'asc' }],
      size: 100,
      track_total_hits: false,
    });
  });

  const vector = meaningVector(new Int8Array(ROW_BYTES).fill(1));
  const similar = { vector, pos: 'a' as const, codes: ['42', '43'] };
  const filters = [
    { term: { pos: 'a' } },
    { term: { length: '2' } },
    { term: { vulgar: false } },
    { terms: { code: ['42', '43'] } },
    { range: { rank: { lt: 12_000 } } },
  ];

  it('are for popular words of the same part of speech and a code that will do, by the product with the vector', () => {
    const knn = { field: 'meaning', query_vector: [...vector], k: 1, num_candidates: 1, filter: filters };
    expect(similarReplacements(2, similar)).toEqual({
      query: { bool: { filter: filters, should: [{ knn }] } },
      docvalue_fields: ['meaning'],
      sort: [{ _score: 'desc' }, { rank: 'asc' }],
      from: 0,
      size: 24,
      track_total_hits: false,
    });
  });

  it('find nothing where no code will do', () => {
    expect(matchesNothing(similarReplacements(1, { ...similar, codes: [] }).query!)).toBe(true);
  });
});
