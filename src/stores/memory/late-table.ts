import { setImmediate } from 'node:timers/promises';

/**
 * A table that a start has no time for. It is made after the start in slices of a few milliseconds, so that requests are answered
 * meanwhile.
 */
export interface LateTable<T> {
  /** Makes the table, or what is left to make of it, giving way to other work between the slices. */
  warm(): Promise<void>;
  /** The table; what is not made yet is made now, at once. */
  get(): T;
  /** The table if it is made already. */
  peek(): T | undefined;
}

/** Milliseconds: short beside what a request takes. */
const SLICE = 5;

/** @param make does the work; each `yield` is a place where it may be interrupted */
export function lateTable<T>(make: () => Generator<void, T>): LateTable<T> {
  let work: Generator<void, T> | undefined;
  let made: { readonly table: T } | undefined;
  let warming: Promise<void> | undefined;

  const goOn = (isOver: () => boolean) => {
    work ??= make();
    while (!made) {
      const step = work.next();
      if (step.done) made = { table: step.value };
      else if (isOver()) return;
    }
    work = undefined;
  };

  const inSlices = async () => {
    while (!made) {
      await setImmediate();
      const end = performance.now() + SLICE;
      if (!made) goOn(() => performance.now() >= end);
    }
  };

  return {
    warm: () => (warming ??= inSlices()),
    peek: () => made?.table,
    get() {
      if (!made) goOn(() => false);
      return made!.table;
    },
  };
}
