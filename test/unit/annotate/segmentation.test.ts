import { describe, expect, it } from '@jest/globals';
import { segment } from '../../../src/cantonese/segmentation.ts';
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
  it('has nothing to cut in an empty line', () => {
    expect(cut('')).toEqual([]);
  });
});
