import { describe, expect, it } from '@jest/globals';
import { segment } from '../../src/cantonese/segmentation.ts';
import { tableOf } from './table.ts';

describe('the word table', () => {
  it('knows words by what they cost: the rarer, the more', () => {
    // 100 × ln of a thousand million is 2072.3; what is as frequent as that, or more, costs nothing.
    const table = tableOf(['我', 'ngo5', 1700], ['的', 'dik1', 2072], ['是', 'si6', 2500]);
    expect(table.find('我')).toEqual({ word: '我', cost: 372, readings: ['ngo5'] });
    expect([table.find('的')?.cost, table.find('是')?.cost]).toEqual([0, 0]);
    expect(table.find('你')).toBeUndefined();
  });

  it('knows how words begin, by characters, and nothing else', () => {
    const table = tableOf(['白雪雪', 'baak6 syut3 syut3', 900], ['𡃁仔', 'leng1 zai2', 900]);
    expect(
      ['白', '白雪', '白雪雪', '雪', '雪雪', '𡃁', '\ud844', '仔', ''].map((text) => table.hasPrefix(text)),
    ).toEqual([...[true, true, true, true, false, true, false, true, false]]);
    expect(table.find('白雪')).toBeUndefined();
  });

  it('marks what is listed, but is no word', () => {
    const table = tableOf(['我的', 'ngo5 dik1', 1500], ['開心', 'hoi1 sam1', 1400]);
    expect(table.find('我的')).toMatchObject({ phrase: true });
    expect(table.find('開心')).not.toHaveProperty('phrase');
  });

  it('finds a form under its headword, unless it is a word itself or the form of a more popular one', () => {
    const table = tableOf(
      ['後', 'hau6', 1300, ['后']],
      ['後面', 'hau6 min6', 1250, ['后面']],
      ['里', 'lei5', 1200, ['裡']],
      ['裏', 'leoi5', 1100, ['裡', '里']],
      ['后', 'hau6', 900],
      ['面', 'min6', 1200],
    );
    const found = (text: string) => table.find(text)?.word;
    expect(['后', '裡', '里', '后面'].map(found)).toEqual(['后', '里', '里', '後面']);
  });

  it('cuts a line into words as they are written rather than into other forms of words', () => {
    const table = tableOf(
      ['有嘢', 'jau5 je5', 1300, ['有野']],
      ['嘢', 'je5', 1200],
      ['心', 'sam1', 1500],
      ['有', 'jau5', 1600],
      ['野心', 'je5 sam1', 1000],
      ['野', 'je5', 900],
    );
    const words = (line: string) => segment(Array.from(line), table).map(({ word }) => word?.word);
    expect(words('有野心')).toEqual(['有', '野心']);
    // 有嘢 is a phrase: its words are those of its own characters.
    expect(words('有野')).toEqual(['有', '嘢']);
  });

  it('finds a word in the standard forms of its characters, as lines are read', () => {
    const table = tableOf(['釐', 'lei4', 700, ['厘']], ['無厘頭', 'mou4 lei4 tau4', 900]);
    const read = Array.from('無厘頭', (character) => table.formOf!(character));
    expect(read.join('')).toBe('無釐頭');
    expect(segment(read, table).map(({ word }) => word?.word)).toEqual(['無厘頭']);
    expect(table.find('無釐頭')?.cost).toBe(table.find('無厘頭')?.cost);
  });

  it('knows no forms in letters, nor of another length', () => {
    const table = tableOf(['啲', 'di1', 1500, ['d']], ['嘢', 'je5', 1500, ['口野']]);
    expect(['d', '口野'].map((text) => table.find(text))).toEqual([undefined, undefined]);
  });

  it('does not take a beginning for a word: a form may be one too', () => {
    const table = tableOf(['說話', 'syut3 waa6', 1200], ['説', 'syut3', 1300, ['說']]);
    expect(table.find('說')?.word).toBe('説');
  });

  it('knows a character that is no word as the most popular word reads it, and holds it unlikely', () => {
    const table = tableOf(['潘安', 'pun1 on1', 800], ['家潘', 'gaa1 pun4', 700], ['安', 'on1', 1000]);
    // An unknown character costs 1840.
    expect(table.find('潘')).toEqual({ word: '潘', cost: 1840, readings: ['pun1'] });
    expect(table.find('家')).toEqual({ word: '家', cost: 1840, readings: ['gaa1'] });
    expect(table.find('安')).toMatchObject({ cost: 1072 });
    // A word with no reading for a character says nothing of it; the next one may.
    expect(tableOf(['甲乙', 'gaap3', 800]).find('乙')).toBeUndefined();
  });

  it('leads a character to the form that words are written in', () => {
    const table = tableOf(['開', 'hoi1', 1300, ['开']], ['歎', 'taan3', 900], ['我', 'ngo5', 1700]);
    // 歎 is an entry of its own, but in text stands for 嘆.
    expect(['开', '我', '歎', '鱻'].map((one) => table.formOf!(one))).toEqual(['開', '我', '嘆', '鱻']);
  });
});
