import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../../src/http/metrics.ts';
import { linesToBytes, memoryLexicon, memoryStore } from '../../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines, smallManifest } from '../../contract/small-lexicon.ts';

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
