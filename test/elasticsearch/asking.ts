import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { autocomplete } from '../../src/api/autocomplete.ts';
import { searchClient } from '../../src/stores/elasticsearch/client.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/generation.ts';
import { type ElasticsearchLexicon, elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { findLive } from '../../src/stores/elasticsearch/live.ts';
import { searcher } from '../../src/stores/elasticsearch/search.ts';
import { relationQuery } from '../contract/ask.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

/** How often the engine is asked. */
export function describeAsking(url: string): void {
  describe('round trips', () => {
    const target = targetOn(url);
    const client = searchClient({ node: url });
    let lexicon: ElasticsearchLexicon;
    let asked = 0;
    beforeAll(async () => {
      await loadBuild(target, smallBuild());
      const live = await findLive(client, target.prefix, undefined, 10_000);
      lexicon = elasticsearchLexicon(pinnedGeneration(searcher(client, 0), live.meta, live.indices));
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

    it('are one for what is asked side by side, and one each for what is asked in turn', async () => {
      const lookup = () => lexicon.lookup(['海']);
      const relations = () => lexicon.relations(relationQuery('海', { limit: 10 }));
      expect(await count(() => Promise.all([lookup(), relations()]))).toBe(1);
      expect(await count(async () => [await lookup(), await relations()])).toBe(2);
    });

    it('are one for a suggestion', async () => {
      expect(await count(() => lexicon.suggest('海', 10, { vulgar: false }))).toBe(1);
    });

    it('are none for the usual suggestions to a first character or letter, or for fewer, once they were asked for ahead', async () => {
      const { meta, indices } = await findLive(client, target.prefix, undefined, 10_000);
      const keeping = () => elasticsearchLexicon(pinnedGeneration(searcher(client, 2 ** 20), meta, indices));
      const [asked, unasked] = [keeping(), keeping()];
      await asked.askAhead(() => false);
      await unasked.askAhead(() => true);
      for (const prefix of ['海', 'h', 'ho']) {
        // As the API asks where the caller says nothing else.
        const { limit, vulgar } = autocomplete.request.query.parse({ prefix });
        const suggest = (lexicon: ElasticsearchLexicon, most = limit) => lexicon.suggest(prefix, most, { vulgar });
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
