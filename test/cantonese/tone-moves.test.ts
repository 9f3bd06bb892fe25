import { expect, it } from '@jest/globals';
import { PUBLISHED_SONGS, sungShare, TONES } from '../../src/cantonese/tone-moves.ts';

it('counts how often songs move so between two tones', () => {
  // 3 to 4: 156 fall, 15 stay, 27 rise, 198 in all.
  expect(sungShare('+', 3, 4)).toBeCloseTo(27 / 198, 12);
  expect(sungShare('-', 3, 4)).toBeCloseTo(156 / 198, 12);
  expect(sungShare('-', 6, 3)).toBe(0);
});

it('takes codes for all their tones', () => {
  // 2 to 4 of the code: 6 to 3 and 6 to 5 stay 3 + 9 of 804 + 740 times.
  expect(sungShare('=', '2', '4')).toBeCloseTo(12 / 1544, 12);
  // From tone 6 to a middle code it is the same: code 2 is tone 6 alone.
  expect(sungShare('=', 6, '4')).toBe(sungShare('=', '2', '4'));
  expect(sungShare('+', '0', 4)).toBe(sungShare('+', 4, 4));
});

it('has shares that add up to one', () => {
  for (const from of TONES)
    for (const to of TONES)
      expect(sungShare('+', from, to) + sungShare('=', from, to) + sungShare('-', from, to)).toBeCloseTo(1, 12);
});

it('says how often songs themselves part from their tones', () => {
  // 138 moves of 16,163 are of kinds that fewer than one in fifty are; 2,493 part from the tones otherwise.
  expect(PUBLISHED_SONGS).toEqual({ contrary: 0.009, oblique: 0.154 });
});
