import { describe, expect, it } from '@jest/globals';
import table from '../../data/typed/romanisation.json' with { type: 'json' };
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { differsByMergedInitials, jyutpingSpelled } from '../../src/cantonese/romanisation.ts';

describe('romanisation without jyutping', () => {
  it.each([
    ['yuet', 'jyut'],
    ['heung gong', 'hoeng gong'],
    ['heunggong', 'hoeng gong'],
    ['hong kong', 'hoeng gong'],
    ['mong kok', 'wong gok'],
    ['sum', 'sam'],
    ['chung yi', 'zung ji'],
    ['ngor', 'ngo'],
    ['tsim sha tsui', 'zim saa zeoi'],
    ['kowloon', 'gau lung'],
    ['lei hou', 'nei hou'],
    ['tsuen wan', 'cyun waan'],
  ])('%s may be %s', (spelling, jyutping) => {
    expect(jyutpingSpelled(spelling)).toContain(jyutping);
  });

  it('goes on from the letters of an unfinished syllable', () => {
    expect(jyutpingSpelled('heung g')).toEqual(['hoeng g']);
    expect(jyutpingSpelled('chung y')).toContain('zung j');
  });

  it('puts the usual way to write a syllable first', () => {
    expect(jyutpingSpelled('ngor')[0]).toBe('ngo');
    expect(jyutpingSpelled('mong kok')[0]).toBe('mong kok');
  });

  it('reads capitals, hyphens and spaces around the syllables', () => {
    expect(jyutpingSpelled('  Heung - Gong ')).toEqual(jyutpingSpelled('heung gong'));
  });

  it('takes only the last syllable as unfinished', () => {
    expect(jyutpingSpelled('heu gong')).not.toContain('hoeng gong');
  });

  it('lists nothing that begins with another of its results', () => {
    for (const spelling of ['heung g', 'chung y', 'sum', 'lei h', 'mong k']) {
      const results = jyutpingSpelled(spelling);
      const longer = results.filter((one) => results.some((other) => other !== one && one.startsWith(other)));
      expect([spelling, longer]).toEqual([spelling, []]);
    }
  });

  it.each(['', '開', 'hello1', '1hello', 'gong 港', 'xyz', 'heung gong '.repeat(4)])('%j is no spelling', (text) => {
    expect(jyutpingSpelled(text)).toEqual([]);
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

  it('tells n and l at the beginning of syllables as one sound, and no others', () => {
    expect(differsByMergedInitials('lei hou', 'nei hou')).toBe(true);
    expect(differsByMergedInitials('leihou', 'nei hou')).toBe(true);
    expect(differsByMergedInitials('ngo', 'lgo')).toBe(false);
    expect(differsByMergedInitials('san', 'sang')).toBe(false);
    expect(differsByMergedInitials('saam', 'sam')).toBe(false);
  });
});
