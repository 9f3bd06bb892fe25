import { setImmediate } from 'node:timers/promises';

/** Milliseconds: short beside what a request takes. */
const SLICE_MS = 5;

/** Runs a generator to its end and answers what it returns, giving way to other work after every slice. */
export async function runInSlices<T>(generator: Generator<void, T>): Promise<T> {
  for (;;) {
    const deadline = performance.now() + SLICE_MS;
    do {
      const step = generator.next();
      if (step.done) return step.value;
    } while (performance.now() < deadline);
    await setImmediate();
  }
}

/** The same without giving way. */
export function runToCompletion<T>(generator: Generator<void, T>): T {
  for (;;) {
    const step = generator.next();
    if (step.done) return step.value;
  }
}
