import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineUnits } from '../../src/cantonese/line-units.ts';

describe('the places of a line', () => {
  it.each([
    ['我 love 你', ['我', ' ', 'love', ' ', '你']],
    ['baby！', ['ba', 'by', '！']],
    ["don't you", ["don't", ' ', 'you']],
    ['forever', ['for', 'ev', 'er']],
    ['goodbye', ['good', 'bye']],
    ['maybe', ['may', 'be']],
    ['Yesterday', ['Yes', 'ter', 'day']],
    ['café', ['ca', 'fé']],
    ['T恤', ['T', '恤']],
    ['A', ['A']],
    ['DJ', ['D', 'J']],
    ['OK啦', ['O', 'K', '啦']],
    ['it', ['it']],
    ['IT', ['I', 'T']],
    ['YOU', ['YOU']],
    ['1997', ['1', '9', '9', '7']],
    ['hmm', ['hmm']],
    ['ot ＯＴ', ['o', 't', ' ', 'Ｏ', 'Ｔ']],
    ['KOL', ['K', 'O', 'L']],
    ['到3am', ['到', '3', 'a', 'm']],
    ['I am', ['I', ' ', 'am']],
    ['ｌｏｖｅ', ['ｌｏｖｅ']],
    ['𝼀𝼁𝼂', ['𝼀', '𝼁', '𝼂']],
    ['𠮷a', ['𠮷', 'a']],
  ])('%s', (line, units) => {
    expect(lineUnits(line)).toEqual(units);
  });

  it('joined are the line, whatever it is', () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeiouybcdtxqAEZé́\u2019' 我1，") });
    fc.assert(
      fc.property(fc.oneof(letters, fc.string({ unit: 'binary' })), (line) => lineUnits(line).join('') === line),
    );
    fc.assert(fc.property(letters, (line) => lineUnits(line).every((unit) => unit !== '')));
  });
});
