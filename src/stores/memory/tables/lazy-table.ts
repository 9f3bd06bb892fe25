import { setImmediate } from 'node:timers/promises';

/** A table that is built after the start, in slices of a few milliseconds between requests. */
export interface LazyTable<T> {
  /** Builds the table, or the rest of it, yielding to other work between slices. */
  warm(): Promise<void>;
  /** The table; builds the missing rest synchronously. */
  get(): T;
  /** The table if it is complete. */
  peek(): T | undefined;
}

/** Length of a slice: short compared with a request. */
const SLICE_MS = 5;

/** @param build a generator that yields where it can be interrupted */
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
