import { describe, expect, it } from '@jest/globals';
import type { Affect } from '../../src/lexicon/entry.ts';
import {
  NO_SIMILARITY_FEATURES,
  phraseFeatures,
  rankedFeatures,
  scoreOfRow,
  similarityFeatures,
  similarityOfScore,
  similarityOrder,
} from '../../src/lexicon/similarity.ts';

const affect: Affect = { valence: '中', emotion: '平', themes: [], themesInferred: [] };
const NOTHING = { synonyms: [], antonyms: [], variants: [], senses: [] };
const row = Int8Array.from({ length: 96 }, (_, place) => place);

/** More than any product of a vector and a row. */
const ANY_PRODUCT = 5000;

describe('features of similar words', () => {
  it('put curated synonyms above likely generated ones, and better ones above worse, whatever the words mean', () => {
    const { words } = similarityFeatures(
      { char: '開心', tone: 'plain', category: null, affect },
      {
        ...NOTHING,
        synonyms: [
          { word: '快樂', source: 'curated', score: 1 },
          { word: '愉快', source: 'generated', score: 100 },
          { word: '歡喜', source: 'generated', score: 62 },
          { word: '靚', source: 'generated', score: 61 },
        ],
      },
    );
    expect([...words]).toEqual([
      ['快樂', 30_100],
      ['愉快', 20_000],
      ['歡喜', 16_200],
      ['靚', 183],
    ]);
    expect(words.get('快樂')! - words.get('愉快')!).toBeGreaterThan(ANY_PRODUCT);
    expect(words.get('歡喜')).toBeGreaterThan(ANY_PRODUCT);
  });

  it('leave out the word, its other spellings and its antonyms, each once', () => {
    const { excluded } = similarityFeatures(
      { char: '裏', tone: 'plain', category: null, affect },
      { ...NOTHING, antonyms: ['外', '裡'], variants: ['裡', '里'] },
    );
    expect(excluded).toEqual(['裏', '裡', '里', '外']);
  });

  it('have what is shared and the vector of the row, with weights for popularity and the constant', () => {
    const feeling = { ...affect, emotion: '喜悅', themes: ['愛情', '海'], themesInferred: ['夜'] };
    const features = similarityFeatures(
      { char: '愛', tone: 'plain', category: 'verb.emotion', affect: feeling },
      { ...NOTHING, row },
    );
    expect(features).toEqual({
      vectors: [Int8Array.of(...row.subarray(0, 94), 7, 16)],
      words: new Map(),
      emotion: ['喜悅', 60],
      themes: [['愛情', '海'], 40],
      category: ['verb.emotion', 30],
      kinds: [['word', 'phrase'], 100_000],
      tones: [['plain', 'literary'], 50_000],
      excluded: ['愛'],
    });
    const plain = similarityFeatures({ char: '愛', tone: 'plain', category: null, affect }, NOTHING);
    expect(Object.keys(plain).sort()).toEqual(['excluded', 'kinds', 'tones', 'vectors', 'words']);
    expect(plain.vectors).toEqual([]);
  });

  it('have a vector for each of the first four senses that are told apart, and not that of the row', () => {
    const components = (first: number) => Int8Array.of(first, ...Array(93).fill(0));
    const senses = ['a', 'b', 'c', 'd', 'e'].map((sense, i) => ({ sense, components: components(i) }));
    const { vectors } = similarityFeatures(
      { char: '開', tone: 'plain', category: null, affect },
      { ...NOTHING, row, senses },
    );
    expect(vectors.map((vector) => [vector[0], vector[94], vector.length])).toEqual([
      [0, 7, 96],
      [1, 7, 96],
      [2, 7, 96],
      [3, 7, 96],
    ]);
  });

  it('of a joke have jokes among the first', () => {
    const affect = { valence: '中', emotion: '平', themes: [], themesInferred: [] } as const;
    const { tones } = similarityFeatures({ char: '拉柴', tone: 'joke', category: null, affect }, NOTHING);
    expect(tones).toEqual([['plain', 'literary', 'joke'], 50_000]);
  });

  it('of a phrase are the sum of its meanings, which count alike, brought to the length of a row', () => {
    const [first, second] = [Int8Array.of(40, ...Array(95).fill(0)), Int8Array.of(0, 30, ...Array(94).fill(0))];
    const {
      vectors: [vector],
      ...rest
    } = phraseFeatures([first, second]);
    expect([...vector!.subarray(0, 3)]).toEqual([28, 28, 0]);
    expect([...vector!.subarray(94)]).toEqual([7, 16]);
    expect(rest).toEqual({
      words: new Map(),
      kinds: [['word', 'phrase'], 100_000],
      tones: [['plain', 'literary'], 50_000],
      excluded: [],
    });
    expect(phraseFeatures([first], ['日']).excluded).toEqual(['日']);
    expect(phraseFeatures([])).toBe(NO_SIMILARITY_FEATURES);
    expect(phraseFeatures([new Int8Array(96)])).toBe(NO_SIMILARITY_FEATURES);
  });
});

describe('the similarity of words with a share', () => {
  it('is the share from a fifth on, and in the same order below it, above words without one', () => {
    const shares = [0.95, 0.5, 0.2, 0.1, 0.02, 0.01].map((share, i) => [`詞${i}`, { row, share }] as const);
    const features = rankedFeatures(phraseFeatures([row]), new Map(shares));
    const { toFraction } = similarityOrder(features, false);
    // What is in songs and no specialist entry has 150,000 more.
    const similarities = [...features.words.keys()].map((word) =>
      toFraction(scoreOfRow(features, word, row) + 150_000),
    );
    expect(similarities).toEqual([0.95, 0.5, 0.2, 0.175, 0.155, 0.153]);
    expect(toFraction(150_000 + 19_999)).toBeLessThan(0.1);
    // Where sound narrows the field a rare word has less, and still more than one without a share.
    const narrow = similarityOrder(features, true).toFraction;
    const rare = scoreOfRow(features, '詞5', row) + 150_000;
    expect(narrow(rare)).toBeGreaterThan(narrow(150_000 + 19_999));
  });
});

describe('the order by likeness', () => {
  it('has popular words and short ones first where sound narrows the field, of the same similarity as without', () => {
    const [wide, narrow] = [
      similarityOrder(NO_SIMILARITY_FEATURES, false),
      similarityOrder(NO_SIMILARITY_FEATURES, true),
    ];
    expect(wide.by.features).not.toHaveProperty('popular');
    expect(narrow.by.features).toMatchObject({ popular: [20_000, 400], shorter: 120 });
    expect(narrow.by.nearScore - wide.by.nearScore).toBe(520);
    expect(narrow.toFraction(152_921 + 1320)).toBe(wide.toFraction(152_921 + 800));
    expect(wide.toFraction(wide.by.nearScore)).toBe(0.4);
  });
});

describe('similarity', () => {
  it('is the same whatever kind and tone a word is of', () => {
    expect([50_000, 100_000, 150_000].map((first) => similarityOfScore(first + 12_000))).toEqual(
      Array(3).fill(similarityOfScore(12_000)),
    );
  });

  it('goes from 0 to 1 in the order of the scores', () => {
    const shown = Array.from({ length: 500 }, (_, i) => similarityOfScore(i * 100));
    expect(shown[0]).toBe(0);
    expect(shown.at(-1)).toBe(1);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    for (const value of shown) expect(value).toBe(Math.round(value * 1000) / 1000);
  });

  it('is the same for a specialist entry, which comes after all others', () => {
    const scores = [0, 3000, 4521, 10_100, 39_500];
    expect(scores.map((score) => similarityOfScore(score + 50_000))).toEqual(scores.map(similarityOfScore));
    // The best score of all: a curated synonym of score 100 with the same meaning, and all that can be shared.
    expect(30_000 + 100 * 100 + ANY_PRODUCT + 130).toBeLessThan(50_000);
  });

  it('is 0 for a word of another meaning, 0.8 at most for one that is no synonym, and more for synonyms', () => {
    // 2032 is the constant, 889 the greatest popularity, 1600 the same meaning, 130 all that can be shared, 183 a less likely synonym.
    const unrelated = 2032 + 889;
    expect([0, unrelated, unrelated + 1600, unrelated + 1600 + 130 + 183].map(similarityOfScore)).toEqual([
      0, 0, 0.8, 0.8,
    ]);
    expect(similarityOfScore(unrelated + 800)).toBe(0.4);
    expect([10_000 + 100, 30_000 + 100].map(similarityOfScore)).toEqual([0.801, 0.901]);
  });
});
