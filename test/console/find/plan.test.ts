import { describe, expect, it } from '@jest/globals';
import type { Selections } from '../../../console/src/find/facets.ts';
import { planOf, type SearchCriteria } from '../../../console/src/find/plan.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';

function criteriaOf(text: string, selections: Selections = {}, fittingCodes: readonly string[] = []): SearchCriteria {
  return { query: parseQuery(`${text} `), selections, fittingCodes };
}

/** The operation with its given parameters. */
function requestOf(...given: Parameters<typeof criteriaOf>): [string, Record<string, unknown>] | undefined {
  const plan = planOf(criteriaOf(...given));
  if (!plan) return undefined;
  const parameters = Object.fromEntries(Object.entries(plan.parameters).filter(([, value]) => value !== undefined));
  return [plan.via, parameters];
}

describe('which endpoint is asked', () => {
  it('none for nothing', () => {
    expect(requestOf('')).toBeUndefined();
    expect(requestOf('=~')).toBeUndefined();
  });

  it('browse for what facets alone can say', () => {
    expect(requestOf('33')).toEqual(['browse', { code: '33', kind: 'word', facets: 'all' }]);
    expect(requestOf('33 34 =oi 2字', { reg: ['粵', '雅'] })).toEqual([
      'browse',
      { code: '33,34', rhyme: 'oi', ends_line: true, length: '2', reg: '粵,雅', kind: 'word', facets: 'all' },
    ]);
  });

  it('search for patterns, rhymes, moves, readings, characters and glosses', () => {
    expect(requestOf('3?')).toEqual(['search', { code: '3?', facets: 'all' }]);
    expect(requestOf('33 =愛')).toEqual(['search', { code: '33', rhyme_char: '愛', ends_line: true, facets: 'all' }]);
    // Words like another come by likeness.
    expect(requestOf('=愛 ~~開心')).toEqual(['search', { rhyme_char: '愛', like: '開心', facets: 'all' }]);
    expect(requestOf('=~愛')).toEqual([
      'search',
      { rhyme_char: '愛', loose_rhyme: true, ends_line: true, facets: 'all' },
    ]);
    expect(requestOf('我+-')).toEqual(['search', { moves: '+-', before: '我', kind: 'word,phrase', facets: 'all' }]);
    expect(requestOf('hoi1 sam')).toEqual(['search', { jyutping: 'hoi1 sam', facets: 'all' }]);
    expect(requestOf('開?')).toEqual(['search', { starts: '開', length: '2', facets: 'all' }]);
    expect(requestOf('開* *心')).toEqual(['search', { starts: '開', ends: '心', facets: 'all' }]);
    expect(requestOf('"love"')).toEqual(['search', { q: 'love', facets: 'all' }]);
  });

  it('leaves vulgar words out wherever it is told to', () => {
    for (const text of ['33', '3?', '~開心', '!開心'])
      expect(planOf({ ...criteriaOf(text), hidesVulgar: true })?.parameters.vulgar).toBe(false);
  });

  it('words for who browses, words and phrases for a melody, whatever kind is chosen', () => {
    const kindOf = (...given: Parameters<typeof requestOf>) => requestOf(...given)?.[1].kind;
    expect([kindOf('2字'), kindOf('2字', {}, ['33']), kindOf('love'), kindOf('love', {}, ['33'])]).toEqual([
      'word',
      'word,phrase',
      undefined,
      'word,phrase',
    ]);
    expect(kindOf('2字', { kind: ['specialist'] }, ['33'])).toBe('specialist');
  });

  it.each<[string, Record<string, unknown>]>([
    ['broken promise', { like: 'broken promise' }],
    ['heartbreak', { like: 'heartbreak' }],
    ['~孤獨 =夜 2字', { like: '孤獨', rhyme_char: '夜', length: '2' }],
    ['~lonely =夜', { like: 'lonely', rhyme_char: '夜' }],
    ['33 ~開心 *心', { like: '開心', code: '33', ends: '心' }],
    ['~開心 night', { like: '開心 night' }],
  ])('search by meaning beside the filters of %s', (text, parameters) => {
    expect(requestOf(text)).toEqual(['search', { ...parameters, facets: 'all' }]);
  });

  it('search with as much of a phrase as the service reads', () => {
    expect(requestOf(`~"${'long '.repeat(20)}"`)?.[1].like).toHaveLength(60);
  });

  it('antonyms for an opposite, whatever else is asked', () => {
    expect(requestOf('33 !開心', { emotion: ['悲傷'] })).toEqual([
      'antonyms',
      { word: '開心', code: '33', limit: 100 },
    ]);
  });

  it('search in order of meaning with facets and neighbours', () => {
    expect(requestOf('33 ~~開心')).toEqual(['search', { code: '33', like: '開心', facets: 'all' }]);
    expect(requestOf('~開心', { theme: ['夜'] })).toEqual(['search', { like: '開心', theme: '夜', facets: 'all' }]);
    expect(requestOf('我+ ~開心')).toEqual([
      'search',
      { like: '開心', before: '我', moves: '+', kind: 'word,phrase', facets: 'all' },
    ]);
  });

  it('exact spellings and glosses first, under the same filters, where no sign says that only the meaning counts', () => {
    const exactOf = (text: string) => {
      const exact = planOf(criteriaOf(text))?.exact;
      return exact && Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== undefined));
    };
    expect(exactOf('孤獨 =夜')).toEqual({ contains: '孤獨', rhyme_char: '夜', limit: 12 });
    expect(exactOf('broken promise 2字')).toEqual({ q: 'broken promise', length: '2', limit: 12 });
    // Longer than any spelling or gloss, and than the service takes.
    expect(exactOf('on and on '.repeat(12))).toBeUndefined();
    for (const text of ['~孤獨', '孤獨 夜晚', '孤獨 ~夜', '33', '!開心']) expect(exactOf(text)).toBeUndefined();
  });

  it('keeps to the codes that fit the melody', () => {
    expect(requestOf('~開心', {}, ['33', '43'])?.[1].code).toBe('33,43');
    expect(requestOf('3?', {}, ['33', '43'])).toEqual(['browse', { code: '33', kind: 'word,phrase', facets: 'all' }]);
  });

  it('sends no request for a code that the melody forbids', () => {
    expect(planOf(criteriaOf('00', {}, ['33']))).toEqual({ via: 'nothing', parameters: {} });
  });

  it('lets a chosen code, final or length take the place of a typed one', () => {
    expect(requestOf('3? =oi 2字', { code: ['34'], rhyme: ['ui'], length: ['3'] })).toEqual([
      'browse',
      { code: '34', rhyme: 'ui', ends_line: true, length: '3', kind: 'word', facets: 'all' },
    ]);
  });
});
