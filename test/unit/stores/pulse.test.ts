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

  it('takes an answer that comes while it is felt for a sign of life', async () => {
    const life = pulse(() => sleep(400).then(() => Promise.reject(new Error('no answer'))));
    const slow = life.watch((signal) => sleep(1500, 'found', { signal }));
    const others = (async () => {
      for (let time = 0; time < 5; time++) await life.watch((signal) => sleep(300, undefined, { signal }));
    })();
    expect(await slow).toBe('found');
    await others;
  });

  it('does not take a question for an answer', async () => {
    let felt = 0;
    const life = pulse(async () => {
      felt++;
      await sleep(300);
      throw new Error('no answer');
    });
    // Given up by its caller while the pulse is felt, so that the next one is alone when it begins.
    const gone = life.watch(() => sleep(320).then(() => Promise.reject(new Error('given up'))));
    const next = sleep(380).then(() => life.watch(never));
    const [, ended] = await Promise.allSettled([gone, next]);
    expect(ended).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
    expect(felt).toBe(1);
  });

  it('is felt for once at a time', async () => {
    let [feeling, most] = [0, 0];
    const life = pulse(async () => {
      most = Math.max(most, ++feeling);
      await sleep(300);
      feeling--;
    });
    const asked = Array.from({ length: 8 }, async (_, at) => {
      await sleep(at * 60);
      return await life.watch(() => sleep(900, at));
    });
    expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(1);
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
