import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { rollback } from '../../../indexer/elasticsearch/generations.ts';
import { createMetrics } from '../../../src/http/metrics.ts';
import type { Lexicon, LexiconStore, PrepareGeneration } from '../../../src/lexicon/store.ts';
import { characterTableOf } from '../../../src/lyrics/character-table.ts';
import { indexNames } from '../../../src/stores/elasticsearch/generations.ts';
import { startService } from '../../http/service.ts';
import { type SwitchableProxy, startProxy } from '../../servers/elasticsearch/switchable-proxy.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { until } from '../../support/until.ts';
import { copyLive, loadBuild, taggedBuild, targetForTests } from './support.ts';

const CHECK_INTERVAL_MS = 100;

const generationName = (store: LexiconStore) => store.read(async ({ generation }) => generation.name);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Work that waits for each generation until it is let go. */
function gate() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (name: string) => {
    if (!gates.has(name)) gates.set(name, Promise.withResolvers());
    return gates.get(name)!;
  };
  const prepared: string[] = [];
  const work: PrepareGeneration = async ({ generation }) => {
    prepared.push(generation.name);
    await gateOf(generation.name).promise;
  };
  return { work, prepared, open: (name: string) => gateOf(name).resolve() };
}

// How a service comes to serve another generation.
await describeOnElasticsearch('a new generation', (url) => {
  const [loaded, target] = [targetForTests(url), targetForTests(url)];
  const warnings: { readonly generation?: string; readonly reason?: string }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line)) });
  const open = (prepare: readonly PrepareGeneration[], node = url) =>
    target.open({ node, prepare, logger, checkIntervalMs: CHECK_INTERVAL_MS });
  const untilReady = (store: LexiconStore) => until(async () => (await store.health()).ready);
  const load = (name: string) => copyLive(loaded, target, name);

  beforeAll(async () => {
    for (const name of ['g1', 'g2', 'g3']) await loadBuild(loaded, taggedBuild(name));
  });
  beforeEach(() => void warnings.splice(0));
  afterEach(target.clear);

  describe('with the tables of the workflow', () => {
    let proxy: SwitchableProxy;
    beforeEach(async () => {
      proxy = await startProxy(url);
    });
    afterEach(() => proxy.stop());
    /** How often the word table was asked for. */
    const countTables = (requestLog: string) => requestLog.match(/"table":"words"/g)?.length ?? 0;
    const tables = [characterTableOf];
    const readTables = (store: LexiconStore) =>
      store.read(async (lexicon: Lexicon) => {
        const words = await lexicon.wordTable();
        await characterTableOf(lexicon);
        return [lexicon.generation.name, words.find('海')?.word, words.definition(words.numberOf('海')!)];
      });

    it('has its word table read once, before it is served, and by no request', async () => {
      await load('g1');
      const store = await open(tables, proxy.url);
      await untilReady(store);
      expect(countTables(proxy.requestLog())).toBe(1);
      expect(await readTables(store)).toEqual(['g1', '海', 'g1']);
      expect(countTables(proxy.requestLog())).toBe(0);
      await load('g2');
      await until(async () => (await generationName(store)) === 'g2');
      expect(countTables(proxy.requestLog())).toBe(1);
      expect(await readTables(store)).toEqual(['g2', '海', 'g2']);
      expect(countTables(proxy.requestLog())).toBe(0);
    });
  });

  it('leaves nothing of the one before in memory', async () => {
    await load('g1');
    const store = await open([characterTableOf]);
    await untilReady(store);
    const tables = await store.read(async (lexicon) => [
      new WeakRef(await lexicon.wordTable()),
      new WeakRef(await characterTableOf(lexicon)),
    ]);
    await store.read((lexicon) => lexicon.suggest('海', 10, { vulgar: true }));
    await load('g2');
    await until(async () => (await generationName(store)) === 'g2');
    await until(() => {
      collectGarbage();
      return tables.every((table) => table.deref() === undefined);
    });
  });

  it('is served at once where there is none, and the service is ready when it has been prepared', async () => {
    await load('g1');
    const { work, open: release } = gate();
    const metrics = createMetrics();
    const store = await open([work]);
    const service = await startService({ store, onRequestEnd: metrics.recordRequest });
    expect(await service.get('/readyz')).toMatchObject({
      status: 503,
      body: { detail: 'the word tables of generation g1 are being made' },
    });
    expect((await service.get('/api/lexicon/browse?limit=1')).body.words[0].definition).toBe('g1');
    release('g1');
    await untilReady(store);
    expect((await service.get('/readyz')).status).toBe(200);
    await service.stop();
    // A probe that was answered by 503 is no error of the service.
    expect(service.log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    expect(await metrics.text()).not.toContain('status="503"');
  });

  it('is announced and in the metrics when the service started before the first load', async () => {
    const metrics = createMetrics();
    const opened = await open([async () => undefined]);
    const store = metrics.instrumented(opened);
    const announced: string[] = [];
    store.onGeneration((name) => announced.push(name));
    expect((await store.health()).ready).toBe(false);
    await load('g1');
    await untilReady(store);
    expect(announced).toEqual(['g1']);
    expect(await metrics.text()).toContain('lexicon_generation_info{generation="g1"} 1');
  });

  it('is prepared beside the one that is served, and abandoned when it is replaced meanwhile', async () => {
    await load('g1');
    const { work, prepared, open: release } = gate();
    const store = await open([work]);
    const announced: string[] = [];
    store.onGeneration((name) => announced.push(name));
    release('g1');
    await untilReady(store);
    await load('g2');
    await until(() => prepared.includes('g2'));
    await load('g3');
    await sleep(8 * CHECK_INTERVAL_MS);
    // g2 must end before g3 is begun: never more than two at a time.
    expect([prepared, await generationName(store), (await store.health()).ready]).toEqual([['g1', 'g2'], 'g1', true]);
    release('g2');
    await until(() => prepared.includes('g3'));
    expect(await generationName(store)).toBe('g1');
    release('g3');
    await until(async () => (await generationName(store)) === 'g3');
    expect(announced).toEqual(['g3']);
  });

  it('that cannot be prepared is tried again, and the one before it served meanwhile', async () => {
    await load('g1');
    let tries = 0;
    const store = await open([
      async ({ generation }) => {
        if (generation.name === 'g2' && tries++ === 0) throw new Error('no room');
      },
    ]);
    await untilReady(store);
    await load('g2');
    // There may be others, of an engine that is slow.
    await until(() => warnings.some(({ generation, reason }) => generation === 'g2' && reason === 'no room'));
    expect([await generationName(store), (await store.health()).ready]).toEqual(['g1', true]);
    await until(async () => (await generationName(store)) === 'g2');
    expect(tries).toBe(2);
  });

  it('that is deleted while it is prepared is skipped', async () => {
    await load('g1');
    const { work, prepared, open: release } = gate();
    const walk: PrepareGeneration = async (lexicon) => {
      await work(lexicon);
      await lexicon.wordTable();
    };
    const store = await open([walk]);
    release('g1');
    await untilReady(store);
    await load('g2');
    await until(() => prepared.includes('g2'));
    await rollback(target);
    await target.client.indices.delete({ index: Object.values(indexNames('g2', target.prefix)) });
    release('g2');
    await sleep(8 * CHECK_INTERVAL_MS);
    expect([await generationName(store), (await store.health()).ready]).toEqual(['g1', true]);
  });

  it('is served unprepared when the one before it is gone', async () => {
    await load('g1');
    const { work, prepared, open: release } = gate();
    const store = await open([work]);
    release('g1');
    await untilReady(store);
    await load('g2');
    await until(() => prepared.includes('g2'));
    await target.client.indices.delete({ index: Object.values(indexNames('g1', target.prefix)) });
    const found = await store.read((lexicon) => lexicon.lookup(['海']));
    expect(found.get('海')!.entry.definition).toBe('g2');
    expect((await store.health()).ready).toBe(true);
    release('g2');
  });

  it('may be an earlier one, which is prepared anew', async () => {
    await load('g1');
    const prepared: string[] = [];
    const store = await open([async ({ generation }) => void prepared.push(generation.name)]);
    await untilReady(store);
    await load('g2');
    await until(async () => (await generationName(store)) === 'g2');
    await rollback(target);
    await until(async () => (await generationName(store)) === 'g1');
    expect(prepared).toEqual(['g1', 'g2', 'g1']);
  });
});
