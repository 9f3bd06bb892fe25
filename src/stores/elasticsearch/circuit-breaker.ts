import { BackendError } from '../../lexicon/backend-error.ts';
import { unavailableError } from './errors.ts';

/**
 * Keeps requests from waiting on an engine that does not answer: after some failures in a row they are refused at once,
 * until a probe has succeeded.
 */
export interface CircuitBreaker {
  /** Why requests are refused now; undefined while they are let through. */
  openReason(): string | undefined;
  run<T>(work: () => Promise<T>): Promise<T>;
  recordSuccess(): void;
  recordFailure(error: unknown): void;
}

const FAILURE_THRESHOLD = 3;
/** After so long one request may try, should nothing else probe. */
const HALF_OPEN_AFTER_MS = 5000;

export function createCircuitBreaker(now: () => number = Date.now): CircuitBreaker {
  let failures = 0;
  let openedAtMs = 0;
  let reason = '';
  const openReason = () => (failures >= FAILURE_THRESHOLD ? reason : undefined);
  const recordSuccess = () => {
    failures = 0;
  };
  let lastError: unknown;
  const recordFailure = (error: unknown) => {
    // One fault may end many requests at once, and is one fault.
    if (!(error instanceof BackendError) || error === lastError) return;
    lastError = error;
    failures++;
    reason = error.message;
    if (failures >= FAILURE_THRESHOLD) openedAtMs = now();
  };
  return {
    openReason,
    recordSuccess,
    recordFailure,
    async run(work) {
      if (openReason() !== undefined) {
        if (now() - openedAtMs < HALF_OPEN_AFTER_MS) throw unavailableError('it did not answer just now');
        // One may try; the others go on being refused.
        openedAtMs = now();
      }
      try {
        const result = await work();
        recordSuccess();
        return result;
      } catch (error) {
        recordFailure(error);
        throw error;
      }
    },
  };
}
