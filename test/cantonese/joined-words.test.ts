import { describe, expect, it } from '@jest/globals';
import { annotateLine, placesWithinWords } from '../../src/cantonese/annotation.ts';
import { tableOf } from './table.ts';

/** The words of a line that is given cut into the words that lists have. */
function joined(line: string): string {
  const characters = Array.from(line.replaceAll(' ', ''));
  let start = 0;
  const segments = line.split(' ').map((word) => ({ start, end: (start += Array.from(word).length) }));
  const within = placesWithinWords(characters, segments);
  return characters
    .map((character, place) => {
      const begins = place > 0 && segments.some((segment) => segment.start === place) && !within.has(place);
      return begins ? ` ${character}` : character;
    })
    .join('');
}

describe('words that no list has', () => {
  it.each([
    ['有 三 千 五 百 蚊', '有 三千五百 蚊'],
    ['第 二十 三 章', '第二十三 章'],
    ['今年 廿 五 歲', '今年 廿五 歲'],
    ['一 個', '一 個'],
  ])('are numbers: %s', (line, words) => {
    expect(joined(line)).toBe(words);
  });

  it('are names, of a surname and two characters', () => {
    expect(joined('陳 大 文 話')).toBe('陳大文 話');
    expect(joined('李 小龍 是 我')).toBe('李小龍 是 我');
    expect(joined('阿 明 同 我')).toBe('阿明 同 我');
  });

  it('are no names after a number or 這, where the surname is a measure word', () => {
    expect(joined('張 美 玲')).toBe('張美玲');
    expect(joined('一 張 美 玲')).toBe('一 張 美 玲');
  });

  it('end where a word ends', () => {
    // 十二 would cut 二月 in two.
    expect(joined('十 二月')).toBe('十 二月');
    expect(joined('陳 大 文化')).toBe('陳 大 文化');
  });

  it('are one group of an annotated line, read as their parts, and the word of the lexicon where it has one', () => {
    const table = tableOf(
      ['硬', 'ngaang6', 1800],
      ['係', 'hai6', 1900],
      ['硬係', 'ngaang6 hai6', 100],
      ['三', 'saam1', 1500],
      ['百', 'baak3', 1500],
    );
    const { characters, segments } = annotateLine('硬係三百', table);
    expect(characters.map(({ group }) => group)).toEqual([0, 0, 1, 1]);
    expect(characters.map(({ jyutping }) => jyutping)).toEqual(['ngaang6', 'hai6', 'saam1', 'baak3']);
    expect(segments.map(({ start, end, word }) => [start, end, word?.word])).toEqual([
      [0, 2, '硬係'],
      [2, 4, undefined],
    ]);
  });
});
