import { describe, expect, it } from '@jest/globals';
import { lineUnits } from '../../src/cantonese/line-units.ts';
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
  describe('of words with letters', () => {
    const table = tableOf(
      ['嘴', 'zeoi2', 1200],
      ['我', 'ngo5', 1700],
      ['咗', 'zo2', 1700],
      ['到', 'dou3', 1600],
      ['O嘴', 'ou1 zeoi2', 400],
      ['hea', 'he3', 500],
      ['OT', 'ou1 ti1', 500],
      ['on9', 'ong1 gau1', 300],
      ['3am', 'saam1 ei1 em1', 100],
      ['夾', 'gaap3', 1000],
      ['夾band', 'gaap3 ben1', 100],
    );
    const cutPlaces = (line: string) => {
      const places = lineUnits(line).map((place) => table.formOf!(place));
      return segment(places, table).map(({ start, end, word }) => {
        const text = places.slice(start, end).join('');
        return word ? `${text}=${word.word}` : text;
      });
    };

    it('finds them among characters, in any case and width', () => {
      expect(cutPlaces('我hea咗')).toEqual(['我=我', 'hea=hea', '咗=咗']);
      expect(cutPlaces('我O嘴')).toEqual(['我=我', 'o嘴=O嘴']);
      expect(cutPlaces('ｏｔ到3AM')).toEqual(['ot=OT', '到=到', '3am=3am']);
      expect(cutPlaces('on9')).toEqual(['on9=on9']);
      expect(cutPlaces('夾BAND')).toEqual(['夾band=夾band']);
    });

    it('takes no part of a longer run of letters and digits for a word', () => {
      expect(cutPlaces('on99 OTT heat 13am')).toEqual(['on99', ' ', 'ott', ' ', 'heat', ' ', '13am']);
      expect(cutPlaces('夾bandage')).toEqual(['夾=夾', 'bandage']);
      const common = tableOf(['OT', 'ou1 ti1', 1900], ['on9', 'ong1 gau1', 1900]);
      const places = lineUnits('on9ot').map((place) => common.formOf!(place));
      expect(segment(places, common)).toEqual([{ start: 0, end: places.length }]);
    });

    it('takes a word beside unknown English for English, and not one beside Cantonese or another such word', () => {
      expect(cutPlaces('so hea  I 我hea')).toEqual(['so', ' ', 'hea', ' ', ' ', 'i', ' ', '我=我', 'hea=hea']);
      expect(cutPlaces('hea OT 我 hea')).toEqual(['hea=hea', ' ', 'ot=OT', ' ', '我=我', ' ', 'hea=hea']);
      expect(cutPlaces('2024 hea')).toEqual(['2024', ' ', 'hea=hea']);
      expect(cutPlaces('so O嘴')).toEqual(['so', ' ', 'o嘴=O嘴']);
    });

    it('takes no word that is sung on another number of places', () => {
      const hea = tableOf(['hea', 'he3 aa3', 500], ['我', 'ngo5', 900]);
      expect(segment(['我', 'hea'], hea).map(({ word }) => word?.word)).toEqual(['我', undefined]);
    });
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
