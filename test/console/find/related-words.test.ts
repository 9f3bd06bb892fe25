import { describe, expect, it } from '@jest/globals';
import type { Entry } from '../../../client/src/client.ts';
import type { Selections } from '../../../console/src/find/facets.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';
import { narrowRelated } from '../../../console/src/find/related-words.ts';

const word = (char: string, jyutping: string, code: string, rest: Partial<Entry> = {}): Entry => ({
  char,
  jyutping,
  code,
  rhyme: /([aeiou][a-z]*)\d$/.exec(jyutping)?.[1] ?? '',
  length: [...char].length,
  pos: 'a',
  reg: '通',
  definition: '',
  rank: 0,
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
    narrowRelated(RELATED, parseQuery(`!傷心 ${text} `), selections).words.map(({ char }) => char);

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
    ['"joyful"', ['快樂', '歡喜']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('counts each facet under the selections of the others', () => {
    const { words, facets } = narrowRelated(RELATED, parseQuery('!傷心 '), { length: ['2'], reg: ['粵'] });
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
    expect(found('', { ending: ['nasal', 'checked'] })).toEqual(['快樂']);
  });
});
