import { describe, expect, it } from '@jest/globals';
import { isSecondaryRhyme } from '../../src/cantonese/rhyme.ts';

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
