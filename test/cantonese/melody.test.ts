import { describe, expect, it } from '@jest/globals';
import type { Tone } from '../../src/cantonese/jyutping.ts';
import { movesOfText } from '../../src/cantonese/melody.ts';
import { type FreelyRead, readingsOfMelody } from '../../src/cantonese/melody-readings.ts';

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
