import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { pulse } from '../../../src/stores/elasticsearch/pulse.ts';

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the pulse of Elasticsearch', () => {
  it('gives up all that is under way when there is no sign of life', async () => {
    const life = pulse(() => Promise.reject(new Error('no answer')));
    const both = await Promise.allSettled([life.watch(never), life.watch(never)]);
    for (const one of both) expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
    const [first, second] = both as PromiseRejectedResult[];
    // One fault, so that it is counted once.
    expect(first!.reason).toBe(second!.reason);
  });

  it('lets a long search go on while the engine lives', async () => {
    let felt = 0;
    const life = pulse(async () => felt++);
    expect(await life.watch(() => sleep(1000, 'found'))).toBe('found');
    expect(felt).toBeGreaterThan(0);
  });

  it('does not feel while answers come', async () => {
    let felt = 0;
    const life = pulse(async () => felt++);
    const end = performance.now() + 900;
    while (performance.now() < end) await life.watch(() => sleep(20));
    expect(felt).toBe(0);
  });

  it('counts turns of its own loop, so that being held up is not taken for silence', async () => {
    // The sign of life comes at once, and this thread is too busy to hear it.
    const feel = async () => {
      const sign = new Promise((resolve) => setImmediate(resolve));
      const end = performance.now() + 1200;
      while (performance.now() < end);
      await sign;
    };
    const life = pulse(feel);
    expect(await life.watch(() => sleep(1800, 'found'))).toBe('found');
  });
});
