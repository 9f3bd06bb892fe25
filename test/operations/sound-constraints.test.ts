import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codesFittingMoves, codesMatchingPattern } from '../../src/cantonese/contour.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import type { Reference } from '../../src/operations/reference.ts';
import {
  movesTooShort,
  needsCodesInUse,
  resolveSound,
  type SoundContext,
} from '../../src/operations/sound-constraints.ts';

const READINGS: Record<string, string> = {
  愛: 'oi3',
  未來: 'mei6 loi4',
  行: 'haang4',
  我: 'ngo5',
  唔: 'm4',
  五: 'ng5',
};
const known: SoundContext = {
  readingOf: ({ text, syllables }: Reference) =>
    syllables ?? (READINGS[text] ? parseJyutping(READINGS[text]) : undefined),
};
const like = (text: string): Reference => ({ text });
const seam = (text: string) => ({ reference: like(text) });

describe('sound constraints', () => {
  it('are none when nothing is asked', () => {
    expect(resolveSound({ rhyme_depth: 1, loose_rhyme: false }, known)).toEqual({});
  });

  it('write out code patterns, each code once', () => {
    expect(resolveSound({ code: ['33', '3?'] }, known)).toEqual({ code: ['33', '30', '32', '34'] });
    expect(resolveSound({ code: ['?'] }, known).code).toEqual(['0', '2', '3', '4']);
  });

  it('keep chosen codes and those that fit a melody apart', () => {
    // Up: from 0 to 2, 4, 3; from 2 to 4, 3; from 4 to 3.
    expect(resolveSound({ code: ['23'], moves: '+' }, known)).toEqual({
      code: ['23'],
      melodyCodes: ['02', '03', '04', '23', '24', '43'],
    });
  });

  it('take the digit, or the syllable that touches the word, as its seams', () => {
    // Before: 未來 ends low (0). Up into the word: 2, 4 or 3.
    expect(resolveSound({ moves: '+', before: seam('未來') }, known).melodyCodes).toEqual(['2', '3', '4']);
    // After: 未來 begins with code 2. Down out of the word: 4 or 3.
    expect(resolveSound({ moves: '-', after: seam('未來') }, known).melodyCodes).toEqual(['3', '4']);
    expect(resolveSound({ moves: '-', after: { digit: '3' } }, known).melodyCodes).toEqual([]);
    expect(resolveSound({ moves: '=*=', before: { digit: '4' }, after: seam('行') }, known).melodyCodes).toEqual([
      '40',
    ]);
    expect(
      resolveSound({ moves: '=', before: { reference: { text: '行', syllables: parseJyutping('hong2')! } } }, known)
        .melodyCodes,
    ).toEqual(['3']);
  });

  it('match nothing next to what nobody can read', () => {
    expect(resolveSound({ moves: '*', before: seam('㗎') }, known)).toEqual({ melodyCodes: [] });
    expect(resolveSound({ rhyme_char: like('㗎') }, known)).toEqual({ finals: [[]] });
  });

  it('rhyme with the last syllables, the last one first, and no more than there are', () => {
    expect(resolveSound({ rhyme_char: like('未來') }, known).finals).toEqual([['oi']]);
    expect(resolveSound({ rhyme_char: like('未來'), rhyme_depth: 2 }, known).finals).toEqual([['oi'], ['ei']]);
    expect(resolveSound({ rhyme_char: like('愛'), rhyme_depth: 3 }, known).finals).toEqual([['oi']]);
  });

  it('widen rhymes, nearest first', () => {
    expect(resolveSound({ rhyme_char: like('未來'), rhyme_depth: 2, loose_rhyme: true }, known).finals).toEqual([
      ['oi', 'ui'],
      ['ei', 'eoi'],
    ]);
  });

  it('add the finals that lazy speech merges with those asked for', () => {
    expect(resolveSound({ rhyme_char: like('唔'), lazy: ['ng-0'] }, known).finals).toEqual([['m', 'ng']]);
    // haang and haan; aan is merged with aang where -ng is heard as -n.
    expect(resolveSound({ rhyme_char: like('行'), lazy: ['ng-n'] }, known).finals).toEqual([['aang', 'aan']]);
    expect(resolveSound({ rhyme_char: like('行'), lazy: ['n-l'] }, known).finals).toEqual([['aang']]);
  });

  it('hand lazy sounds on with the syllables that they are for', () => {
    const syllables = [{ initial: 'n', final: 'ei', tone: 5 as const }];
    expect(resolveSound({ jyutping: syllables, lazy: ['n-l'] }, known)).toEqual({ syllables, lazy: ['n-l'] });
  });

  it('ask for the codes in use where too many would fit', () => {
    expect(needsCodesInUse({ code: ['????'] })).toBe(false);
    expect(needsCodesInUse({ code: ['?????'] })).toBe(true);
    expect(needsCodesInUse({ code: ['3333333'] })).toBe(false);
    expect(needsCodesInUse({ moves: '***' })).toBe(false);
    expect(needsCodesInUse({ moves: '****' })).toBe(true);
    expect(needsCodesInUse({ moves: '****', before: { digit: '0' } })).toBe(false);
    const codesInUse = ['33', '30303', '30304', '44444', '303030'];
    expect(resolveSound({ code: ['3030?', '44444'] }, { ...known, codesInUse }).code).toEqual([
      '30303',
      '30304',
      '44444',
    ]);
    expect(resolveSound({ moves: '-+-+' }, { ...known, codesInUse }).melodyCodes).toEqual(['30303', '30304']);
    expect(
      resolveSound({ moves: '+-+-+-', before: { digit: '0' }, after: { digit: '3' } }, { ...known, codesInUse })
        .melodyCodes,
    ).toEqual([]);
    // 0 +3 -0 +3 -0 +3 =3.
    expect(
      resolveSound({ moves: '+-+-+=', before: { digit: '0' }, after: { digit: '3' } }, { ...known, codesInUse })
        .melodyCodes,
    ).toEqual(['30303']);
  });

  it('tell moves that leave no room for a word', () => {
    const both = { before: { digit: '0' }, after: { digit: '0' } } as const;
    expect([movesTooShort({ moves: '+', ...both }), movesTooShort({ moves: '++', ...both })]).toEqual([true, false]);
    expect(movesTooShort(both)).toBe(false);
  });

  it('give the same codes whether they are written out or looked for among all', () => {
    const every = codesMatchingPattern('?????');
    const move = fc.constantFrom('+', '-', '=', '*');
    const digit = fc.option(fc.constantFrom('0', '2', '3', '4'), { nil: undefined });
    fc.assert(
      fc.property(fc.array(move, { minLength: 6, maxLength: 6 }), digit, digit, (signs, before, after) => {
        const moves = signs.slice(0, 4 + (before ? 1 : 0) + (after ? 1 : 0)).join('');
        const seams = { ...(before ? { before } : {}), ...(after ? { after } : {}) };
        const request = {
          moves,
          ...(before ? { before: { digit: before } } : {}),
          ...(after ? { after: { digit: after } } : {}),
        };
        expect(resolveSound(request, { ...known, codesInUse: every }).melodyCodes).toEqual(
          codesFittingMoves(moves, seams),
        );
      }),
    );
  });
});
