import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { pulse } from '../../../src/stores/elasticsearch/pulse.ts';

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the pulse of Elasticsearch', () => {
  it('gives up all that is under way when there is no sign of life', async () => {
    const told: Error[] = [];
    const life = pulse(
      () => Promise.reject(new Error('no answer')),
      (error) => told.push(error),
    );
    const both = await Promise.allSettled([life.watch(never), life.watch(never)]);
    for (const one of both) expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'unavailable' } });
    expect(told).toHaveLength(1);
  });

  it('lets a long search go on while the engine lives', async () => {
    let felt = 0;
    const life = pulse(
      async () => felt++,
      () => expect('never').toBe('called'),
    );
    expect(await life.watch(() => sleep(1000, 'found'))).toBe('found');
    expect(felt).toBeGreaterThan(0);
  });

  it('does not feel while answers come', async () => {
    let felt = 0;
    const life = pulse(
      async () => felt++,
      () => undefined,
    );
    const end = performance.now() + 900;
    while (performance.now() < end) await life.watch(() => sleep(20));
    expect(felt).toBe(0);
  });

  it('feels again when this process was held up while it waited for the answer', async () => {
    const answers = [
      async () => {
        await sleep(0);
        // As a long piece of work in this thread would.
        const end = performance.now() + 700;
        while (performance.now() < end);
        throw new Error('timed out');
      },
      async () => 'alive',
    ];
    const life = pulse(
      async () => (await answers.shift()?.()) ?? 'alive',
      () => expect('never').toBe('called'),
    );
    expect(await life.watch(() => sleep(1600, 'found'))).toBe('found');
    expect(answers).toHaveLength(0);
  });
});
