import { describe, expect, it } from '@jest/globals';
import type { Affect } from '../../src/lexicon/entry.ts';
import { NO_SIMILARITY_FEATURES, similarityFeatures } from '../../src/lexicon/similarity.ts';

const affect: Affect = { valence: '中', emotion: '平', themes: [], themesInferred: [] };

describe('similarity', () => {
  it('puts the word itself above curated synonyms and those above generated ones', () => {
    const features = similarityFeatures({ char: '開心', category: null, affect }, [
      { word: '快樂', source: 'curated', score: 1 },
      { word: '愉快', source: 'generated', score: 100 },
      { word: '靚', source: 'generated', score: 1 },
    ]);
    expect([...features.words]).toEqual([
      ['快樂', 800],
      ['愉快', 600],
      ['靚', 204],
      ['開心', 1000],
    ]);
    expect(features.maximum).toBe(1000);
    expect(Object.keys(features).sort()).toEqual(['maximum', 'words']);
  });

  it('adds what is shared, and what the word itself then scores', () => {
    const feeling = { ...affect, emotion: '喜悅', themes: ['愛情', '海'], themesInferred: ['夜'] };
    const features = similarityFeatures({ char: '愛', category: 'verb.emotion', affect: feeling }, []);
    expect(features).toEqual({
      words: new Map([['愛', 1000]]),
      emotion: ['喜悅', 60],
      themes: [['愛情', '海'], 40],
      category: ['verb.emotion', 30],
      maximum: 1130,
    });
  });

  it('to nothing has a maximum to divide by', () => {
    expect([NO_SIMILARITY_FEATURES.words.size, NO_SIMILARITY_FEATURES.maximum]).toEqual([0, 1000]);
  });
});
