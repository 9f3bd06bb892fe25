import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listGenerations } from '../../indexer/elasticsearch/cluster-target.ts';
import { withLock } from '../../indexer/elasticsearch/lock.ts';
import { MIN_RETIRED_MS, prune } from '../../indexer/elasticsearch/prune.ts';
import { rollback } from '../../indexer/elasticsearch/swap.ts';
import { waitForCopies } from '../../indexer/elasticsearch/wait-for-copies.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { openElasticsearchStore } from '../../src/stores/elasticsearch/open.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import { currentBuild, excerpt, writeBuildFiles } from './builds.ts';
import { runCommand, startCommand } from './command.ts';
import { whileReading } from './concurrent-readers.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

/** A small lexicon in which every definition names its generation. */
export function taggedBuild(generation: string): BuildFiles {
  return smallBuild(generation, ({ entries }) => {
    for (const line of entries) line.definition = generation;
  });
}

async function waitUntil(test: () => Promise<boolean>): Promise<void> {
  while (!(await test())) await sleep(50);
}

const generationOf = (store: LexiconStore) => store.read(async (lexicon) => lexicon.generation.name);

export function describeReindexing(url: string): void {
  describe('reindexing under load', () => {
    const target = targetOn(url);
    let store: LexiconStore;
    beforeAll(async () => {
      await loadBuild(target, taggedBuild('g1'));
      // What is answered is tried here, not how soon: an engine that loads beside the test on a busy machine is waited for.
      store = await openElasticsearchStore({ node: url, prefix: target.prefix, watchdogEnabled: false });
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
          await loadBuild(target, taggedBuild(name), { smokeWords: 5 });
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

    it('sends only what changed, and says what it was', async () => {
      const changed = smallBuild('g8', ({ entries, relations }) => {
        for (const line of entries) line.definition = 'g7';
        entries[2]!.definition = 'a great deal of water';
        relations.pop();
      });
      const report = await loadBuild(target, changed, { changedOnly: true });
      // 海 itself, the two relations that lead to it, and the relation that is gone; 33 entries and 26 relations were there.
      expect(report.changes).toEqual({ added: 0, changed: 3, removed: 1, unchanged: 55, examples: ['海'] });
      await waitUntil(async () => (await generationOf(store)) === 'g8');
      const [sea] = await store.read(async (lexicon) => [...(await lexicon.lookup(['海'])).values()]);
      expect(sea!.entry.definition).toBe('a great deal of water');
    }, 120_000);
  });

  describe('a load that goes wrong', () => {
    const target = targetOn(url);
    const folder = mkdtempSync(join(tmpdir(), 'lexicon-builds-'));
    const args = ['--to', url, '--prefix', target.prefix];
    let store: LexiconStore;
    beforeAll(async () => {
      await loadBuild(target, taggedBuild('g1'));
      store = await openElasticsearchStore({ node: url, prefix: target.prefix });
      writeBuildFiles(folder, await excerpt(await currentBuild(), 4000, 'gexcerpt'));
    }, 300_000);
    afterAll(async () => {
      await store.close();
      await removeAll(target);
      await target.client.close();
      rmSync(folder, { recursive: true });
    }, 60_000);

    const load = () => startCommand(['load', ...args, '--build', folder]);

    it('refuses a second load while one is running, and says which', async () => {
      await withLock(target, 'load', async () => {
        const { code, err } = await load().outcome;
        expect(code).toBe(1);
        expect(err).toContain(`"lexicon load" is running on`);
        expect(err).toContain(`process ${process.pid}`);
      });
    }, 60_000);

    it('leaves the live generation alone when a document is refused, and says which document', async () => {
      const bad = smallBuild('gbad', ({ entries }) => {
        entries[5]!.readings = [{ ...entries[5]!.readings[0]!, jyutping: 'hoi7' }];
      });
      await expect(loadBuild(target, bad)).rejects.toThrow(/"行".*not valid jyutping/);
      const counted = smallBuild('gshort');
      const short = { ...counted, manifest: { ...counted.manifest, counts: { entries: 34, relations: 26 } } };
      await expect(loadBuild(target, short)).rejects.toThrow(/holds 33 documents, 34 were expected/);
      expect((await listGenerations(target)).map(({ name }) => name)).toEqual(['g1']);
    }, 60_000);

    it('goes live with copies that have no node yet, says so at once where there is none for them, and refuses nothing', async () => {
      const several = { shards: 3, replicas: 1 } as const;
      const notes: string[] = [];
      const onNote = (note: string) => void notes.push(note);
      // One node can never hold a shard twice: nothing is waited for.
      const build = taggedBuild('gcopies');
      const report = await loadBuild(target, build, { ...several, onNote });
      expect(report).toMatchObject({ generation: 'gcopies', loaded: true, missingCopies: 6 });
      expect(notes).toEqual([]);
      const args = ['load', '--to', url, '--prefix', target.prefix, '--build', folder, '--shards', '3'];
      const told = await runCommand([...args, '--replicas', '1', '--wait-seconds', '600']);
      expect(told).toMatchObject({ code: 0, out: expect.stringContaining('gexcerpt is live instead of gcopies') });
      expect(told.err).toContain('WARNING: 6 copies of shards are on no node yet');
      await rollback(target, 'g1');
      await prune(target, 0, Date.now() + MIN_RETIRED_MS + 1);
    }, 300_000);

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

    it('says that the disk is full when the cluster makes the new index read-only', async () => {
      // Read-only from its first moment: a block that is set while the load runs may come too late for it.
      const name = `${target.prefix}-full-disk`;
      await target.client.indices.putIndexTemplate({
        name,
        index_patterns: [indexNames('gexcerpt', target.prefix).entries],
        template: { settings: { 'index.blocks.read_only_allow_delete': true } },
      });
      const { code, err } = await load().outcome.finally(() => target.client.indices.deleteIndexTemplate({ name }));
      expect(err).toMatch(/disk/);
      expect(code).toBe(1);
      expect(await generationOf(store)).toBe('g1');
      expect((await listGenerations(target)).map(({ name }) => name)).toEqual(['g1']);
    }, 120_000);

    it('can be killed at any point: the live generation serves on, and the next load is clean', async () => {
      const readings = await whileReading(store, 3, async () => {
        for (const moment of [
          400,
          900 + Math.random() * 600,
          1600 + Math.random() * 1500,
          3200 + Math.random() * 2000,
        ]) {
          const loading = load();
          await sleep(moment);
          loading.process.kill('SIGKILL');
          await loading.outcome;
          const live = (await listGenerations(target)).find((one) => one.live);
          if (live?.name !== 'g1') return;
        }
      });
      expect([readings.failures, readings.mixed.filter((names) => !names.includes('gexcerpt'))]).toEqual([[], []]);
      const { code, out, err } = await load().outcome;
      expect({ code, out, err }).toMatchObject({ code: 0 });
      const verified = await runCommand(['verify', ...args, '--build', folder, '--words', '20']);
      expect(verified.out).toContain('4000 entries');
      const names = (await listGenerations(target)).map(({ name, live }) => `${name} ${live}`);
      expect(names.sort()).toEqual(['g1 false', 'gexcerpt true']);
    }, 300_000);
  });
}
