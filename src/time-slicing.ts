import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** Length of a slice in milliseconds: short compared with a request. */
const SLICE_MS = 5;

const abandonment = new AsyncLocalStorage<AbortSignal | undefined>();

/** Does `work`, of which every part that is done in slices ends at the next slice once `signal` is aborted, with its reason. */
export function abandonable<T>(signal: AbortSignal, work: () => T): T {
  return abandonment.run(signal, work);
}

/** Does work that others wait for too: it goes on when the request that began it is abandoned. */
export function shared<T>(work: () => T): T {
  return abandonment.run(undefined, work);
}

/**
 * For long work on the event loop. Call the returned function where the work can be interrupted, and await its result: it yields to
 * other work once a slice is used up, and returns undefined before that, so that nothing is awaited. Rejects when the work was
 * abandoned meanwhile.
 */
export function createYielder(): () => Promise<void> | undefined {
  const signal = abandonment.getStore();
  let sliceEnd = performance.now() + SLICE_MS;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return setImmediate().then(() => {
      signal?.throwIfAborted();
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

/** A table that is built after the start, in slices of a few milliseconds between requests. */
export interface LazyTable<T> {
  /** Builds the table, or the rest of it, yielding to other work between slices. */
  warm(): Promise<void>;
  /** The table; builds the missing rest synchronously. */
  get(): T;
  /** The table if it is complete. */
  peek(): T | undefined;
}

/** @param build a generator that yields where it can be interrupted */
export function lazyTable<T>(build: () => Generator<void, T>): LazyTable<T> {
  let generator: Generator<void, T> | undefined;
  let built: { readonly table: T } | undefined;
  let pendingBuild: Promise<void> | undefined;

  const advance = () => {
    generator ??= build();
    const step = generator.next();
    if (!step.done) return;
    built = { table: step.value };
    generator = undefined;
  };

  const buildInSlices = async () => {
    await setImmediate();
    const yieldIfDue = createYielder();
    while (!built) {
      advance();
      const otherWork = yieldIfDue();
      if (otherWork) await otherWork;
    }
  };

  return {
    warm: () => (pendingBuild ??= shared(buildInSlices)),
    peek: () => built?.table,
    get() {
      while (!built) advance();
      return built.table;
    },
  };
}
