import { setImmediate } from 'node:timers/promises';

/** Milliseconds: short beside what a request takes. */
const SLICE_MS = 5;

/** Runs a generator to its end and answers what it returns, giving way to other work after every slice. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await setImmediate();
  }
}

/** The same without giving way. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
