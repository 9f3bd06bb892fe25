import { describe, expect, it } from '@jest/globals';
import { editDistance, nearestName } from '../src/nearest-name.ts';

describe('the nearest name', () => {
  const known = ['rhyme', 'rhyme_char', 'rhyme_depth', 'code', 'limit', 'offset', 'q', 'pos', 'reg'];

  it.each([
    ['rhyme_chr', 'rhyme_char'],
    ['rhymechar', 'rhyme_char'],
    ['Limit', 'limit'],
    ['limt', 'limit'],
    ['lmiit', 'limit'],
    ['offest', 'offset'],
    ['code[]', 'code'],
    ['rhymes', 'rhyme'],
    ['Q', 'q'],
  ])('to %s is %s', (typed, meant) => {
    expect(nearestName(typed, known)).toBe(meant);
  });

  it.each(['colour', 'word', '__proto__', '', 'x'.repeat(5000)])('to %s is none', (typed) => {
    expect(nearestName(typed, ['rhyme_char', 'limit', 'offset'])).toBeUndefined();
  });

  it('is none among names that share but their first word', () => {
    const names = ['rel_rhy', 'rel_nry', 'rel_syn', 'rel_ant'];
    expect(['rel_trg', 'rel_spc', 'rel_com'].map((typed) => nearestName(typed, names))).toEqual(
      Array(3).fill(undefined),
    );
    expect(['rel_sym', 'rel_yrn', 'relsyn'].map((typed) => nearestName(typed, names))).toEqual([
      'rel_syn',
      undefined,
      'rel_syn',
    ]);
  });

  it('counts edits, a swap of neighbours as one', () => {
    expect([editDistance('', 'abc'), editDistance('abc', 'abc'), editDistance('abc', 'acb')]).toEqual([3, 0, 1]);
    expect([editDistance('kitten', 'sitting'), editDistance('愛', '海愛')]).toEqual([3, 1]);
  });
});
