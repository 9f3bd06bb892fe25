import { describe, expect, it } from '@jest/globals';
import type { Tone } from '../../src/cantonese/jyutping.ts';
import { isRisk, movesOfCodes, movesOfMelody, movesOfText, severityOf } from '../../src/cantonese/melody.ts';
import { type FreelyRead, readingsOfMelody } from '../../src/cantonese/melody-readings.ts';

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

describe('readings by melody', () => {
  const place = (jyutping: string, variants?: readonly string[]): FreelyRead => ({
    jyutping,
    tone: Number(jyutping.at(-1)) as Tone,
    ...(variants ? { variants } : {}),
  });
  const WHY = place('wai6', ['wai6', 'wai4']);
  const read = (places: readonly FreelyRead[], moves: string, chosen: readonly number[] = []) => [
    ...readingsOfMelody(places, movesOfText(moves), new Set(chosen)),
  ];

  it('takes the variant that the melody carries', () => {
    // 為何: 6 to 4 stays in 10 of 615, 4 to 4 in 296 of 555.
    expect(read([WHY, place('ho4')], '=')).toEqual([[0, 'wai4']]);
    // 4 to 4 rises in 42 of 100, 6 to 4 in 5.4: both part, and 4 to 4 no less: it stays.
    expect(read([WHY, place('ho4')], '+')).toEqual([]);
  });

  it('keeps the reading of the line where that is carried, or no melody is known', () => {
    expect(read([WHY, place('ho4')], '-')).toEqual([]);
    expect(read([WHY, place('ho4')], '*')).toEqual([]);
    expect(read([WHY, place('ho4')], '')).toEqual([]);
  });

  it('takes nothing but variants, and leaves what the writer chose', () => {
    expect(read([place('wai6'), place('ho4')], '=')).toEqual([]);
    expect(read([WHY, place('ho4')], '=', [0])).toEqual([]);
  });

  it('looks to both sides, and at what it has read before', () => {
    // 嗎 maa3 or maa1 after 你 nei5 under a rise: 3 parts, 1 does not.
    expect(read([place('nei5'), place('maa3', ['maa3', 'maa1'])], '+')).toEqual([[1, 'maa1']]);
    // Between 5 and 1 under a rise and a level move maa3 parts twice, maa1 never.
    expect(read([place('nei5'), place('maa3', ['maa3', 'maa1']), place('tin1')], '+=')).toEqual([[1, 'maa1']]);
    // Under two rises each parts once, and 3 to 1 is sung in 97 of 100: it stays.
    expect(read([place('nei5'), place('maa3', ['maa3', 'maa1']), place('tin1')], '++')).toEqual([]);
    // 到 between 心 and 愛, level and up: dou2 stays level with 心, and hardly ever rises to 愛, where dou3 does in 14 of 100.
    expect(read([place('sam1'), place('dou3', ['dou3', 'dou2']), place('oi3')], '=+')).toEqual([]);
    // Two side by side after ho4, level and up: the first goes down to wai4 and the second, wai6, rises from it as it should.
    expect(read([place('ho4'), WHY, WHY], '=+')).toEqual([[1, 'wai4']]);
    // Level and level: wai4 would part from the second, where wai6 does not.
    expect(read([place('ho4'), WHY, WHY], '==')).toEqual([]);
  });
});
