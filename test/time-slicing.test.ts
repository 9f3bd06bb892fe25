import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { lazyTable } from '../src/time-slicing.ts';

/** Counts to `steps`, and may be interrupted after each step. */
function countingTable(steps: number) {
  const done = { steps: 0, starts: 0 };
  const table = lazyTable(function* () {
    done.starts++;
    for (let i = 0; i < steps; i++) {
      done.steps++;
      // Long enough that a slice is soon over.
      for (const end = performance.now() + 1; performance.now() < end; );
      yield;
    }
    return `counted to ${steps}`;
  });
  return { table, done };
}

describe('a lazy table', () => {
  it('is not built before it is needed', () => {
    const { done } = countingTable(3);
    expect(done).toEqual({ steps: 0, starts: 0 });
  });

  it('is built synchronously on first use, and only once', async () => {
    const { table, done } = countingTable(3);
    expect(table.get()).toBe('counted to 3');
    expect(table.get()).toBe('counted to 3');
    await table.warm();
    expect(done).toEqual({ steps: 3, starts: 1 });
  });

  it('yields to other work while it warms up', async () => {
    const { table, done } = countingTable(30);
    const warming = table.warm();
    expect(done.steps).toBe(0);
    await setImmediate();
    await setImmediate();
    expect(done.steps).toBeGreaterThan(0);
    expect(done.steps).toBeLessThan(30);
    await warming;
    expect(done).toEqual({ steps: 30, starts: 1 });
  });

  it('finishes a warm-up in progress on first use', async () => {
    const { table, done } = countingTable(30);
    const warming = table.warm();
    await setImmediate();
    await setImmediate();
    expect(table.get()).toBe('counted to 30');
    await warming;
    expect(done).toEqual({ steps: 30, starts: 1 });
  });
});
