import { describe, expect, it } from '@jest/globals';
import { createRhymeScheme, isSecondaryRhyme, sungRhymeOf } from '../../src/cantonese/rhyme.ts';

describe('a secondary rhyme', () => {
  it.each([
    ['行 as hong4', 'ang', 'ong', 1, true],
    ['句 as gau1', 'eoi', 'au', 1, true],
    ['命 as ming6, the literary side of meng6', 'eng', 'ing', 1, false],
    ['生 as sang1, the literary side of saang1', 'aang', 'ang', 1, false],
    ['好 as hou3, which rhymes as hou2 does', 'ou', 'ou', 1, false],
    ['行 as hang4', 'ang', 'ang', 0, false],
  ])('%s', (_, primary, final, index, expected) => {
    expect(isSecondaryRhyme(primary, final, index)).toBe(expected);
  });
});

it('knows the finals that songs rhyme with each other, and not those of tradition alone', () => {
  const groups = ['an ang am', 'on ong', 'in im yun', 'aan aam', 'aa aak'].map((group) => group.split(' '));
  for (const group of groups) expect(new Set(group.map(sungRhymeOf)).size).toBe(1);
  expect(new Set(groups.map(([final]) => sungRhymeOf(final!))).size).toBe(groups.length);
  for (const pair of ['ei yut', 'i yut', 'i ei', 'o ok', 'ou uk', 'oeng ong', 'an at']) {
    const [a, b] = pair.split(' ');
    expect([pair, sungRhymeOf(a!) === sungRhymeOf(b!)]).toEqual([pair, false]);
  }
});

it('gives one letter to one rhyme', () => {
  const letterOf = createRhymeScheme();
  expect(['an', 'i', 'am', 'yut', 'ang', 'ei'].map(letterOf)).toEqual(['A', 'B', 'A', 'C', 'A', 'D']);
});
