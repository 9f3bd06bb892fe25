import { describe, expect, it, jest } from '@jest/globals';
import { FACETS } from '../../../src/lexicon/facets.ts';
import { similarityFeatures } from '../../../src/lexicon/similarity.ts';

let madeSets = 0;
const actual = await import('../../../src/stores/memory/columns/entry-set.ts');
jest.unstable_mockModule('../../../src/stores/memory/columns/entry-set.ts', () => ({
  ...actual,
  createEntrySet(...args: Parameters<typeof actual.createEntrySet>) {
    madeSets++;
    return actual.createEntrySet(...args);
  },
}));
const { smallLexicon } = await import('../../contract/small-lexicon-meanings.ts');

describe('a warm store', () => {
  it('makes no table for the first page by meaning with all facets', async () => {
    const lexicon = smallLexicon();
    await lexicon.warm();
    expect(madeSets).toBeGreaterThan(0);
    madeSets = 0;
    const { entry } = (await lexicon.lookup(['海'])).get('海')!;
    const page = await lexicon.page({
      words: { themeScope: 'tagged' },
      sound: {},
      order: { by: 'similarity', features: similarityFeatures(entry, await lexicon.similarityBasis(entry)) },
      start: { offset: 0 },
      limit: 3,
      facets: FACETS,
    });
    expect([page.words.length, Object.keys(page.facets!).length]).toEqual([3, FACETS.length]);
    expect(madeSets).toBe(0);
  });
});
