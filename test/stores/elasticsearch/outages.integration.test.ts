import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BackendError } from '../../../src/lexicon/backend-error.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { pageQuery } from '../../contract/queries.ts';
import { type SwitchableProxy, startProxy } from '../../servers/elasticsearch/switchable-proxy.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

// The service when its engine is away: what it answers meanwhile, and that it comes back by itself.
await describeOnElasticsearch('outages', (url) => {
  const target = targetOn(url);
  let proxy: SwitchableProxy;
  let store: LexiconStore;
  beforeAll(async () => {
    proxy = await startProxy(url, 'cut');
    // Opened while the engine is down.
    store = await openElasticsearchStore({ node: proxy.url, prefix: target.prefix });
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await proxy.stop();
    await removeAll(target);
    await target.client.close();
  }, 60_000);

  let requestCount = 0;
  /** Another question every time, so that no kept answer is given; 海 and 海洋 are always the answer. */
  const search = () =>
    store.read((lexicon) => lexicon.page(pageQuery({ starts: '海', category: ['noun.object', `x${requestCount++}`] })));
  const fault = (): Promise<unknown> =>
    search().then(
      () => 'answered',
      (error: unknown) => error,
    );
  const waitForReadiness = async (ready: boolean) => {
    while ((await store.health()).ready !== ready) await sleep(50);
  };

  it('starts while the engine is down, refuses with the time to try again, and is not ready', async () => {
    const error = await fault();
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 });
    expect((await store.health()).ready).toBe(false);
  });

  it('says that nothing has been loaded, and serves as soon as it has', async () => {
    proxy.set('open');
    while (!(await store.health()).detail.includes('lexicon -- load')) await sleep(50);
    await loadBuild(target, smallBuild());
    await waitForReadiness(true);
    expect((await search()).total).toBe(2);
  }, 60_000);

  it('breaks the circuit when the engine goes away, asks it nothing more, and recovers by itself', async () => {
    proxy.set('cut');
    expect(store.isCircuitOpen!()).toBe(false);
    while ((await store.health()).ready) await fault();
    expect(store.isCircuitOpen!()).toBe(true);
    expect(await fault()).toMatchObject({ name: 'BackendError', kind: 'unavailable' });
    const before = proxy.connections;
    const refusals = await Promise.all(Array.from({ length: 50 }, fault));
    // The probe may have knocked meanwhile, once or twice; fifty requests did not.
    expect(proxy.connections - before).toBeLessThan(10);
    expect(refusals.every((error) => error instanceof BackendError)).toBe(true);
    proxy.set('open');
    await waitForReadiness(true);
    expect(store.isCircuitOpen!()).toBe(false);
    expect((await search()).total).toBe(2);
  }, 60_000);

  it('fails requests to an engine that never responds', async () => {
    proxy.set('silent');
    // Its pulse is felt long before a search's time is over, so that this is no timeout.
    expect(await fault()).toMatchObject({ name: 'BackendError', kind: 'unavailable' });
    while ((await store.health()).ready) await fault();
    proxy.set('cut');
    proxy.set('open');
    await waitForReadiness(true);
    expect((await search()).total).toBe(2);
  }, 120_000);
});
