import { describe, expect, it } from '@jest/globals';
import type { Entry, Selections } from '../../../console/src/find/entry.ts';
import { planOf, type SearchCriteria } from '../../../console/src/find/plan.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';
import { narrowRelated } from '../../../console/src/find/related-words.ts';
import { widerSearches } from '../../../console/src/find/wider.ts';

function criteriaOf(text: string, selections: Selections = {}, fittingCodes: readonly string[] = []): SearchCriteria {
  return { query: parseQuery(`${text} `), selections, fittingCodes };
}

/** The request as a path with its given parameters. */
function requestOf(...given: Parameters<typeof criteriaOf>): [string, Record<string, unknown>] | undefined {
  const plan = planOf(criteriaOf(...given));
  if (!plan) return undefined;
  const parameters = Object.fromEntries(Object.entries(plan.parameters).filter(([, value]) => value !== undefined));
  return [plan.path.replace('/api/lexicon/', ''), parameters];
}

describe('which endpoint is asked', () => {
  it('none for nothing', () => {
    expect(requestOf('')).toBeUndefined();
    expect(requestOf('=~')).toBeUndefined();
  });

  it('browse for what facets alone can say', () => {
    expect(requestOf('33')).toEqual(['browse', { code: '33', facets: 'all' }]);
    expect(requestOf('33 34 =oi 2字', { reg: ['粵', '雅'] })).toEqual([
      'browse',
      { code: '33,34', rhyme: 'oi', ends_line: true, length: '2', reg: '粵,雅', facets: 'all' },
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
    expect(requestOf('我+-')).toEqual(['search', { moves: '+-', before: '我', facets: 'all' }]);
    expect(requestOf('hoi1 sam')).toEqual(['search', { jyutping: 'hoi1 sam', facets: 'all' }]);
    expect(requestOf('開?')).toEqual(['search', { starts: '開', length: '2', facets: 'all' }]);
    expect(requestOf('開* *心')).toEqual(['search', { starts: '開', ends: '心', facets: 'all' }]);
    expect(requestOf('love')).toEqual(['search', { q: 'love', facets: 'all' }]);
  });

  it('leaves vulgar words out wherever it is told to', () => {
    for (const text of ['33', '3?', '~開心', '!開心'])
      expect(planOf({ ...criteriaOf(text), hidesVulgar: true })?.parameters.vulgar).toBe(false);
  });

  it('synonyms for a meaning, with the sound that they take', () => {
    expect(requestOf('33 =愛 ~開心')).toEqual(['synonyms', { word: '開心', code: '33', rhyme_char: '愛', limit: 100 }]);
    expect(requestOf('~開心 +')).toEqual(['synonyms', { word: '開心', limit: 100 }]);
  });

  it('antonyms for an opposite, whatever else is asked', () => {
    expect(requestOf('33 !開心', { emotion: ['悲傷'] })).toEqual([
      'antonyms',
      { word: '開心', code: '33', limit: 100 },
    ]);
  });

  it('search in order of meaning where synonyms cannot do it', () => {
    expect(requestOf('33 ~~開心')).toEqual(['search', { code: '33', like: '開心', facets: 'all' }]);
    expect(requestOf('~開心', { theme: ['夜'] })).toEqual(['search', { like: '開心', theme: '夜', facets: 'all' }]);
    expect(requestOf('我+ ~開心')).toEqual(['search', { like: '開心', before: '我', moves: '+', facets: 'all' }]);
  });

  it('keeps to the codes that fit the melody', () => {
    expect(requestOf('~開心', {}, ['33', '43'])?.[1].code).toBe('33,43');
    expect(requestOf('3?', {}, ['33', '43'])).toEqual(['browse', { code: '33', facets: 'all' }]);
  });

  it('sends no request for a code that the melody forbids', () => {
    expect(planOf(criteriaOf('00', {}, ['33']))).toEqual({ via: 'nothing', path: '', parameters: {} });
  });

  it('lets a chosen code, final or length take the place of a typed one', () => {
    expect(requestOf('3? =oi 2字', { code: ['34'], rhyme: ['ui'], length: ['3'] })).toEqual([
      'browse',
      { code: '34', rhyme: 'ui', ends_line: true, length: '3', facets: 'all' },
    ]);
  });
});

const word = (char: string, jyutping: string, code: string, rest: Partial<Entry> = {}): Entry => ({
  ...{ char, jyutping, code, rhyme: /([aeiou][a-z]*)\d$/.exec(jyutping)?.[1] ?? '', length: [...char].length },
  ...{ pos: 'a', reg: '通', definition: '' },
  ...rest,
});

const RELATED = [
  word('快樂', 'faai3 lok6', '42', { definition: 'happy; joyful' }),
  word('歡喜', 'fun1 hei2', '33', { reg: '粵', definition: 'joyful' }),
  word('喜笑顏開', 'hei2 siu3 ngaan4 hoi1', '3403'),
  word('愛', 'oi3', '4', { pos: 'v' }),
];

describe('filtering related words', () => {
  const found = (text: string, selections: Selections = {}) =>
    narrowRelated(RELATED, parseQuery(`~開心 ${text} `), selections).words.map(({ char }) => char);

  it.each([
    ['', ['快樂', '歡喜', '喜笑顏開', '愛']],
    ['-', ['快樂']],
    ['=', ['歡喜']],
    ['**+', ['喜笑顏開']],
    ['=oi', ['喜笑顏開', '愛']],
    ['=~oi', ['喜笑顏開', '愛']],
    ['faai lok6', ['快樂']],
    ['faai lok1', []],
    ['*開', ['喜笑顏開']],
    ['?喜', ['歡喜']],
    ['2字', ['快樂', '歡喜']],
    ['joyful', ['快樂', '歡喜']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('counts each facet under the selections of the others', () => {
    const { words, facets } = narrowRelated(RELATED, parseQuery('~開心 '), { length: ['2'], reg: ['粵'] });
    expect(words.map(({ char }) => char)).toEqual(['歡喜']);
    // Of 粵 there is one word, of two characters; of two characters there are two, one 粵 and one 通.
    expect(facets.length).toEqual([{ value: 2, count: 1 }]);
    expect(facets.reg).toEqual([
      { value: '粵', count: 1 },
      { value: '通', count: 1 },
    ]);
    expect(facets.pos).toEqual([{ value: 'a', count: 1 }]);
    expect(facets.emotion).toBeUndefined();
  });

  it('takes any of several values', () => {
    expect(found('', { length: ['1', '4'] })).toEqual(['喜笑顏開', '愛']);
  });
});

describe('wider searches', () => {
  const steps = (...given: Parameters<typeof criteriaOf>) =>
    widerSearches(criteriaOf(...given)).map(({ widening, text }) => [widening, text]);

  it('widen the rhyme first, then give up the code', () => {
    expect(steps('33 =愛 ~~開心')).toEqual([
      ['loose-rhyme', '33 =~愛 ~~開心 '],
      ['no-code', '=愛 ~~開心 '],
      ['no-rhyme', '33 ~~開心 '],
    ]);
  });

  it('leave related words to the service, unless the page narrows them itself', () => {
    expect(steps('33 =愛 ~開心')).toEqual([]);
    expect(steps('!開心 33', {}, ['33', '34'])).toEqual([]);
    expect(steps('~開心 *心')).toEqual([['no-form', '~開心 ']]);
    expect(steps('~開心', { reg: ['粵'] })).toEqual([['no-facets', '~開心 ']]);
  });

  it('do not widen a rhyme that is loose already', () => {
    expect(steps('=~愛')).toEqual([]);
    expect(steps('~~開心 33')).toEqual([['no-code', '~~開心 ']]);
  });

  it('give up tones before the reading', () => {
    expect(steps('hoi1 sam1 33')).toEqual([
      ['no-code', 'hoi1 sam1 '],
      ['any-tone', 'hoi sam 33 '],
      ['no-form', '33 '],
    ]);
  });

  it('give up chosen values, and the melody', () => {
    const [melody, facets] = widerSearches(criteriaOf('33', { reg: ['粵'] }, ['33', '34']));
    expect([melody?.widening, melody?.criteria.fittingCodes]).toEqual(['any-melody', []]);
    expect([facets?.widening, facets?.criteria.selections, facets?.criteria.fittingCodes]).toEqual([
      'no-facets',
      {},
      ['33', '34'],
    ]);
  });

  it('parse back from their text', () => {
    for (const { text, criteria: wider } of widerSearches(criteriaOf('33 =oi ~開心 hoi1')))
      expect(parseQuery(text).terms.map(({ source }) => source)).toEqual(wider.query.terms.map(({ source }) => source));
  });
});
