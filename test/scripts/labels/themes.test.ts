import { describe, expect, it } from '@jest/globals';
import type { ThemeRow } from '../../../indexer/tables/hand-written.ts';
import {
  createThemeLikeness,
  createThemes,
  createThemesOfCharacters,
  type ThemedWord,
  themesOfKin,
} from '../../../scripts/labels/themes.ts';
import { MEANING_COMPONENTS } from '../../../src/lexicon/meaning.ts';

const edges = (scores: readonly number[]) => ({
  of: () => scores.map((score, i) => ({ related: i + 1, type: 'syn', score })) as never,
});

describe('what speaks for a theme', () => {
  it('is that half of the rated synonyms have it, and two of them at least', () => {
    const infer = (themes: Record<number, string[]>) =>
      themesOfKin(edges([30, 30, 60]), new Map(Object.entries(themes).map(([word, own]) => [Number(word), own])), 0);
    expect([...infer({ 1: ['海'], 2: ['海'] })]).toEqual(['海']);
    expect([...infer({ 3: ['海'] })]).toEqual([]);
    expect([...infer({ 1: ['海'], 2: ['海'], 3: ['夜'] })]).toEqual(['海']);
    expect([...infer({ 1: ['海'], 3: ['夜'] })]).toEqual([]);
  });

  it('is a character that hardly any rated word has without it', () => {
    const words = ['海浪', '海風', '海灘', '海邊', '上海', '風浪', '風水', '風格'];
    const themes = [['海'], ['海'], ['海'], ['海'], ['城市'], ['風雨'], [], []];
    const of = createThemesOfCharacters(words, new Map(themes.map((own, number) => [number, own])));
    expect(of('海鷗')).toEqual(['海']);
    // Four words have 風, and two of them no theme; 浪 is in two words only; longer phrases say too much besides.
    expect([of('颱風'), of('浪費'), of('海上生明月')]).toEqual([[], [], []]);
  });

  it('is to lie as near to the words of the theme as hardly any other rated word', () => {
    const names = [...Array.from({ length: 60 }, (_, number) => `詞${number}`), '浪', '錢'];
    const rows = new Int8Array(names.length * MEANING_COMPONENTS);
    const isSea = (place: number) => place < 30 || place === 60;
    for (const place of names.keys()) {
      rows[place * MEANING_COMPONENTS + (isSea(place) ? 0 : 1)] = 40;
      rows[place * MEANING_COMPONENTS + 2 + (place % 10)] = 5;
    }
    const rated = new Map(Array.from({ length: 60 }, (_, number) => [number, isSea(number) ? ['海'] : []]));
    const likenessTo = createThemeLikeness(names, rated, { names, rows });
    expect(likenessTo('浪', '海')).toBeGreaterThan(0.8);
    expect([likenessTo('錢', '海'), likenessTo('浪', '夜'), likenessTo('未見', '海')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

const theme = (name: string, given: Partial<ThemeRow> = {}): ThemeRow => ({
  theme: name,
  english: '',
  seeds: [],
  characters: [],
  exclude: [],
  categories: [],
  emotions: [],
  ...given,
});

describe('the themes of words that nobody rated', () => {
  const food = { category: 'noun.food' };
  const rows: readonly (readonly [word: string, own: Partial<ThemedWord>])[] = [
    ['飯盒', food],
    ['飯菜', food],
    ['飯糰', food],
    ['飯湯', food],
    ['飯粒', food],
    ['魚', food],
    ['飯桌', { category: 'noun.artifact' }],
    ['飯渣', food],
    ['熱飯盒', food],
    ['餅', { ...food, byGloss: ['飲食'] }],
    ['飯票', { category: 'noun.artifact', byDefinition: ['飲食'] }],
    ['魚人', { byGloss: ['飲食'] }],
    ['浪花', {}],
  ];
  const words = rows.map(
    ([word, own]): ThemedWord => ({
      word,
      pos: 'n',
      category: null,
      emotion: null,
      byGloss: [],
      byDefinition: [],
      ...own,
    }),
  );
  const themesOf = createThemes({
    words,
    relations: { of: () => [] },
    themes: [theme('飲食', { categories: ['noun.food'], exclude: ['飯渣'] }), theme('海', { characters: ['浪'] })],
    rated: new Map([0, 1, 2, 3].map((word) => [word, ['飲食']])),
    meanings: { names: [], rows: new Int8Array(0) },
  });
  const of = (word: string) => themesOf(words.findIndex((one) => one.word === word));

  it('are inferred by two witnesses: a character of rated words, the category, the definition', () => {
    expect(['飯粒', '魚', '飯桌', '飯票'].map((word) => of(word).inferred)).toEqual([['飲食'], [], [], ['飲食']]);
  });

  it('are tagged by a character of the theme, and by the gloss where another witness confirms it', () => {
    expect(['浪花', '餅', '魚人'].map((word) => of(word).tagged)).toEqual([['海'], ['飲食'], []]);
  });

  it('are given by the head of a compound noun within one category too', () => {
    expect(of('熱飯盒').inferred).toEqual(['飲食']);
  });

  it('are none that a person excluded', () => {
    expect(of('飯渣')).toEqual({ tagged: [], inferred: [] });
  });
});
