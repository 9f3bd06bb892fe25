import { describe, expect, it } from '@jest/globals';
import {
  FACET_TABLE,
  FACETS,
  READING_FACETS,
  readingValue,
  SINGLE_FACETS,
  selectionsOf,
  WORD_FACETS,
  wordValues,
} from '../../src/lexicon/facets.ts';
import { selectedValues, valueLists, withoutSelection } from '../../src/lexicon/query.ts';
import { entryLines } from '../contract/small-lexicon.ts';

describe('the table of facets', () => {
  it('has each name once, and for facets of readings a letter, by which the tokens of their values differ', () => {
    expect(new Set(FACETS).size).toBe(FACETS.length);
    expect(new Set(READING_FACETS.map(([letter]) => letter)).size).toBe(READING_FACETS.length);
  });

  it('tells facets of words from those of readings, and those with one value from those with several', () => {
    expect([...WORD_FACETS, ...READING_FACETS].sort()).toEqual([...FACETS].sort());
    expect(WORD_FACETS.filter((facet) => !(SINGLE_FACETS as readonly string[]).includes(facet))).toEqual(['theme']);
  });

  it.each(FACET_TABLE.map((row) => [row.name, row] as const))(
    '%s gives words and readings no other values than it names, each with its labels',
    (_, { of, values, valuesOf, valueLabels = {}, example }) => {
      const sources = entryLines().flatMap((line): readonly object[] => (of === 'word' ? [line] : line.readings));
      const given = sources.flatMap((source) => (valuesOf as (source: object) => readonly (string | number)[])(source));
      expect(given.length).toBeGreaterThan(0);
      const expected = values === 'numbers' ? 'number' : 'string';
      expect(new Set([...given, ...example].map((value) => typeof value))).toEqual(new Set([expected]));
      if (typeof values === 'string') return;
      expect(values).toEqual(expect.arrayContaining([...given, ...example]));
      expect(Object.keys(valueLabels).sort()).toEqual([...values].sort());
    },
  );
});

describe('values of a facet', () => {
  const [line] = entryLines().filter(({ char }) => char === '長');

  it('are those of the word, or of one reading', () => {
    expect(WORD_FACETS.map((facet) => [facet, wordValues(facet, line!)])).toEqual(
      expect.arrayContaining([
        ['pos', [line!.pos, 'v']],
        ['length', [1]],
        ['theme', ['成長']],
        ['valence', ['中', '正']],
      ]),
    );
    expect(line!.readings.map((reading) => [readingValue('rhyme', reading), readingValue('code', reading)])).toEqual([
      ['oeng', '0'],
      ['oeng', '3'],
    ]);
    expect(wordValues('category', { ...line!, category: null })).toEqual([]);
  });
});

describe('selections', () => {
  const query = {
    words: { themeScope: 'tagged', pos: ['n'], quality: 'verified' },
    sound: { code: ['3', '4'], melodyCodes: ['4'], rhyme: ['oi'], finals: [['oi', 'ui'], ['am']] },
  } as const;

  it('are read from the parameters of a request that are facets and are given', () => {
    const request = { pos: ['n'], length: undefined, reg: [], code: ['33'] } as const;
    expect(selectionsOf(WORD_FACETS, request)).toEqual({ pos: ['n'], reg: [] });
    expect(selectionsOf(READING_FACETS, request)).toEqual({ code: ['33'] });
  });

  it('are taken away one by one, and no other filter with them', () => {
    expect(['pos', 'reg', 'code'].map((facet) => selectedValues(query, facet as 'pos'))).toEqual([
      ['n'],
      undefined,
      ['3', '4'],
    ]);
    const { pos: _, ...words } = query.words;
    const { code: __, ...sound } = query.sound;
    expect(withoutSelection(query, 'pos')).toEqual({ words, sound: query.sound });
    expect(withoutSelection(query, 'code')).toEqual({ words: query.words, sound });
  });

  it('of a reading hold beside what a melody and a rhyme allow of the same facet', () => {
    expect(valueLists(query.sound, 'code')).toEqual([['3', '4'], ['4']]);
    expect(valueLists(query.sound, 'rhyme')).toEqual([['oi'], ['oi', 'ui']]);
    expect(valueLists({ finals: [] }, 'rhyme')).toEqual([[]]);
    expect(valueLists({}, 'code')).toEqual([]);
  });
});
