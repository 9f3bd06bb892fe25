import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listGenerations } from '../../../indexer/elasticsearch/cluster-target.ts';
import { MIN_RETIRED_MS, prune } from '../../../indexer/elasticsearch/prune.ts';
import { rollback } from '../../../indexer/elasticsearch/swap.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexNames } from '../../../src/stores/elasticsearch/index-names.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { loadBuild, removeAll, taggedBuild, targetOn } from '../../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { whileReading } from './concurrent-readers.ts';

async function waitUntil(test: () => Promise<boolean>): Promise<void> {
  while (!(await test())) await sleep(50);
}

const generationOf = (store: LexiconStore) => store.read(async (lexicon) => lexicon.generation.name);

await describeOnElasticsearch('reindexing under load', (url) => {
  const target = targetOn(url);
  let store: LexiconStore;
  beforeAll(async () => {
    await loadBuild(target, taggedBuild('g1'));
    // What is answered is tried here, not how soon: an engine that loads beside the test on a busy machine is waited for.
    store = await openElasticsearchStore({ node: url, prefix: target.prefix });
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await removeAll(target);
    await target.client.close();
  }, 60_000);

  it('fails no request, mixes no generations and never goes back', async () => {
    const announced: string[] = [];
    const stop = store.onGeneration((generation) => announced.push(generation));
    const names = ['g2', 'g3', 'g4', 'g5'];
    const readings = await whileReading(store, 6, async () => {
      for (const name of names) {
        await loadBuild(target, taggedBuild(name));
        await waitUntil(async () => (await generationOf(store)) === name);
      }
    });
    stop();
    expect(readings.failures).toEqual([]);
    expect(readings.mixed).toEqual([]);
    expect(readings.answered).toBeGreaterThan(100);
    expect(announced).toEqual(names);
    for (const seen of readings.generationsSeen) expect(seen).toEqual([...new Set(seen)].sort());
  }, 240_000);

  it('retries on the next generation when the current one is deleted during a request', async () => {
    await loadBuild(target, taggedBuild('g6'));
    await waitUntil(async () => (await generationOf(store)) === 'g6');
    await loadBuild(target, taggedBuild('g7'));
    await target.client.indices.delete({ index: Object.values(indexNames('g6', target.prefix)) });
    let runs = 0;
    const answer = await store.read(async (lexicon) => {
      runs++;
      const [entry] = (await lexicon.lookup(['海'])).values();
      return [lexicon.generation.name, entry!.entry.definition];
    });
    expect(answer).toEqual(['g7', 'g7']);
    expect(runs).toBeLessThanOrEqual(2);
  }, 120_000);

  it('rolls back while clients read, and forward again by a load that sends nothing', async () => {
    const readings = await whileReading(store, 4, async () => {
      expect((await rollback(target)).to).toBe('g5');
      await waitUntil(async () => (await generationOf(store)) === 'g5');
      expect(await rollback(target, 'g3')).toEqual({ from: 'g5', to: 'g3' });
      await waitUntil(async () => (await generationOf(store)) === 'g3');
      const report = await loadBuild(target, taggedBuild('g7'));
      expect(report).toMatchObject({ generation: 'g7', previous: 'g3', loaded: true, documents: 0 });
      await waitUntil(async () => (await generationOf(store)) === 'g7');
    });
    expect([readings.failures, readings.mixed]).toEqual([[], []]);
    await expect(rollback(target, 'g99')).rejects.toThrow(/no whole generation g99.*g3/);
  }, 120_000);

  it('prunes only generations without readers', async () => {
    const fresh = await prune(target, 1);
    expect(fresh.remove).toEqual([]);
    const later = await prune(target, 1, Date.now() + MIN_RETIRED_MS + 1000);
    expect(later.retained.map(({ name }) => name)).toEqual(['g3']);
    expect((await listGenerations(target)).map(({ name }) => name).sort()).toEqual(['g3', 'g7']);
    expect(await generationOf(store)).toBe('g7');
  }, 60_000);
});
