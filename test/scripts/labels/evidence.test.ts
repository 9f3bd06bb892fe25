import { describe, expect, it } from '@jest/globals';
import type { WordLabels } from '../../../indexer/compose/types.ts';
import type { ThemeRow } from '../../../indexer/tables/hand-written.ts';
import {
  agreed,
  createRatingOf,
  type Rating,
  unopposed,
  votesOfDefinition,
  votesOfSynonyms,
  wordsOf,
} from '../../../scripts/labels/chinese-evidence.ts';
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

const WORDS = ['快樂', '傷心', '的士', '車', '嘅', '張', '慌張'];
const numberOf = (word: string) => (WORDS.includes(word) ? WORDS.indexOf(word) : undefined);
const labels = (given: Partial<WordLabels>) =>
  ({ emotion: null, valence: null, themes: [], senses: [], ...given }) as unknown as WordLabels;
const sense = (synonyms: string[], given: object) => ({ synonyms, emotion: null, valence: '中', themes: [], ...given });
const ratingOf = createRatingOf(
  [
    labels({ emotion: '喜悅', valence: '正' }),
    labels({ emotion: '悲傷', valence: '負' }),
    labels({}),
    labels({}),
    labels({}),
    labels({
      senses: [sense(['條'], {}), sense(['慌張'], { emotion: '恐懼', valence: '負' })] as never,
      valence: '中',
    }),
    labels({}),
  ],
  (word) => word < 2 || word === 5,
);

describe('synonyms as witnesses', () => {
  const edge = (related: number, given = {}) => ({ related, type: 'syn', source: 'curated', score: 90, ...given });
  const votes = (name: string, ...edges: object[]) => votesOfSynonyms({ of: () => edges as never }, 9, name, ratingOf);

  it('pass on a label only from the sense that names the word', () => {
    expect(votes('慌張', edge(5)).map(({ rating }) => rating.valence)).toEqual(['負']);
    expect(votes('條', edge(5)).map(({ rating }) => rating.valence)).toEqual(['中']);
    expect(votes('桌', edge(5))).toEqual([]);
  });

  it('say nothing where nobody rated them, or where they are only near', () => {
    expect(votes('x', edge(3), edge(0, { source: 'generated', score: 40 }), edge(0, { type: 'ant' }))).toEqual([]);
  });

  it('agree from three fifths on, one curated or two generated ones at least', () => {
    const valence = ({ valence }: Rating) => valence;
    expect(agreed(votes('x', edge(0)), valence)).toBe('正');
    expect(agreed(votes('x', edge(0, { source: 'generated' })), valence)).toBeUndefined();
    expect(agreed(votes('x', edge(0), edge(1)), valence)).toBeUndefined();
  });
});

describe('the words of a definition as witnesses', () => {
  const votes = (text: string) => votesOfDefinition(text, '的士', numberOf, ratingOf);

  it('are the longest words', () => {
    expect(wordsOf('的士車', numberOf).map(({ word }) => word)).toEqual(['的士', '車']);
  });

  it('speak for a value that no other contradicts, and not where they are negated', () => {
    const valence = ({ valence }: Rating) => valence;
    expect(unopposed(votes('感到快樂'), valence, '中')).toBe('正');
    expect(unopposed(votes('快樂或傷心'), valence, '中')).toBeUndefined();
    expect(unopposed(votes('不快樂'), valence, '中')).toBeUndefined();
  });
});
