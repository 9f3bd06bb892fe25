import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createWatchdog } from '../../../src/stores/elasticsearch/watchdog.ts';

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the Elasticsearch watchdog', () => {
  // Nearly all of each is waiting: they wait side by side.
  it.concurrent('aborts all searches in flight when the probe is refused, and says so', async () => {
    const gone: Error[] = [];
    const watchdog = createWatchdog(
      () => Promise.reject(new Error('connection refused')),
      (error) => gone.push(error),
    );
    const both = await Promise.allSettled([watchdog.watch(never), watchdog.watch(never)]);
    for (const one of both) expect(one).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
    const [first, second] = both as PromiseRejectedResult[];
    // One fault, so that it is counted once.
    expect(first!.reason).toBe(second!.reason);
    expect(gone).toEqual([first!.reason]);
  });

  it.concurrent('waits for an engine that misses two probes', async () => {
    let probes = 0;
    const watchdog = createWatchdog((signal) => (++probes <= 2 ? never(signal) : Promise.resolve()));
    expect(await watchdog.watch((signal) => sleep(3200, 'found', { signal }))).toBe('found');
    expect(probes).toBeGreaterThanOrEqual(3);
  });

  it.concurrent('gives up an engine that is silent to three probes', async () => {
    let probes = 0;
    const watchdog = createWatchdog((signal) => {
      probes++;
      return never(signal);
    });
    await expect(watchdog.watch(never)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(probes).toBe(3);
  });

  it.concurrent('lets a long search go on while the engine lives', async () => {
    let probes = 0;
    const watchdog = createWatchdog(async () => probes++);
    expect(await watchdog.watch(() => sleep(1400, 'found'))).toBe('found');
    expect(probes).toBeGreaterThan(0);
  });

  it.concurrent('counts a response during a probe as alive', async () => {
    const watchdog = createWatchdog(() => sleep(800).then(() => Promise.reject(new Error('no answer'))));
    const slow = watchdog.watch((signal) => sleep(2500, 'found', { signal }));
    const others = (async () => {
      for (let time = 0; time < 5; time++) await watchdog.watch((signal) => sleep(600, undefined, { signal }));
    })();
    expect(await slow).toBe('found');
    await others;
  });

  it.concurrent('does not count a new search as a response', async () => {
    let probes = 0;
    const watchdog = createWatchdog(async () => {
      probes++;
      await sleep(300);
      throw new Error('no answer');
    });
    // Given up by its caller while the pulse is felt, so that the next one is alone when it begins.
    const gone = watchdog.watch(() => sleep(600).then(() => Promise.reject(new Error('given up'))));
    const next = sleep(700).then(() => watchdog.watch(never));
    const [, ended] = await Promise.allSettled([gone, next]);
    expect(ended).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
    expect(probes).toBe(1);
  });

  it.concurrent('runs one probe at a time', async () => {
    let [probing, most] = [0, 0];
    const watchdog = createWatchdog(async () => {
      most = Math.max(most, ++probing);
      await sleep(300);
      probing--;
    });
    const asked = Array.from({ length: 8 }, async (_, at) => {
      await sleep(at * 60);
      return await watchdog.watch(() => sleep(900, at));
    });
    expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(1);
  });
});

describe('the Elasticsearch watchdog, on an event loop of its own', () => {
  it('sends no probe while responses arrive', async () => {
    let probes = 0;
    const watchdog = createWatchdog(async () => probes++);
    const end = performance.now() + 900;
    while (performance.now() < end) await watchdog.watch(() => sleep(20));
    expect(probes).toBe(0);
  });

  it('measures in event-loop turns, so a blocked loop is not taken for an outage', async () => {
    // The sign of life comes at once, and this thread is too busy to hear it.
    const probe = async () => {
      const sign = new Promise((resolve) => setImmediate(resolve));
      const end = performance.now() + 1200;
      while (performance.now() < end);
      await sign;
    };
    const watchdog = createWatchdog(probe);
    expect(await watchdog.watch(() => sleep(1800, 'found'))).toBe('found');
  });
});
