import { describe, expect, it } from '@jest/globals';
import { createRhymeScheme, endOfReading, isSecondaryRhyme, sungRhymeOf } from '../../src/cantonese/rhyme.ts';

describe('a secondary rhyme', () => {
  it.each([
    ['行 as hong4', 'hang4', 'hong4', 1, true],
    ['句 as gau1', 'geoi3', 'gau1', 1, true],
    ['命 as ming6, the literary side of meng6', 'meng6', 'ming6', 1, false],
    ['生 as sang1, the literary side of saang1', 'saang1', 'sang1', 1, false],
    ['好 as hou3, which rhymes as hou2 does', 'hou2', 'hou3', 1, false],
    ['行 as hang4', 'hang4', 'hang4', 0, false],
    ['人 as jan2, which needs its word', 'jan4', 'jan2', 1, true],
    ['月 as jyut2', 'jyut6', 'jyut2', 1, true],
    ['會 as wui2, a word of its own', 'wui5', 'wui2', 1, false],
    ['公園 as gung1 jyun2, which is the word', 'gung1 jyun4', 'gung1 jyun2', 1, false],
  ])('%s', (_, primary, reading, index, expected) => {
    expect(isSecondaryRhyme(endOfReading(primary), endOfReading(reading), index)).toBe(expected);
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
