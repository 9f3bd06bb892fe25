import { describe, expect, it } from '@jest/globals';
import { FACET_TABLE, FACETS, READING_FACETS, SINGLE_FACETS, WORD_FACETS } from '../../src/lexicon/facets.ts';
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
