import { setImmediate } from 'node:timers/promises';

/** Length of a slice in milliseconds: short compared with a request. */
const SLICE_MS = 5;

/**
 * For long work on the event loop. Call the returned function where the work can be interrupted, and await its result: it yields to
 * other work once a slice is used up, and returns undefined before that, so that nothing is awaited.
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

/** Runs a generator to completion in slices, and returns its result. */
export async function runInSlices<T>(generator: Generator<void, T>): Promise<T> {
  const yieldIfDue = createYielder();
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
    const otherWork = yieldIfDue();
    if (otherWork) await otherWork;
  }
}

/** Runs a generator to completion without yielding. */
export function runToCompletion<T>(generator: Generator<void, T>): T {
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
  }
}
