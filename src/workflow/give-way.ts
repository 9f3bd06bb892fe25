import { setImmediate } from 'node:timers/promises';

/** Milliseconds: short beside what a request takes. */
const SLICE = 5;

/**
 * For work that a caller can make long. The answer is to be awaited where the work may be interrupted: it lets other requests have
 * their turn once a slice is used up, and goes on at once before.
 */
export function givingWay(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE;
  return () => {
    if (performance.now() < end) return undefined;
    return setImmediate().then(() => {
      end = performance.now() + SLICE;
    });
  };
}
