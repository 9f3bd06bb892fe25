import { describe, expect, it } from '@jest/globals';
import { isRisk, movesOfCodes, movesOfMelody, movesOfText, severityOf } from '../../src/cantonese/melody.ts';

describe('moves', () => {
  it('of a melody go from note to note; a missing note leaves both its sides free', () => {
    expect(movesOfMelody([60, 62, 62, null, 60, 59])).toEqual([null, '+', '=', null, null, '-']);
    // The lowest note of MIDI is a note.
    expect(movesOfMelody([0, 1, 0])).toEqual([null, '+', '-']);
    expect(movesOfMelody([60])).toEqual([null]);
    expect(movesOfMelody([])).toEqual([]);
  });

  it('of a text begin at the second position; a star is free', () => {
    expect(movesOfText('+*=-')).toEqual([null, '+', null, '=', '-']);
    expect(movesOfText('')).toEqual([null]);
  });

  it('of codes go by pitch; a character without a reading leaves both its sides open', () => {
    // 0 below 2, then nothing, then 3 level with 3, and down to 4.
    expect(movesOfCodes(['0', '2', null, '3', '3', '4'])).toEqual([null, '+', null, null, '=', '-']);
    expect(movesOfCodes([])).toEqual([]);
  });
});

describe('a risk', () => {
  it.each([
    // melody, tones, strict, singable; counted moves of the pair: falls, level, rises
    ['+', 4, 6, false, false], // 0, 1, 967
    ['=', 1, 1, false, false], // 759, 615, 46
    ['+', 1, 1, true, true], // 46 of 1420 are 3.2 %
    ['+', 2, 1, true, false], // 66 of 601 are 11 %
    ['+', 1, 2, true, true], // 11 of 594 are 1.9 %
    ['-', 1, 1, true, false], // 53 %
    ['-', 4, 4, true, false], // 28 of 555 are 5.05 %
    ['-', 2, 1, true, false], // 48 %
    ['+', 3, 4, true, false], // 27 of 198 are 13.6 %
    ['-', 6, 3, true, true], // 0 of 804
    ['=', 1, 6, true, false], // 14 of 226 are 6.2 %
    ['+', 1, 6, true, true], // 4 of 226 are 1.8 %
    [null, 4, 6, false, false],
    ['+', null, 6, false, false],
    ['+', 4, null, false, false],
  ] as const)('melody %s from tone %s to %s: strict %s, singable %s', (melody, from, to, strict, singable) => {
    expect([isRisk(melody, from, to, 'strict'), isRisk(melody, from, to, 'singable')]).toEqual([strict, singable]);
  });

  it('between codes is that of their tones together', () => {
    // 3 to 3: 1 to 1, 1 to 2, 2 to 1 and 2 to 2 rise 46 + 11 + 66 + 8 of 1420 + 594 + 601 + 276 times, 4.5 %.
    expect([isRisk('+', '3', '3', 'strict'), isRisk('+', '3', '3', 'singable')]).toEqual([true, true]);
    // 4 to 0: 3 to 4 and 5 to 4 rise 27 + 25 of 198 + 178 times.
    expect([isRisk('+', '4', '0', 'strict'), isRisk('+', '4', '0', 'singable')]).toEqual([true, false]);
    // A digit is no tone of the same name: tone 4 to tone 6 is 0 to 2.
    expect(isRisk('-', '0', '2', 'singable')).toBe(true);
  });

  it('is contrary where songs make the move less than once in fifty, else oblique', () => {
    expect([severityOf(0), severityOf(0.0199), severityOf(0.02), severityOf(0.5)]).toEqual([
      'contrary',
      'contrary',
      'oblique',
      'oblique',
    ]);
  });
});
