import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../../src/http/metrics.ts';
import { entryFromLine } from '../../../src/lexicon/formats.ts';
import { linesToBytes, memoryLexicon, memoryStore } from '../../../src/stores/memory/memory-store.ts';
import { toNaiveResult } from '../../contract/comparable.ts';
import { naivePage } from '../../contract/naive.ts';
import { randomPageQuery } from '../../contract/random-query.ts';
import { entryLines, relationLines, smallManifest } from '../../contract/small-lexicon.ts';
import { smallLexicon, smallRows } from '../../contract/small-lexicon-meanings.ts';
import fc from '../../support/fast-check.ts';

describe('the embedded store on the small lexicon', () => {
  const lines = entryLines();
  const entries = lines.map(entryFromLine);
  const lexicon = smallLexicon(lines);
  const rows = smallRows(lines.map(({ char }) => char));

  it('returns what a naive scan returns for any query', async () => {
    await fc.assert(
      fc.asyncProperty(randomPageQuery(entries), async (query) => {
        expect(toNaiveResult(await lexicon.page(query))).toEqual(naivePage(entries, query, rows));
      }),
      { numRuns: 500 },
    );
  });

  it('scores all words for a page that reaches beyond the leading ones', async () => {
    const [first, second, ...others] = entries.map(({ char }) => char);
    for (const limit of [1, 2, 3]) {
      const query = {
        words: { themeScope: 'tagged' },
        sound: {},
        order: {
          by: 'similarity',
          features: {
            vectors: [],
            // The last ones come behind a word with a token, though they have weights of their own.
            words: new Map([
              [first!, 9000],
              [second!, 8000],
              [others.at(-1)!, 100],
              [others.at(-2)!, 100],
            ]),
            tokens: [[Array.from(others[0]!), 500]],
            leadingScore: 7000,
            excluded: [],
          },
        },
        start: { offset: 0 },
        limit,
        facets: [],
      } as const;
      expect(toNaiveResult(await lexicon.page(query))).toEqual(naivePage(entries, query, rows));
    }
  });
});

describe('the embedded store', () => {
  it('is ready after preparation, and answers before', async () => {
    const lexicon = memoryLexicon(smallManifest('g1'), linesToBytes(entryLines()), linesToBytes(relationLines()));
    const { promise, resolve } = Promise.withResolvers<void>();
    const prepared: string[] = [];
    const store = memoryStore(lexicon, [
      async ({ generation }) => {
        await promise;
        prepared.push(generation.name);
      },
    ]);
    const metrics = createMetrics();
    metrics.gauge('lexicon_ready', 'ready', async () => Number((await store.health()).ready));
    const warming = store.warm();
    expect(await store.health()).toEqual({ ready: false, detail: 'the word tables of generation g1 are being made' });
    expect(await metrics.text()).toContain('lexicon_ready 0');
    expect((await store.read((one) => one.lookup(['海']))).size).toBe(1);
    resolve();
    await warming;
    expect(await store.health()).toEqual({ ready: true, detail: 'embedded store, generation g1' });
    expect(await metrics.text()).toContain('lexicon_ready 1');
    expect(prepared).toEqual(['g1']);
  });
});
