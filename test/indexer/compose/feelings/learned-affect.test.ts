import { describe, expect, it } from '@jest/globals';
import type { WordDecision } from '../../../../indexer/compose/categories/decisions.ts';
import { decideWordAffect } from '../../../../indexer/compose/feelings/feelings.ts';
import { trainLabels } from '../../../../indexer/compose/feelings/label-model.ts';
import {
  affectFeatures,
  type LearnedAffect,
  learnAffect,
} from '../../../../indexer/compose/feelings/learned-affect.ts';
import type { Meaning } from '../../../../indexer/compose/meaning/meaning.ts';
import type { AffectRow } from '../../../../indexer/tables/hand-written.ts';

describe('learning labels', () => {
  // Feature 0 goes with label 0, feature 1 with label 1, feature 2 with neither.
  const examples = Array.from({ length: 60 }, (_, i) => ({
    features: Uint32Array.from([i % 3, 3]),
    labels: i % 3 < 2 ? [i % 3] : [],
    known: [[0, 2]] as [number, number][],
  }));
  const probabilities = (features: number[], given = examples) => {
    const out = new Float64Array(2);
    trainLabels(given, { features: 4, labels: 2 })(Uint32Array.from(features), out);
    return [...out];
  };

  it('finds which feature goes with which label', () => {
    const [own, other] = probabilities([0, 3]);
    expect(own).toBeGreaterThan(0.8);
    expect(other).toBeLessThan(0.2);
    expect(Math.max(...probabilities([2, 3]))).toBeLessThan(0.2);
  });

  it('gives the same numbers for the same examples', () => {
    expect(probabilities([0, 1])).toEqual(probabilities([0, 1]));
  });

  it('learns nothing of labels that an example leaves open', () => {
    const open = examples.map((example) => ({ ...example, known: [[0, 1]] as [number, number][] }));
    const [own, left] = probabilities([1, 3], open);
    expect(own).toBeLessThan(0.2);
    expect(left).toBeCloseTo(1 / (1 + Math.exp(3)));
  });
});

const evidence = (given: object) => ({
  word: '',
  glosses: [],
  pos: 'a' as const,
  category: null,
  meaning: undefined,
  ratedSynonyms: [],
  ...given,
});

describe('the features of a word', () => {
  it('are its characters, the stems of its glosses, and what its senses and synonyms are rated', () => {
    const features = affectFeatures(
      evidence({
        word: '傷心',
        glosses: ['to be sad; grieving', 'the sadness'],
        category: 'adj.all',
        meaning: { valence: '負', emotion: '悲傷', themes: ['淚'] } as unknown as Meaning,
        ratedSynonyms: [{ word: '難過', emotion: '悲傷', valence: '負', themes: [] }],
      }),
    );
    expect([...features].sort()).toEqual(
      [
        ...[
          'pos a',
          'has 傷',
          'has 心',
          'first 傷',
          'last 心',
          'gloss sad',
          'gloss1 sad',
          'gloss griev',
          'gloss1 griev',
        ],
        ...['category adj.all', 'sense 負', 'sense 悲傷', 'sense #淚', 'synonym 悲傷', 'synonym 負'],
      ].sort(),
    );
  });

  it('are the pairs of characters too in longer words', () => {
    expect([...affectFeatures(evidence({ word: '火車站' }))]).toEqual(
      expect.arrayContaining(['has 火車', 'has 車站', 'last 站']),
    );
  });
});

describe('learning from rated words', () => {
  const rated = Array.from({ length: 120 }, (_, i): AffectRow => {
    const sad = i % 2 === 0;
    return {
      word: `${sad ? '悲' : '桌'}${i}`,
      emotion: sad ? '悲傷' : '',
      valence: sad ? '負' : '中',
      themes: [sad ? '淚' : '家'],
    };
  });
  const words = [...rated.map(({ word }) => word), '悲愁', '桌面'];
  const learn = (rows: readonly AffectRow[], given: readonly string[] = words) =>
    learnAffect({
      emotions: ['喜悅', '悲傷'],
      words: given.length,
      wordOf: (number) => given[number]!,
      evidenceOf: (number) => evidence({ word: given[number]!, pos: 'n' }),
      ratingOf: (number) => rows.find(({ word }) => word === given[number]),
      evidenceLabelsOf: () => ({ valence: null, emotion: null }),
    });

  it('passes a feeling to words that share what rated words have', () => {
    const sad = learn(rated)!(120);
    expect(sad).toMatchObject({ emotion: '悲傷' });
    expect(sad.emotionProbability).toBeGreaterThan(0.5);
    expect(sad.negative).toBeGreaterThan(0.5);
    expect(learn(rated)!(121).emotionProbability).toBeLessThan(0.2);
  });

  it('learns the same wherever the words stand', () => {
    expect(learn(rated, words.toReversed())!(1)).toEqual(learn(rated)!(120));
  });

  it('does not try where hardly any word is rated', () => {
    expect(learn(rated.slice(0, 20))).toBeUndefined();
  });
});

const decided = (given: Partial<WordDecision> = {}): WordDecision => ({
  pos: 'n',
  category: null,
  verified: false,
  emotion: null,
  valence: null,
  themes: [],
  ...given,
});
const learned = (given: Partial<LearnedAffect> = {}): LearnedAffect => ({
  positive: 0,
  negative: 0,
  emotion: '悲傷',
  emotionProbability: 0,
  known: 0,
  ...given,
});

describe('predicted affect of an unrated word', () => {
  const valences = new Map([['悲傷', '負' as const]]);
  const nothing = { emotion: undefined, valence: undefined };
  const felt = (own: Partial<WordDecision>, likeness: Partial<LearnedAffect>, given = {}) => {
    const { emotion, valence } = decideWordAffect(decided(own), {
      learned: learned(likeness),
      bySynonyms: null,
      valences,
      explicit: { ...nothing, ...given },
    });
    return [emotion, valence];
  };

  it('is accepted alone when likely, and with sense evidence when possible', () => {
    expect(felt({}, { emotionProbability: 0.6, negative: 0.9 })).toEqual(['悲傷', '負']);
    expect(felt({}, { emotionProbability: 0.3 })[0]).toBeNull();
    expect(felt({ emotion: '悲傷' }, { emotionProbability: 0.3, negative: 0.3 })).toEqual(['悲傷', '負']);
    expect(felt({ emotion: '悲傷' }, { emotionProbability: 0.05 })[0]).toBeNull();
    expect(felt({ emotion: '喜悅' }, { emotionProbability: 0.3 })[0]).toBeNull();
  });

  it('is neutral only where enough is known', () => {
    expect(felt({}, { known: 12 })[1]).toBe('中');
    expect(felt({}, { known: 3 })[1]).toBeNull();
    expect(felt({ valence: '正' }, { known: 3 })[1]).toBe('中');
    expect(felt({}, { known: 12, positive: 0.3 })[1]).toBeNull();
  });

  it('is what a person says, also that there is none', () => {
    expect(felt({}, { emotionProbability: 0.9 }, { emotion: null })[0]).toBeNull();
    expect(felt({}, { positive: 0.9 }, { valence: '負' })[1]).toBe('負');
  });
});
