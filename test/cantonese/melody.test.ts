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
    // melody, tones, strict, singable
    ['+', '+', false, false],
    ['=', '=', false, false],
    ['+', '-', true, true],
    ['=', '-', true, true],
    ['=', '+', true, true],
    ['+', '=', true, false],
    ['-', '=', true, false],
    [null, '+', false, false],
    ['+', null, false, false],
    [null, null, false, false],
  ] as const)('melody %s under tones %s: strict %s, singable %s', (melody, lyric, strict, singable) => {
    expect([isRisk(melody, lyric, 'strict'), isRisk(melody, lyric, 'singable')]).toEqual([strict, singable]);
  });

  it('is contrary where both move, else oblique', () => {
    expect([severityOf('+', '-'), severityOf('-', '+'), severityOf('+', '='), severityOf('=', '-')]).toEqual([
      'contrary',
      'contrary',
      'oblique',
      'oblique',
    ]);
  });
});
