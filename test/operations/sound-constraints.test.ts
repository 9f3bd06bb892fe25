import { describe, expect, it } from '@jest/globals';
import { codesFittingMoves, codesMatchingPattern } from '../../src/cantonese/contour.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { needsCodesInUse, resolveSound, type SoundContext } from '../../src/operations/sound-constraints.ts';
import fc from '../support/fast-check.ts';

const READINGS: Record<string, string> = { 未來: 'mei6 loi4', 行: 'haang4', 唔: 'm4' };
const known: SoundContext = { readingOf: ({ text }) => parseJyutping(READINGS[text]!) };
const like = (text: string) => ({ text });

describe('sound constraints', () => {
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
    const between = { before: { digit: '0' }, after: { digit: '3' } } as const;
    expect(resolveSound({ moves: '+-+-+-', ...between }, { ...known, codesInUse }).melodyCodes).toEqual([]);
    // 0 +3 -0 +3 -0 +3 =3.
    expect(resolveSound({ moves: '+-+-+=', ...between }, { ...known, codesInUse }).melodyCodes).toEqual(['30303']);
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
