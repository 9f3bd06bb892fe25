import { beforeAll, expect, it } from '@jest/globals';
import { listGenerations, MIN_RETIRED_MS, prune, rollback } from '../../../indexer/elasticsearch/generations.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexNames } from '../../../src/stores/elasticsearch/generations.ts';
import { loadBuild, taggedBuild, targetForTests } from '../../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { until } from '../../support/until.ts';
import { whileReading } from './concurrent-readers.ts';

const generationOf = (store: LexiconStore) => store.read(async (lexicon) => lexicon.generation.name);

await describeOnElasticsearch('reindexing under load', (url) => {
  const target = targetForTests(url);
  let store: LexiconStore;
  beforeAll(async () => {
    await loadBuild(target, taggedBuild('g1'));
    store = await target.open({ checkIntervalMs: 200 });
  });

  it('fails no request, mixes no generations and never goes back', async () => {
    const announced: string[] = [];
    const stop = store.onGeneration((generation) => announced.push(generation));
    const names = ['g2', 'g3'];
    const readings = await whileReading(store, 6, async () => {
      for (const name of names) {
        await loadBuild(target, taggedBuild(name));
        await until(async () => (await generationOf(store)) === name);
      }
    });
    stop();
    expect(readings.failures).toEqual([]);
    expect(readings.mixed).toEqual([]);
    expect(readings.answered).toBeGreaterThan(100);
    expect(announced).toEqual(names);
    for (const seen of readings.generationsSeen) expect(seen).toEqual([...new Set(seen)].sort());
  });

  it('retries on the next generation when the current one is deleted during a request', async () => {
    // It looks for a new generation so rarely that only the deletion tells it.
    const late = await target.open({ checkIntervalMs: 600_000 });
    await loadBuild(target, taggedBuild('g4'));
    await target.client.indices.delete({ index: Object.values(indexNames('g3', target.prefix)) });
    let runs = 0;
    const answer = await late.read(async (lexicon) => {
      runs++;
      const [entry] = (await lexicon.lookup(['海'])).values();
      return [lexicon.generation.name, entry!.entry.definition];
    });
    expect([answer, runs]).toEqual([['g4', 'g4'], 2]);
    await until(async () => (await generationOf(store)) === 'g4');
  });

  it('rolls back while clients read, and forward again by a load that sends nothing', async () => {
    const readings = await whileReading(store, 4, async () => {
      expect((await rollback(target)).to).toBe('g2');
      await until(async () => (await generationOf(store)) === 'g2');
      expect(await rollback(target, 'g1')).toEqual({ from: 'g2', to: 'g1' });
      await until(async () => (await generationOf(store)) === 'g1');
      const report = await loadBuild(target, taggedBuild('g4'));
      expect(report).toMatchObject({ generation: 'g4', previous: 'g1', loaded: true, documents: 0 });
      await until(async () => (await generationOf(store)) === 'g4');
    });
    expect([readings.failures, readings.mixed]).toEqual([[], []]);
    await expect(rollback(target, 'g99')).rejects.toThrow(/no whole generation g99.*g1/);
  });

  it('prunes only generations without readers', async () => {
    const fresh = await prune(target, 1);
    expect(fresh.remove).toEqual([]);
    const later = await prune(target, 1, Date.now() + MIN_RETIRED_MS + 1000);
    expect(later.retained.map(({ name }) => name)).toEqual(['g1']);
    expect((await listGenerations(target)).map(({ name }) => name).sort()).toEqual(['g1', 'g4']);
    expect(await generationOf(store)).toBe('g4');
  });
});
