import { beforeAll, expect, it } from '@jest/globals';
import { type ClusterTarget, listGenerations } from '../../../indexer/elasticsearch/generations.ts';
import { waitForCopies } from '../../../indexer/elasticsearch/indices.ts';
import { readContents } from '../../../indexer/elasticsearch/verify.ts';
import { parseMeaningTable } from '../../../src/lexicon/meaning.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexNames } from '../../../src/stores/elasticsearch/generations.ts';
import { packTable } from '../../../src/stores/elasticsearch/stored-word-table.ts';
import { startCluster } from '../../servers/elasticsearch/cluster.ts';
import { largerBuild, loadBuild, taggedBuild, targetForTests } from '../../stores/elasticsearch/support.ts';
import { describeWith } from '../../support/describe-with.ts';
import { whileReading } from './concurrent-readers.ts';

/** Name of the node that holds the primary of an index. */
async function primaryOf({ client }: ClusterTarget, index: string): Promise<string> {
  const shards = await client.cat.shards({ index, format: 'json', h: ['prirep', 'node'] });
  return shards.find(({ prirep }) => prirep === 'p')!.node!;
}

await describeWith('a cluster of three nodes', startCluster, (cluster) => {
  const target = targetForTests(cluster.urls.join(','));
  let store: LexiconStore;
  // Several requests of entries, so that some are still to come when the node is lost.
  const larger = largerBuild('glarger', 6000);
  beforeAll(async () => {
    await loadBuild(target, taggedBuild('g1'));
    store = await target.open();
  });

  const live = indexNames('g1', target.prefix);

  // Here, and not on the server that other suites share: a missing primary makes the whole cluster red.
  it('waits for a primary as long as it may, then says what is missing and changes nothing', async () => {
    const name = `${target.prefix}-nowhere`;
    const settings = { 'index.routing.allocation.require._name': 'no-such-node', number_of_replicas: 0 };
    const { indices } = target.client;
    await indices.create({ index: name, settings, wait_for_active_shards: 0 });
    const notes: string[] = [];
    const options = { waitSeconds: 15, onNote: (note: string) => void notes.push(note) };
    const waiting = waitForCopies(target, [name], 0, { ...options, signal: new AbortController().signal });
    await expect(waiting).rejects.toThrow(/primary shard.*missing after 15 s.*What was live is live/s);
    expect(notes[0]).toMatch(/^waiting for copies: 0 of 1 shards are there, \d+ s of at most 15$/);
    await indices.delete({ index: name });
  });

  it('loses the node of all primaries during a load: reads go on, nothing is lost, and the next load is clean', async () => {
    const lost = await primaryOf(target, live.entries);
    const before = await readContents(target, live.entries);
    const { indices } = target.client;
    const name = `${target.prefix}-on-one-node`;
    const onOneNode = { 'index.routing.allocation.require._name': lost };
    const ofLoad = Object.values(indexNames('glarger', target.prefix));
    await indices.putIndexTemplate({ name, index_patterns: ofLoad, template: { settings: onOneNode } });
    const begun = Promise.withResolvers<void>();
    const readings = await whileReading(store, 4, async () => {
      const loading = loadBuild(target, larger, { waitSeconds: 20, onWritten: () => begun.resolve() });
      const failed = expect(loading).rejects.toThrow(/./);
      await Promise.race([begun.promise, failed]);
      await cluster.kill(lost);
      await failed;
      await target.client.cluster.health(
        { wait_for_nodes: '2', wait_for_status: 'yellow', timeout: '120s' },
        { maxRetries: 10 },
      );
    });
    expect([readings.failures, readings.mixed]).toEqual([[], []]);
    expect(readings.answered).toBeGreaterThan(50);
    expect(await primaryOf(target, live.entries)).not.toBe(lost);
    expect(await readContents(target, live.entries)).toEqual(before);
    expect((await listGenerations(target)).find((one) => one.live)?.name).toBe('g1');

    await indices.deleteIndexTemplate({ name });
    await loadBuild(target, larger);
    const counts = await Promise.all(ofLoad.map(async (index) => (await readContents(target, index)).count));
    const tokens = parseMeaningTable(larger.meaningTokens).names.length;
    const { chunks } = packTable(larger.wordTable).description;
    const { entries, relations } = larger.manifest.counts;
    expect(counts).toEqual([entries, relations, tokens + chunks]);
    expect((await listGenerations(target)).map(({ name, live }) => `${name} ${live}`).sort()).toEqual([
      'g1 false',
      'glarger true',
    ]);
  });
});
