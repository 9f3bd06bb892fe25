import { setImmediate } from 'node:timers/promises';

/**
 * A table that a start has no time for. It is made after the start in slices of a few milliseconds, so that requests are answered
 * meanwhile.
 */
export interface LazyTable<T> {
  /** Makes the table, or what is left to make of it, giving way to other work between the slices. */
  warm(): Promise<void>;
  /** The table; what is not made yet is made now, at once. */
  get(): T;
  /** The table if it is made already. */
  peek(): T | undefined;
}

/** Milliseconds: short beside what a request takes. */
const SLICE_MS = 5;

/** @param build does the work; each `yield` is a place where it may be interrupted */
export function lazyTable<T>(build: () => Generator<void, T>): LazyTable<T> {
  let generator: Generator<void, T> | undefined;
  let built: { readonly table: T } | undefined;
  let pendingBuild: Promise<void> | undefined;

  const advance = (isTimeUp: () => boolean) => {
    generator ??= build();
    while (!built) {
      const step = generator.next();
      if (step.done) built = { table: step.value };
      else if (isTimeUp()) return;
    }
    generator = undefined;
  };

  const buildInSlices = async () => {
    while (!built) {
      await setImmediate();
      const deadline = performance.now() + SLICE_MS;
      if (!built) advance(() => performance.now() >= deadline);
    }
  };

  return {
    warm: () => (pendingBuild ??= buildInSlices()),
    peek: () => built?.table,
    get() {
      if (!built) advance(() => false);
      return built!.table;
    },
  };
}
