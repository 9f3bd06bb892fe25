import { describe, expect, it } from '@jest/globals';
import { segment } from '../../src/cantonese/segmentation.ts';
import { tableOf } from './table.ts';

const table = tableOf(
  ['研究', 'jin4 gau3', 1200],
  ['研究生', 'jin4 gau3 sang1', 900],
  ['生命', 'sang1 ming6', 1300],
  ['命', 'ming6 / meng6', 1100],
  ['生', 'sang1 / saang1', 1200],
  ['我', 'ngo5', 1700],
  ['的', 'dik1', 1750],
  ['我的', 'ngo5 dik1', 1600],
  ['開心', 'hoi1 sam1', 1200, ['开心']],
);

const cut = (text: string) => {
  const characters = Array.from(text);
  return segment(characters, table).map(({ start, end }) => characters.slice(start, end).join(''));
};

describe('segmentation', () => {
  it('takes the likeliest sequence of words, not the longest first word', () => {
    expect(cut('研究生命')).toEqual(['研究', '生命']);
  });
  it('cuts what the lexicon lists but is no word', () => {
    expect(cut('我的生命')).toEqual(['我', '的', '生命']);
  });
  it('leaves characters that no word covers alone, and takes forms for their headword', () => {
    expect(cut('鱻开心')).toEqual(['鱻', '开心']);
    expect(segment(Array.from('开心'), table)[0]?.word?.word).toBe('開心');
  });
  it('keeps a run of Latin letters or digits whole, marks and all, and every other sign by itself', () => {
    expect(cut('OK2我 café！？')).toEqual(['OK2', '我', ' ', 'café', '！', '？']);
  });
  it('counts characters beyond the basic plane as one', () => {
    expect(segment(Array.from('𠮷開心'), table).map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [1, 3],
    ]);
  });
  it('takes fewer words where two ways are about as likely, and the longer word where they are equally so', () => {
    // Costs are 2072 − frequency: 372 for 甲 and for 乙, and 30 for every word: 804 apart.
    const apart: [string, string, number][] = [
      ['甲', 'gaap3', 1700],
      ['乙', 'jyut3', 1700],
    ];
    const cutWith = (frequency: number) => {
      const own = tableOf(...apart, ['甲乙', 'gaap3 jyut3', frequency]);
      return segment(['甲', '乙'], own).length;
    };
    // Together 764 + 30, 774 + 30, 775 + 30.
    expect([cutWith(1308), cutWith(1298), cutWith(1297)]).toEqual([1, 1, 2]);
  });
  it('knows a rare character as the word that it is', () => {
    // It costs 1972, more than an unknown one.
    const [found] = segment(['稀'], tableOf(['稀', 'hei1', 100]));
    expect(found?.word?.word).toBe('稀');
  });
  it('parts a phrase whose characters are no words', () => {
    const phrase = { word: '甲乙', cost: 0, readings: ['gaap3 jyut3'], phrase: true };
    const own = {
      find: (text: string) => (text === '甲乙' ? phrase : undefined),
      hasPrefix: (text: string) => text === '甲',
    };
    expect(segment(['甲', '乙'], own)).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 2 },
    ]);
  });
  it('looks no word up that nothing begins like', () => {
    const asked: string[] = [];
    const own = { find: (text: string) => void asked.push(text), hasPrefix: (text: string) => text === '甲' };
    segment(Array.from('甲乙丙'), own);
    expect(asked).toEqual(['甲', '甲乙', '乙', '丙']);
  });
  it('has nothing to cut in an empty line', () => {
    expect(cut('')).toEqual([]);
  });
});
