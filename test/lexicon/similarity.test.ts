import { describe, expect, it } from '@jest/globals';
import type { Affect } from '../../src/lexicon/entry.ts';
import type { SimilarityFeatures } from '../../src/lexicon/query.ts';
import {
  NO_SIMILARITY_FEATURES,
  phraseFeatures,
  rankedFeatures,
  scoreOfRow,
  similarityFeatures,
  similarityOfScore,
  similarityOrder,
} from '../../src/lexicon/similarity.ts';
import { describeFunctions } from '../support/function-tables.ts';

const affect: Affect = { valence: '中', emotion: '平', themes: [], themesInferred: [] };
const NOTHING = { synonyms: [], antonyms: [], variants: [], senses: [] };
const row = Int8Array.from({ length: 96 }, (_, place) => place);

/** A word, and what it has: relations, labels, `row` where its meaning is known, senses. */
interface Word {
  readonly char?: string;
  readonly tone?: 'plain' | 'joke';
  readonly category?: string;
  readonly affect?: Partial<Affect>;
  readonly basis?: object;
  readonly hasRow?: boolean;
  readonly senses?: readonly string[];
}
/** Of vectors the first three and the last three components. */
const shown = ({ vectors, words, ...rest }: SimilarityFeatures) => ({
  vectors: vectors.map((vector) => [...vector.subarray(0, 3), ...vector.subarray(93)].join(' ')),
  words: [...words].map(([word, weight]) => `${word} ${weight}`),
  ...rest,
});

describeFunctions('similarity', {
  features({ char = '愛', tone = 'plain', category, affect: own, basis, hasRow, senses = [] }: Word) {
    const components = (i: number) => Int8Array.of(i, ...Array(93).fill(0));
    const features = similarityFeatures(
      { char, tone, category: category ?? null, affect: { ...affect, ...own } },
      {
        ...NOTHING,
        ...basis,
        ...(hasRow && { row }),
        senses: senses.map((sense, i) => ({ sense, components: components(i) })),
      },
    );
    return shown(features);
  },
  /** Of rows by their first components; the others are 0. */
  phrase(rows: readonly (readonly number[])[], excluded: readonly string[] = []) {
    const features = phraseFeatures(
      rows.map((first) => Int8Array.of(...first, ...Array(96 - first.length).fill(0))),
      excluded,
    );
    return features === NO_SIMILARITY_FEATURES ? null : shown(features);
  },
  similarity: (...scores: number[]) => scores.map(similarityOfScore),
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
    expect(wide.order.features).not.toHaveProperty('popular');
    expect(narrow.order.features).toMatchObject({ popular: [20_000, 400], shorter: 120 });
    expect(narrow.order.nearScore - wide.order.nearScore).toBe(520);
    expect(narrow.toFraction(152_921 + 1320)).toBe(wide.toFraction(152_921 + 800));
    expect(wide.toFraction(wide.order.nearScore)).toBe(0.4);
  });
});

it('similarity goes from 0 to 1 in the order of the scores', () => {
  const shares = Array.from({ length: 500 }, (_, i) => similarityOfScore(i * 100));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  for (const value of shares) expect(value).toBe(Math.round(value * 1000) / 1000);
});
