import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countSung, isSung, lineUnits, sungPlaces } from '../../src/cantonese/line-units.ts';
import { isPhrase } from '../../src/cantonese/phrases.ts';
import { createRhymeScheme } from '../../src/cantonese/rhyme.ts';

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

describe('a phrase that is no word', () => {
  it.each([
    '我的',
    '佢嘅',
    '食咗',
    '心的',
    '你說',
    '給你',
    '和他',
    '一首',
    '三天',
    '每朵',
    '很好',
    '太高',
    '最美',
    '也是',
    '只會',
    '好靚',
    '咁靚',
    '共你',
    '我與你',
    '怎可',
    '別再',
    '已是',
    '曾愛過',
    '唔知',
    '有個',
    '聽過',
    '望住',
    '呢個',
    '嗰年',
    '會唔會',
    '不會',
    '打電話',
  ])('is %s', (text) => {
    expect(isPhrase(text)).toBe(true);
  });

  it.each([
    // Words that end or begin as such phrases do.
    ...['目的', '有的', '真的', '別的', '每天', '一月', '一點', '好人', '好多', '太陽', '很多', '最近', '最愛', '除咗'],
    ...['可曾', '未來', '終於', '已經', '更加', '還原', '別離', '莫名', '再見', '自己'],
    ...['經過', '記住', '隨着', '為了', '唔該', '呢度', '嗰啲', '這樣', '亦都', '即係', '不如', '雙手'],
    // Too long, too short, or of other parts.
    ...['我的愛', '的', '我', '天空', '心咗咗', '首一', '的我', '', 'a的'],
  ])('is not %s', (text) => {
    expect(isPhrase(text)).toBe(false);
  });
});

describe('what is sung', () => {
  it('are letters and digits of any script', () => {
    expect([...'愛𠮷aÅ5٣〇'].map(isSung)).toEqual([true, true, true, true, true, true, true]);
    expect([...' ，。—’!\n\u0301'].map(isSung)).toEqual(Array(8).fill(false));
    expect([isSung(''), isSung('ba'), isSung("n't")]).toEqual([false, true, true]);
  });

  it('are counted by place: a character, or a syllable of a Latin word', () => {
    expect(countSung('baby, 我 love 你')).toBe(5);
    expect(countSung('愛，𠮷 A1!')).toBe(4);
    expect(countSung('……')).toBe(0);
  });
});

describe('the letters of a rhyme scheme', () => {
  it('go on with two after Z', () => {
    const letterOf = createRhymeScheme();
    const letters = Array.from({ length: 54 }, (_, at) => letterOf(`rhyme ${at}`));
    expect([letters[0], letters[25], letters[26], letters[27], letters[51], letters[52], letters[53]]).toEqual([
      ...['A', 'Z', 'AA', 'AB', 'AZ', 'BA', 'BB'],
    ]);
    expect(letterOf('rhyme 26')).toBe('AA');
  });
});

describe('sung places', () => {
  it('begin where a syllable of a Latin word does', () => {
    expect(sungPlaces('我, baby love𠮷你')).toEqual([0, 3, 5, 8, 12, 13]);
  });
});
