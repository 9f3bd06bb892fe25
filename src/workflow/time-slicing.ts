import { setImmediate } from 'node:timers/promises';

/** Milliseconds: short beside what a request takes. */
const SLICE_MS = 5;

/**
 * For long work on the event loop. Call the answer where the work may be interrupted, and await what it returns: other work gets its
 * turn once a slice is used up; before that it returns undefined, so that nothing is awaited.
 */
export function createYielder(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return setImmediate().then(() => {
      sliceEnd = performance.now() + SLICE_MS;
    });
  };
}

/** Runs a generator to its end and answers what it returns, with other work in between. */
export async function runInSlices<T>(generator: Generator<void, T>): Promise<T> {
  const yieldIfDue = createYielder();
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
    const otherWork = yieldIfDue();
    if (otherWork) await otherWork;
  }
}

/** The same without interruption. */
export function runToCompletion<T>(generator: Generator<void, T>): T {
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
  }
}
