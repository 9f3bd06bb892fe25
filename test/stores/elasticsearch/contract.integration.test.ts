import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { suggestionCases } from '../../contract/cases/suggestion-cases.ts';
import { wordCases } from '../../contract/cases/word-cases.ts';
import { lexiconReader } from '../../contract/queries.ts';
import { describeStoreContract } from '../../contract/store-contract.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

await describeOnElasticsearch('the Elasticsearch store', (url) => {
  const [target, boundedTarget] = [targetOn(url), targetOn(url)];
  // What is answered is tried here, not how soon: an engine that this very test keeps busy is waited for.
  const open = (prefix: string) => openElasticsearchStore({ node: url, prefix, watchdogEnabled: false });
  afterAll(async () => {
    for (const each of [target, boundedTarget]) {
      await removeAll(each);
      await each.client.close();
    }
  }, 60_000);

  describeStoreContract('on a real Elasticsearch', async () => {
    await loadBuild(target, smallBuild());
    return open(target.prefix);
  });

  describe('with a word table that holds a part of the lexicon', () => {
    let store: LexiconStore;
    const read = lexiconReader(() => store);
    beforeAll(async () => {
      const bounds = { words: 5, characters: 100 };
      await loadBuild(
        boundedTarget,
        smallBuild('gsmall', () => undefined, bounds),
      );
      store = await open(boundedTarget.prefix);
    }, 120_000);
    afterAll(() => store?.close());

    it('knows what it lacks', async () => {
      expect(await read(async (lexicon) => (await lexicon.wordTable()).isComplete)).toBe(false);
    });
    wordCases(read);
    suggestionCases(read);
  });
});
