import { BackendError } from '../lexicon/backend-error.ts';

interface Waiting {
  /** By the clock of `performance`. */
  readonly until: number;
  readonly reject: (error: unknown) => void;
}

/** Carries out work, and fails with a timeout when it takes too long. */
export type WithTimeout = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * All work has the same time, so that what began first is the first to be late: one timer serves all of it. A timer for each
 * request costs more than many an answer.
 *
 * @param milliseconds that any work may take
 */
export function withTimeout(milliseconds: number): WithTimeout {
  /** In the order of their beginnings. */
  const waiting = new Set<Waiting>();
  let isArmed = false;
  // It holds no process up: a request that is waited for has a connection that does.
  const lookIn = (time: number) => {
    isArmed = true;
    setTimeout(look, time).unref();
  };
  const look = () => {
    isArmed = false;
    const now = performance.now();
    for (const one of waiting) {
      if (one.until > now) {
        lookIn(Math.ceil(one.until - now));
        return;
      }
      waiting.delete(one);
      // Made only when it is needed: an error with its stack costs more than many an answer too.
      one.reject(new BackendError('timeout', `no answer within ${milliseconds} ms`, { retryAfterSeconds: 1 }));
    }
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const one: Waiting = { until: performance.now() + milliseconds, reject };
      waiting.add(one);
      if (!isArmed) lookIn(milliseconds);
      work().then(
        (value) => {
          waiting.delete(one);
          resolve(value);
        },
        (error: unknown) => {
          waiting.delete(one);
          reject(error);
        },
      );
    });
}
