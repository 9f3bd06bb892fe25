import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Length of a slice in milliseconds: short compared with a request. */
const SLICE_MS = 5;

/** Slices after which work lets all others pass. */
const SLICES_IN_A_ROW = 10;

/** Of the parts of a request, which share its slices: each alone may be short. */
interface Slices {
  /** Why nobody needs the result any more; undefined while somebody does. */
  readonly abandonedFor?: () => Error | undefined;
  /** On the clock of `performance.now()`. */
  sliceEnd: number;
  /** Number of slices that are over. */
  count: number;
}

const requestSlices = new AsyncLocalStorage<Slices | undefined>();

/** Does `work`, of which every part that is done in slices fails at the next slice once there is a reason to abandon it, with that. */
export function abandonable<T>(abandonedFor: () => Error | undefined, work: () => T): T {
  return requestSlices.run({ abandonedFor, sliceEnd: performance.now() + SLICE_MS, count: 0 }, work);
}

/** Does work that others wait for too: it goes on when the request that began it is abandoned. */
export function shared<T>(work: () => T): T {
  return requestSlices.run(undefined, work);
}

/** Yields to other work where the slice of the request is used up; undefined before that, and outside a request. */
export function yieldIfDue(): Promise<void> | undefined {
  const slices = requestSlices.getStore();
  return slices && yieldAtEnd(slices);
}

/** Work that waits for its next slice, in the order in which it came. */
const waiting: (() => void)[] = [];

/**
 * One slice is worked in each turn of the event loop: many at once would be a long turn, in which nobody else is served. The same work goes
 * on for some slices, as what is shared evenly ends for all at the end.
 */
function nextSlice(slices: Slices): Promise<void> {
  slices.count++;
  const goesOn = slices.count % SLICES_IN_A_ROW > 1;
  return new Promise((resolve) => {
    if (goesOn) waiting.unshift(resolve);
    else waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeFirst);
  });
}

function resumeFirst(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(resumeFirst);
}

function yieldAtEnd(slices: Slices): Promise<void> | undefined {
  if (performance.now() < slices.sliceEnd) return undefined;
  return nextSlice(slices).then(() => {
    const reason = slices.abandonedFor?.();
    if (reason) throw reason;
    slices.sliceEnd = performance.now() + SLICE_MS;
  });
}

/**
 * For long work on the event loop. Call the returned function where the work can be interrupted, and await its result: it yields to
 * other work once a slice is used up, and returns undefined before that, so that nothing is awaited. Rejects when the work was
 * abandoned meanwhile.
 */
export function createYielder(): () => Promise<void> | undefined {
  const slices = requestSlices.getStore() ?? { sliceEnd: performance.now() + SLICE_MS, count: 0 };
  return () => yieldAtEnd(slices);
}

/**
 * The same object, each of whose methods yields first where the slice of the request is used up: what a request asks of it one after another
 * would else be one turn of the event loop.
 */
export function yieldingMethods<T extends object>(object: T): T {
  const methods = Object.entries(object).map(([name, member]) => [
    name,
    isFunction(member) ? yielding(member) : member,
  ]);
  return Object.fromEntries(methods);
}

type AsyncMethod = (...parameters: readonly unknown[]) => Promise<unknown>;

const isFunction = (member: unknown): member is AsyncMethod => typeof member === 'function';

function yielding(method: AsyncMethod): AsyncMethod {
  return (...parameters) => yieldIfDue()?.then(() => method(...parameters)) ?? method(...parameters);
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
    await nextTurn();
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
