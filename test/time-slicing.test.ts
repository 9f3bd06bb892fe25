import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { abandonable, createYielder, lazyTable, yieldingMethods } from '../src/time-slicing.ts';

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

describe('the methods of an object that yields', () => {
  /** Each call is short, and all together take several slices. */
  const work = yieldingMethods({
    async part() {
      for (const end = performance.now() + 2; performance.now() < end; );
    },
  });
  const countTurns = async (calls: () => Promise<void>) => {
    let turns = 0;
    let isDone = false;
    const watching = (async () => {
      for (; !isDone; turns++) await setImmediate();
    })();
    await calls();
    isDone = true;
    await watching;
    return turns;
  };
  const callTenTimes = async () => {
    for (let called = 0; called < 10; called++) await work.part();
  };

  it('leave other work its turns between the calls of a request', async () => {
    const turns = await countTurns(() => abandonable(() => undefined, callTenTimes));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('are called one after another outside a request', async () => {
    expect(await countTurns(callTenTimes)).toBe(1);
  });

  it('are not called any more when the request is abandoned', async () => {
    await expect(abandonable(() => new Error('gone'), callTenTimes)).rejects.toThrow('gone');
  });
});

it('works one slice in each turn of the event loop, whatever waits', async () => {
  const TASKS = 12;
  const started: number[] = [];
  let turn = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turn++) await setImmediate();
  })();
  const work = async () => {
    const yieldIfDue = createYielder();
    for (let i = 0; i < 3; i++) {
      for (const end = performance.now() + 6; performance.now() < end; );
      await yieldIfDue();
      started.push(turn);
    }
  };
  await Promise.all(Array.from({ length: TASKS }, work));
  isDone = true;
  await counting;
  expect(new Set(started).size).toBe(started.length);
});
