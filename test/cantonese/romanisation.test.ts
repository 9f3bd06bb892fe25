import { describe, expect, it } from '@jest/globals';
import table from '../../data/typed/romanisation.json' with { type: 'json' };
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { jyutpingSpelled } from '../../src/cantonese/romanisation.ts';

describe('romanisation without jyutping', () => {
  it('lists nothing that begins with another of its results', () => {
    for (const spelling of ['heung g', 'chung y', 'sum', 'lei h', 'mong k']) {
      const results = jyutpingSpelled(spelling);
      const longer = results.filter((one) => results.some((other) => other !== one && one.startsWith(other)));
      expect([spelling, longer]).toEqual([spelling, []]);
    }
  });

  it('stays small for text that can be cut in many ways', () => {
    expect(jyutpingSpelled('a'.repeat(40)).length).toBeLessThanOrEqual(12);
  });

  it('lists syllables of jyutping only', () => {
    const syllables = Object.entries(table.syllables).flatMap(([initial, finals]) =>
      finals.split(' ').map((final) => initial + final),
    );
    expect(syllables.filter((syllable) => !parseSyllable(`${syllable}1`))).toEqual([]);
    expect(new Set(syllables).size).toBe(syllables.length);
  });
});
