import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { BackendError } from '../../../src/lexicon/store.ts';
import { pageQuery } from '../../contract/queries.ts';
import { startService } from '../../http/service.ts';
import { type SwitchableProxy, startProxy } from '../../servers/elasticsearch/switchable-proxy.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { until } from '../../support/until.ts';
import { loadBuild, smallBuild, targetForTests } from './support.ts';

// The service when its engine is away: what it answers meanwhile, and that it comes back by itself.
await describeOnElasticsearch('outages', (url) => {
  const target = targetForTests(url);
  let proxy: SwitchableProxy;
  let store: LexiconStore;
  beforeAll(async () => {
    proxy = await startProxy(url, 'cut');
    // Opened while the engine is down.
    store = await target.open({ node: proxy.url });
  });
  afterAll(() => proxy.stop());

  let requestCount = 0;
  /** Another question every time, so that no kept answer is given; 海 and 海洋 are always the answer. */
  const search = () =>
    store.read((lexicon) => lexicon.page(pageQuery({ starts: '海', category: ['noun.object', `x${requestCount++}`] })));
  const fault = (): Promise<unknown> =>
    search().then(
      () => 'answered',
      (error: unknown) => error,
    );
  const waitUntilUp = () =>
    until(async () => {
      const { ready, engineUp } = await store.health();
      return ready && engineUp === true;
    });
  const failUntilGivenUp = async () => {
    while ((await store.health()).engineUp) await fault();
  };

  it('starts while the engine is down, refuses with the time to try again, and is not ready', async () => {
    const error = await fault();
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 });
    expect((await store.health()).ready).toBe(false);
  });

  it('says that nothing has been loaded, and serves as soon as it has', async () => {
    proxy.set('open');
    await until(async () => (await store.health()).detail.includes('lexicon -- load'));
    await loadBuild(target, smallBuild());
    await waitUntilUp();
    expect((await search()).total).toBe(2);
  });

  it('breaks the circuit when the engine goes away, asks it nothing more, and recovers by itself', async () => {
    proxy.set('cut');
    expect(store.isCircuitOpen!()).toBe(false);
    await failUntilGivenUp();
    expect(store.isCircuitOpen!()).toBe(true);
    expect(await fault()).toMatchObject({ name: 'BackendError', kind: 'unavailable' });
    const before = proxy.connections;
    const refusals = await Promise.all(Array.from({ length: 50 }, fault));
    // The probe may have knocked meanwhile, once or twice; fifty requests did not.
    expect(proxy.connections - before).toBeLessThan(10);
    expect(refusals.every((error) => error instanceof BackendError)).toBe(true);
    proxy.set('open');
    await waitUntilUp();
    expect(store.isCircuitOpen!()).toBe(false);
    expect((await search()).total).toBe(2);
  });

  it('goes on without the engine with what needs none, and says so', async () => {
    const logged: Record<string, unknown>[] = [];
    const logger = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const served = await target.open({ node: proxy.url, logger });
    await using service = await startService({ store: served });
    const browse = '/api/lexicon/browse?limit=3';
    const another = () => `/api/lexicon/search?starts=%E6%B5%B7&limit=${5 + requestCount++}`;
    const other = '/api/lexicon/synonyms?word=%E9%96%8B%E5%BF%83';
    const fixed = ['/openapi.json', '/api/lexicon/autocomplete?prefix=%E6%B5%B7', '/healthz', browse];
    const before = await service.get(browse);
    expect(await service.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    proxy.set('cut');
    while ((await served.health()).engineUp) await service.get(another());
    for (let i = 0; i < 20; i++) await service.get(another());
    const { status, headers, body } = await service.get(other);
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '2', 'backend_unavailable']);
    expect(headers.get('content-type')).toMatch('application/problem+json');
    for (const path of fixed) expect([path, (await service.get(path)).status]).toEqual([path, 200]);
    expect((await service.post('/api/lexicon/annotate', { text: '海洋' })).status).toBe(200);
    expect((await service.get(browse)).body).toEqual(before.body);
    expect(await service.get('/readyz')).toMatchObject({ status: 200, body: { status: 'degraded' } });
    proxy.set('open');
    await until(async () => (await served.health()).engineUp === true);
    expect((await service.get(other)).status).toBe(200);
    const lines = logged.filter(({ msg }) => /Elasticsearch/.test(String(msg)));
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, reason: expect.any(String) }),
      expect.objectContaining({ level: 30, refused: expect.any(Number) }),
    ]);
    expect(Number(lines[1]!.refused)).toBeGreaterThan(20);
    // Not one stack; failed requests have a line without it, refused ones the line of the access log alone.
    expect(service.log.filter(({ err }) => err !== undefined)).toEqual([]);
    expect(service.log.filter(({ level, problem }) => Number(level) > 30 && problem === undefined).length).toBeLessThan(
      20,
    );
  });

  it('waits for an engine that is silent for a second', async () => {
    proxy.set('paused');
    const waiting = [search(), search()];
    // Far from the 3.5 s of its timeout, on a busy machine too.
    await sleep(1000);
    proxy.set('open');
    for (const { total } of await Promise.all(waiting)) expect(total).toBe(2);
    expect((await store.health()).engineUp).toBe(true);
  });

  it('fails requests to an engine that never responds', async () => {
    proxy.set('silent');
    expect(await fault()).toMatchObject({ name: 'BackendError', isCounted: false });
    await failUntilGivenUp();
    expect(await fault()).toMatchObject({ name: 'BackendError', kind: 'unavailable', isCounted: true });
    proxy.set('cut');
    proxy.set('open');
    await waitUntilUp();
    expect((await search()).total).toBe(2);
  });
});
