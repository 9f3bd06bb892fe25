import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { searchClient } from '../../src/stores/elasticsearch/client.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/generation.ts';
import { elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { findLive } from '../../src/stores/elasticsearch/live.ts';
import { searcher } from '../../src/stores/elasticsearch/search.ts';
import { relationQuery } from '../contract/ask.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

/** How often the engine is asked. */
export function describeAsking(url: string): void {
  describe('round trips', () => {
    const target = targetOn(url);
    const client = searchClient({ node: url });
    let lexicon: Lexicon;
    let asked = 0;
    beforeAll(async () => {
      await loadBuild(target, smallBuild());
      const live = await findLive(client, target.prefix, undefined, 10_000);
      lexicon = elasticsearchLexicon(pinnedGeneration(searcher(client, 0), live.meta, live.indices));
      // The variant characters are read once a generation.
      await lexicon.lookup([]);
      client.diagnostic.on('request', () => void asked++);
    }, 60_000);
    afterAll(async () => {
      await client.close();
      await removeAll(target);
      await target.client.close();
    }, 60_000);

    const count = async (work: () => Promise<unknown>) => {
      asked = 0;
      await work();
      return asked;
    };

    it('are one for what is asked side by side, and one each for what is asked in turn', async () => {
      const lookup = () => lexicon.lookup(['海']);
      const relations = () => lexicon.relations(relationQuery('海', { limit: 10 }));
      expect(await count(() => Promise.all([lookup(), relations()]))).toBe(1);
      expect(await count(async () => [await lookup(), await relations()])).toBe(2);
    });

    it('are one for a suggestion', async () => {
      expect(await count(() => lexicon.suggest('海', 10, { vulgar: false }))).toBe(1);
    });
  });
}
