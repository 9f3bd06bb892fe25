import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { autocomplete } from '../../src/operations/autocomplete.ts';
import { searchClient } from '../../src/stores/elasticsearch/client.ts';
import { type ElasticsearchLexicon, elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { findLiveGeneration } from '../../src/stores/elasticsearch/live-generation.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/pinned-generation.ts';
import { createSearcher } from '../../src/stores/elasticsearch/searcher.ts';
import { relationQuery } from '../contract/queries.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

/** How often the engine is asked. */
export function describeRoundTrips(url: string): void {
  describe('round trips', () => {
    const target = targetOn(url);
    const client = searchClient({ node: url });
    let lexicon: ElasticsearchLexicon;
    let asked = 0;
    beforeAll(async () => {
      await loadBuild(target, smallBuild());
      const live = await findLiveGeneration(client, target.prefix, undefined, 10_000);
      lexicon = elasticsearchLexicon(pinnedGeneration(createSearcher(client, 0), live.meta, live.indices));
      await lexicon.prepare();
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

    it('are one for concurrent searches, one each for sequential searches', async () => {
      const lookup = () => lexicon.lookup(['海']);
      const relations = () => lexicon.relations(relationQuery('海', { limit: 10 }));
      expect(await count(() => Promise.all([lookup(), relations()]))).toBe(1);
      expect(await count(async () => [await lookup(), await relations()])).toBe(2);
    });

    it('are one for a suggestion', async () => {
      expect(await count(() => lexicon.suggest('海', 10, { vulgar: false }))).toBe(1);
    });

    it('are none for prefetched suggestions of one character or letter', async () => {
      const { meta, indices } = await findLiveGeneration(client, target.prefix, undefined, 10_000);
      const cachingLexicon = () =>
        elasticsearchLexicon(pinnedGeneration(createSearcher(client, 2 ** 20), meta, indices));
      const [asked, unasked] = [cachingLexicon(), cachingLexicon()];
      await asked.prefetchSuggestions(() => false);
      await unasked.prefetchSuggestions(() => true);
      for (const prefix of ['海', 'h', 'ho']) {
        // As the API asks where the caller says nothing else.
        const { limit, vulgar } = autocomplete.request.query.parse({ prefix });
        const suggest = (lexicon: ElasticsearchLexicon, maxWords = limit) =>
          lexicon.suggest(prefix, maxWords, { vulgar });
        expect([prefix, await count(() => suggest(asked))]).toEqual([prefix, 0]);
        expect([prefix, await count(() => suggest(asked, 3))]).toEqual([prefix, 0]);
        expect([prefix, await count(() => suggest(unasked))]).toEqual([prefix, 1]);
        expect(await suggest(asked)).toEqual(await suggest(lexicon));
        expect(await suggest(asked, 3)).toEqual(await suggest(lexicon, 3));
        expect([prefix, await count(() => suggest(asked, 11))]).toEqual([prefix, 1]);
      }
    });
  });
}
