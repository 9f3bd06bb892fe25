import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { listGenerations, MIN_RETIRED_MS, prune, rollback } from '../../../indexer/elasticsearch/generations.ts';
import { withLock } from '../../../indexer/elasticsearch/lock.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexNames } from '../../../src/stores/elasticsearch/generations.ts';
import { largerBuild, loadBuild, smallBuild, taggedBuild, targetForTests } from '../../stores/elasticsearch/support.ts';
import { writeBuildFiles } from '../../support/builds.ts';
import { type RunningCommand, runCommand, startCommand } from '../../support/command.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { folderForTests } from '../../support/for-tests.ts';
import { whileReading } from './concurrent-readers.ts';

/** When a load is killed: so many milliseconds after it has said what it does. */
const KILLS: readonly (readonly [step: string | undefined, afterMs: number])[] = [
  [undefined, 400],
  ['sending documents', 0],
  ['sending documents', 200],
  ['merging into one segment', 0],
  ['verifying counts', 0],
  ['switching the aliases', 0],
];

/** Resolves when a command has written a text on standard error. */
function said({ process }: RunningCommand, text: string): Promise<void> {
  let all = '';
  return new Promise((resolve) => {
    process.stderr!.on('data', (part: string) => {
      all += part;
      if (all.includes(text)) resolve();
    });
  });
}

const generationOf = (store: LexiconStore) => store.read(async (lexicon) => lexicon.generation.name);

await describeOnElasticsearch('a load that goes wrong', (url) => {
  const target = targetForTests(url);
  const folder = folderForTests();
  const args = ['--to', url, '--prefix', target.prefix];
  let store: LexiconStore;
  beforeAll(async () => {
    await loadBuild(target, taggedBuild('g1'));
    store = await target.open();
    writeBuildFiles(folder, largerBuild('glarger', 2000));
  });

  const load = () => startCommand(['load', ...args, '--build', folder]);

  it('refuses a second load while one is running, and says which', async () => {
    await withLock(target, 'load', async () => {
      const { code, err } = await load().outcome;
      expect(code).toBe(1);
      expect(err).toContain('is running. Wait for it to end');
      expect(err).toContain(`process ${process.pid}`);
    });
  });

  it('leaves the live generation alone when a document is refused, and says which document', async () => {
    const bad = smallBuild('gbad', ({ entries }) => {
      entries[5]!.readings = [{ ...entries[5]!.readings[0]!, jyutping: 'hoi7' }];
    });
    await expect(loadBuild(target, bad)).rejects.toThrow(/"行".*not valid jyutping/);
    const counted = smallBuild('gshort');
    const lines = counted.manifest.counts.entries;
    const short = { ...counted, manifest: { ...counted.manifest, counts: { entries: lines + 1, relations: 26 } } };
    await expect(loadBuild(target, short)).rejects.toThrow(`holds ${lines} documents, ${lines + 1} were expected`);
    expect((await listGenerations(target)).map(({ name }) => name)).toEqual(['g1']);
  });

  it('goes live with copies that have no node yet, says so at once where there is none for them, and refuses nothing', async () => {
    const several = { shards: 3, replicas: 1 } as const;
    const notes: string[] = [];
    const onNote = (note: string) => void notes.push(note);
    // One node can never hold a shard twice: nothing is waited for.
    const build = taggedBuild('gcopies');
    const report = await loadBuild(target, build, { ...several, onNote });
    expect(report).toMatchObject({ generation: 'gcopies', loaded: true, missingCopies: 9 });
    expect(notes).toEqual([]);
    const args = ['load', '--to', url, '--prefix', target.prefix, '--build', folder, '--shards', '3'];
    const told = await runCommand([...args, '--replicas', '1', '--wait-seconds', '600']);
    expect(told).toMatchObject({ code: 0, out: expect.stringContaining('glarger is live instead of gcopies') });
    expect(told.err).toContain('WARNING: 9 copies of shards are on no node yet');
    await rollback(target, 'g1');
    await prune(target, 0, Date.now() + MIN_RETIRED_MS + 1);
  });

  it('says that the disk is full when the cluster makes the new index read-only', async () => {
    // Read-only from its first moment: a block that is set while the load runs may come too late for it.
    const name = `${target.prefix}-full-disk`;
    const index = indexNames('glarger', target.prefix).entries;
    const full = { 'index.blocks.read_only_allow_delete': true };
    const { indices, cluster } = target.client;
    await indices.putIndexTemplate({ name, index_patterns: [index], template: { settings: full } });
    // Once Elasticsearch has looked at its disk, it lifts the block. The server of these tests seldom looks, another one that
    // ELASTICSEARCH_URL names is told to; a look that is planned there already cannot be put off, so the block is set again all the while.
    const looksEvery = (interval: string | null) =>
      cluster.putSettings({ persistent: { 'cluster.info.update.interval': interval } });
    await looksEvery('1h');
    const running = load();
    const again = setInterval(() => void indices.putSettings({ index, settings: full }).catch(() => {}), 100);
    const { code, err } = await running.outcome.finally(() => {
      clearInterval(again);
      return Promise.all([indices.deleteIndexTemplate({ name }), looksEvery(null)]);
    });
    expect(err).toMatch(/disk/);
    expect(code).toBe(1);
    expect(await generationOf(store)).toBe('g1');
    expect((await listGenerations(target)).map(({ name }) => name)).toEqual(['g1']);
  });

  it('can be killed at any point: the live generation serves on, and the next load is clean', async () => {
    const readings = await whileReading(store, 3, async () => {
      for (const [step, afterMs] of KILLS) {
        const loading = load();
        const isThere = step === undefined ? Promise.resolve() : said(loading, step);
        await Promise.race([isThere, loading.outcome]);
        await sleep(afterMs);
        loading.process.kill('SIGKILL');
        await loading.outcome;
        const live = (await listGenerations(target)).find((one) => one.live);
        if (live?.name !== 'g1') return;
      }
    });
    expect([readings.failures, readings.mixed]).toEqual([[], []]);
    const { code, out, err } = await load().outcome;
    expect({ code, out, err }).toMatchObject({ code: 0 });
    const verified = await runCommand(['verify', ...args, '--build', folder, '--words', '20']);
    expect(verified.out).toContain(`${smallBuild().manifest.counts.entries + 2000} entries`);
    const names = (await listGenerations(target)).map(({ name, live }) => `${name} ${live}`);
    expect(names.sort()).toEqual(['g1 false', 'glarger true']);
  });
});
