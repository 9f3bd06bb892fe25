import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ClusterTarget, listGenerations } from '../../../indexer/elasticsearch/cluster-target.ts';
import { readContents } from '../../../indexer/elasticsearch/verify.ts';
import { waitForCopies } from '../../../indexer/elasticsearch/wait-for-shards.ts';
import type { BuildFiles } from '../../../src/generation/build-files.ts';
import { parseMeaningTable } from '../../../src/lexicon/meaning.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexNames } from '../../../src/stores/elasticsearch/index-names.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { packTable } from '../../../src/stores/elasticsearch/stored-word-table.ts';
import { startCluster } from '../../servers/elasticsearch/cluster.ts';
import { loadBuild, taggedBuild, targetOn } from '../../stores/elasticsearch/support.ts';
import { excerpt } from '../../support/builds.ts';
import { describeWith } from '../../support/describe-with.ts';
import { fullBuild } from '../../support/full-build.ts';
import { whileReading } from './concurrent-readers.ts';

/** Name of the node that holds the primary of an index. */
async function primaryOf({ client }: ClusterTarget, index: string): Promise<string> {
  const shards = await client.cat.shards({ index, format: 'json', h: ['prirep', 'node'] });
  return shards.find(({ prirep }) => prirep === 'p')!.node!;
}

await describeWith('a cluster of three nodes', startCluster, (cluster) => {
  const target = targetOn(cluster.urls.join(','));
  let store: LexiconStore;
  let larger: BuildFiles;
  beforeAll(async () => {
    // Several requests of entries, so that some are still to come when the node is lost.
    larger = await excerpt((await fullBuild()).directory, 6000, 'glarger');
    await loadBuild(target, taggedBuild('g1'));
    store = await openElasticsearchStore({ node: cluster.urls.join(','), prefix: target.prefix });
  }, 300_000);
  afterAll(async () => {
    await store.close();
    await target.client.close();
  }, 60_000);

  const live = indexNames('g1', target.prefix);
  const settled = (nodes: number, status: 'green' | 'yellow') =>
    target.client.cluster.health(
      { wait_for_nodes: String(nodes), wait_for_status: status, timeout: '120s' },
      { maxRetries: 10 },
    );

  // Here, and not on the server that other suites share: a missing primary makes the whole cluster red.
  it('waits for a primary as long as it may, then says what is missing and changes nothing', async () => {
    const name = `${target.prefix}-nowhere`;
    const settings = { 'index.routing.allocation.require._name': 'no-such-node', number_of_replicas: 0 };
    const { indices } = target.client;
    await indices.create({ index: name, settings, wait_for_active_shards: 0 });
    const notes: string[] = [];
    const options = { waitSeconds: 7, onNote: (note: string) => void notes.push(note) };
    const waiting = waitForCopies(target, [name], 0, { ...options, signal: new AbortController().signal });
    await expect(waiting).rejects.toThrow(/primary shard.*missing after 7 s.*What was live is live/s);
    expect(notes[0]).toMatch(/^waiting for copies: 0 of 1 shards are there, \d+ s of at most 7$/);
    await indices.delete({ index: name });
  }, 60_000);

  describe('loses a node', () => {
    let lost = '';

    it('under reads: they go on, and nothing is lost', async () => {
      lost = await primaryOf(target, live.entries);
      const before = await readContents(target, live.entries);
      const readings = await whileReading(store, 4, async () => {
        await cluster.kill(lost);
        await settled(2, 'yellow');
        await sleep(2000);
      });
      expect([readings.failures, readings.mixed]).toEqual([[], []]);
      expect(readings.answered).toBeGreaterThan(50);
      expect(await primaryOf(target, live.entries)).not.toBe(lost);
      expect(await readContents(target, live.entries)).toEqual(before);
    }, 300_000);

    it('during a load: reads go on, the load ends whole or says what happened, and the next one is clean', async () => {
      await cluster.restart(lost);
      await settled(3, 'green');
      let said: unknown;
      let killed = '';
      const readings = await whileReading(store, 4, async () => {
        let begun = false;
        const loading = loadBuild(target, larger, {
          waitSeconds: 20,
          onWritten: () => {
            begun = true;
          },
        }).catch((error: unknown) => {
          said = error;
        });
        while (!begun && said === undefined) await sleep(5);
        killed = await primaryOf(target, indexNames('glarger', target.prefix).entries);
        await cluster.kill(killed);
        await loading;
      });
      expect(readings.failures).toEqual([]);
      if (said !== undefined) expect((said as Error).message).not.toBe('');
      const generations = await listGenerations(target);
      if (said !== undefined) expect(generations.find((one) => one.live)?.name).toBe('g1');
      await settled(2, 'yellow');

      await loadBuild(target, larger);
      const { counts } = larger.manifest;
      const indices = indexNames('glarger', target.prefix);
      expect((await readContents(target, indices.entries)).count).toBe(counts.entries);
      const tokens = parseMeaningTable(larger.meaningTokens).names.length;
      const { chunks } = packTable(larger.wordTable).description;
      expect((await readContents(target, indices.relations)).count).toBe(counts.relations);
      expect((await readContents(target, indices.tables)).count).toBe(tokens + chunks);
      expect((await listGenerations(target)).map(({ name, live }) => `${name} ${live}`).sort()).toEqual([
        'g1 false',
        'glarger true',
      ]);
    }, 400_000);
  });
});
