import { describe, expect, it } from '@jest/globals';
import { codesFittingMoves, contourOfCode } from '../../src/cantonese/contour.ts';
import {
  FINALS,
  formatJyutping,
  INITIALS,
  parseJyutping,
  parseSyllable,
  type Syllable,
} from '../../src/cantonese/jyutping.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { proximityFeatures, proximityQuery } from '../../src/cantonese/proximity.ts';
import { rhymeLift, widenedFinals } from '../../src/cantonese/rhyme.ts';
import { CODE_DIGITS } from '../../src/cantonese/tone.ts';
import fc, { anyCharacter } from '../support/fast-check.ts';

const syllable: fc.Arbitrary<Syllable> = fc
  .tuple(fc.constantFrom(...INITIALS), fc.constantFrom(...FINALS), fc.constantFrom(1, 2, 3, 4, 5, 6))
  .map(([initial, final, tone]) => parseSyllable(`${initial}${final}${tone}`))
  .filter((one) => one !== undefined);
const reading = fc.array(syllable, { minLength: 1, maxLength: 6 });
const code = fc.array(fc.constantFrom(...CODE_DIGITS), { minLength: 1, maxLength: 5 }).map((digits) => digits.join(''));

describe('whatever the sound', () => {
  it('jyutping gives back what it has read', () => {
    fc.assert(
      fc.property(reading, (syllables) => {
        expect(parseJyutping(formatJyutping(syllables))).toEqual(syllables);
      }),
    );
  });

  it('the codes that fit a contour are just those that have it', () => {
    fc.assert(
      fc.property(code, fc.option(fc.constantFrom(...CODE_DIGITS), { nil: undefined }), (one, before) => {
        const moves = contourOfCode((before ?? '') + one);
        const found = codesFittingMoves(moves, before === undefined ? {} : { before });
        expect(found).toContain(one);
        for (const other of found) expect(contourOfCode((before ?? '') + other)).toBe(moves);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('proximity is greatest for the reading itself, and never more than the maximum', () => {
    fc.assert(
      fc.property(reading, reading, (target, other) => {
        const { weights, maximum } = proximityQuery(target);
        const score = (one: readonly Syllable[]) =>
          proximityFeatures(one).reduce((sum, token) => sum + (weights.get(token) ?? 0), 0);
        expect(score(target)).toBe(maximum);
        expect(score(other)).toBeLessThanOrEqual(maximum);
        if (score(other) === maximum) expect(formatJyutping(other)).toBe(formatJyutping(target));
      }),
    );
  });

  it('a final widens to finals that widen to it; a stop to no held one, unless songs rhyme the two', () => {
    const isStop = (final: string) => /[ptk]$/.test(final);
    for (const one of FINALS)
      for (const other of widenedFinals(one)) {
        expect(widenedFinals(other)).toContain(one);
        if (isStop(one) !== isStop(other)) expect([one, other, rhymeLift(one, other) > 0]).toEqual([one, other, true]);
      }
  });

  it('the places of a line joined are the line', () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeiouybcdtxqAEZe\u0301\u2019' 我1，") });
    fc.assert(
      fc.property(fc.oneof(letters, fc.string({ unit: anyCharacter })), (line) => lineUnits(line).join('') === line),
    );
    fc.assert(fc.property(letters, (line) => lineUnits(line).every((unit) => unit !== '')));
  });
});
