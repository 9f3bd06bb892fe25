import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { BackendError } from '../../../src/lexicon/store.ts';
import { pageQuery } from '../../contract/queries.ts';
import { NOTICED } from '../../indexer/elasticsearch/damaged-by-hand.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { until } from '../../support/until.ts';
import { copyLive, loadBuild, smallBuild, targetForTests } from './support.ts';

// Readiness is one question: could a replica that starts now serve, and does this one?
await describeOnElasticsearch('a lexicon that was damaged while it is served', (url) => {
  const [whole, target] = [targetForTests(url), targetForTests(url)];
  const open = async () => {
    const prepare = [async (lexicon: { wordTable(): Promise<unknown> }) => void (await lexicon.wordTable())];
    return target.open({ prepare, checkIntervalMs: 200 });
  };
  const untilUpIs = (store: LexiconStore, expected: boolean) =>
    until(async () => {
      const { engineUp, ready } = await store.health();
      return engineUp === expected && (ready || !expected);
    });
  let words = 0;
  const search = (store: LexiconStore) =>
    store.read((lexicon) => lexicon.page(pageQuery({ starts: '海', category: ['noun.object', `x${words++}`] })));

  beforeAll(() => loadBuild(whole, smallBuild()));
  afterEach(target.clear);

  it.each(NOTICED)(
    'is known, and its requests answered or refused with the time to try again: $name',
    async ({ inflict, detail, isServed }) => {
      await copyLive(whole, target, 'gsmall');
      const store = await open();
      await untilUpIs(store, true);
      await inflict(target.client, target.prefix, 'gsmall');
      await untilUpIs(store, false);
      expect(await store.health()).toMatchObject({ ready: true, detail: expect.stringMatching(detail) });
      if (isServed) expect((await search(store)).total).toBe(2);
      else {
        const error = await search(store).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(BackendError);
        expect(error).toMatchObject({ kind: 'unavailable' });
      }
      const fresh = await open();
      await untilUpIs(fresh, false);
      expect((await fresh.health()).ready).toBe(false);
    },
  );
});
