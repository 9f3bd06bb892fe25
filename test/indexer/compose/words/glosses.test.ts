import { describe, expect, it } from '@jest/globals';
import { posOfCategory, posOfGlosses, posOfTag } from '../../../../indexer/compose/labels/part-of-speech.ts';
import {
  createPlaceNames,
  isReference,
  meaningfulGlosses,
  readableGloss,
  shortDefinition,
  variantOf,
} from '../../../../indexer/compose/words/glosses.ts';

describe('glosses', () => {
  it('lose pinyin and the simplified twins of the words that they name', () => {
    expect(readableGloss('hair on the head (as opposed to 寒毛|寒毛[han2 mao2])')).toBe(
      'hair on the head (as opposed to 寒毛)',
    );
    expect(readableGloss('see also 說話|说话[shuo1 hua4] , to talk')).toBe('see also 説話, to talk');
  });

  it('are references when they only lead elsewhere', () => {
    for (const gloss of ['variant of 溫|温[wen1]', 'old variant of 海', 'see 大海', 'CL:片[pian4]', 'surname Hai'])
      expect([gloss, isReference(gloss)]).toEqual([gloss, true]);
    for (const gloss of ['sea', 'to see', 'a variant', 'seesaw'])
      expect([gloss, isReference(gloss)]).toEqual([gloss, false]);
  });

  it('come with the commonest part of speech first, then longer articles, names last', () => {
    const articles = [
      { pinyin: 'Zhong4', glosses: ['a famous man'] },
      { pinyin: 'chong2 dian3', glosses: ['to recount', 'to re-evaluate'] },
      { pinyin: 'zhong4 dian3', glosses: ['an important point', 'variant of 重奌'] },
    ];
    expect(meaningfulGlosses(articles, 'n')).toEqual([
      'an important point',
      'to recount',
      'to re-evaluate',
      'a famous man',
    ]);
    expect(meaningfulGlosses(articles)[0]).toBe('to recount');
  });

  it('name the word that this one is only a way of writing', () => {
    expect(variantOf([{ pinyin: 'nuan3', glosses: ['variant of 暖[nuan3]'] }])).toBe('暖');
    expect(variantOf([{ pinyin: 'shuo1', glosses: ['variant of 說|说[shuo1]'] }])).toBe('説');
    expect(variantOf([{ pinyin: 'nuan3', glosses: ['variant of 暖[nuan3]', 'genial'] }])).toBeUndefined();
  });

  it('make a short definition: whole glosses, or one cut between words', () => {
    expect(shortDefinition(['sea', 'ocean'])).toBe('sea; ocean');
    expect(shortDefinition(['sea', 'x'.repeat(120)])).toBe('sea');
    const cut = shortDefinition([`${'long '.repeat(40)}end`]);
    expect(cut).toMatch(/^(long )*long…$/);
    expect(cut.length).toBeLessThanOrEqual(120);
    expect(shortDefinition([])).toBe('');
  });
});

describe('parts of speech', () => {
  it('count pronouns, numerals and classifiers as nouns, particles and prepositions as r', () => {
    expect(['r', 'm', 'q', 't', 'vn', 'an', 'ad', 'p', 'y', 'i'].map(posOfTag)).toEqual([
      ...['n', 'n', 'n', 'n', 'v', 'a', 'r', 'r', 'r', undefined],
    ]);
    expect([posOfGlosses(['(literary) to be bright']), posOfGlosses(['the sea']), posOfGlosses(['quickly'])]).toEqual([
      'a',
      'n',
      'r',
    ]);
    expect([posOfCategory('adv.all'), posOfCategory('adj.all'), posOfCategory('verb.body')]).toEqual(['r', 'a', 'v']);
  });
});

describe('names of places', () => {
  const withName = createPlaceNames({
    placeNames: [
      ['藍田', 'Lam Tin', 'first'],
      ['彩虹', 'Choi Hung', 'also'],
      ['鑽石山', 'Diamond Hill', 'first'],
    ].map(([word, english, use]) => ({
      file: 'places/hong-kong.tsv',
      line: 2,
      value: { word: word!, english: [english!], use: use as 'first' },
    })),
  });

  it('come first, or last where the word means something else above all', () => {
    expect(withName('藍田', ["Lantian county in Xi'an"])).toEqual(['Lam Tin', "Lantian county in Xi'an"]);
    expect(withName('彩虹', ['rainbow'])).toEqual(['rainbow', 'Choi Hung']);
  });

  it('are not said twice, and of no other words', () => {
    const known = ['Diamond Hill, an area and railway station in Kowloon'];
    expect(withName('鑽石山', known)).toEqual(known);
    expect(withName('海', ['sea'])).toEqual(['sea']);
  });
});
