import { describe, expect, it } from '@jest/globals';
import {
  type Claim,
  claimKey,
  drawClaims,
  FACETS,
  type Facet,
  halfOf,
  type Label,
  precisionOf,
  wilson,
} from '../../../indexer/quality/samples.ts';

const rounded = (interval: readonly number[]) => interval.map((bound) => Number(bound.toFixed(3)));

describe('the interval of a share', () => {
  it('is Wilson’s', () => {
    // (0.8 + 0.19207 ± 1.96 · √(0.016 + 0.0096037)) ÷ 1.384146
    expect(rounded(wilson(8, 10))).toEqual([0.49, 0.943]);
    expect(rounded(wilson(0, 10))).toEqual([0, 0.278]);
    expect(rounded(wilson(10, 10))).toEqual([0.722, 1]);
    expect(wilson(0, 0)).toEqual([0, 1]);
  });
});

describe('precision', () => {
  const claims: Claim[] = Array.from({ length: 40 }, (_, i) => ({ word: `詞${i}`, value: '喜悅', rank: i }));
  const facet: Facet = { name: 'emotion', sample: 100, target: 0.88, claims: () => claims };
  // The first band has a fifth of the sample.
  const drawn = drawClaims(facet, claims);
  const ofHalf = (half: 'dev' | 'test') => drawn.filter(({ word }) => halfOf(word) === half);

  it('counts the labelled claims of the draw, each in its half', () => {
    expect(drawn).toHaveLength(20);
    const given: Label[] = ['ok', 'near', 'wrong', 'ok'];
    const labels = new Map(
      ofHalf('dev')
        .slice(0, 4)
        .map((claim, i) => [claimKey(claim), given[i]!]),
    );
    const { halves, stillShown, target } = precisionOf(facet, claims, labels);
    expect(halves.dev).toMatchObject({
      judged: 4,
      unjudged: ofHalf('dev').length - 4,
      counts: { ok: 2, near: 1, wrong: 1 },
      precision: 0.75,
      strict: 0.5,
    });
    expect(halves.test).toMatchObject({ judged: 0, precision: null, strict: null });
    expect([stillShown, target]).toEqual([1, 0.88]);
  });

  it('counts neither what is no longer shown nor what is shown but not drawn', () => {
    const left = claims.find((claim) => !drawn.includes(claim))!;
    const labels = new Map<string, Label>([
      [claimKey(left), 'wrong'],
      ['走了\t喜悅', 'wrong'],
      [claimKey(drawn[0]!), 'ok'],
    ]);
    const { halves, stillShown } = precisionOf(facet, claims, labels);
    expect(halves.dev.judged + halves.test.judged).toBe(1);
    expect(halves.dev.counts.wrong + halves.test.counts.wrong).toBe(0);
    expect(stillShown).toBeCloseTo(2 / 3);
  });
});

describe('the facets', () => {
  it('claim what a word is shown with', () => {
    const affect = { emotion: '喜悅', valence: '正', themes: ['家', '友情'], themesInferred: ['節日'] } as const;
    const word = { char: '開心', rank: 3, reg: '通', category: 'adj.all', affect } as const;
    const neutral = { ...affect, emotion: '平', themes: [], themesInferred: [] } as const;
    const plain = { ...word, char: '枱', category: null, affect: neutral } as const;
    const relations = [
      { word: '開心', related: '快樂', type: 'syn' },
      { word: '開心', related: '傷心', type: 'ant' },
    ] as const;
    const shown = FACETS.map(({ name, claims }) => [
      name,
      [...claims({ words: [word, plain], relations })].map((claim) => `${claim.word} ${claim.value}`),
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      synonyms: ['開心 快樂'],
      antonyms: ['開心 傷心'],
      emotion: ['開心 喜悅'],
      valence: ['開心 正', '枱 正'],
      themes: ['開心 家', '開心 友情'],
      'themes-inferred': ['開心 節日'],
      categories: ['開心 adj.all'],
      registers: ['開心 通', '枱 通'],
    });
  });
});
