import { BackendError } from '../../lexicon/backend-error.ts';
import { unavailableError } from './errors.ts';

/** A circuit breaker: after consecutive failures, requests are refused at once until a probe succeeds. */
export interface CircuitBreaker {
  /** Why requests are refused; undefined while the circuit is closed. */
  openReason(): string | undefined;
  run<T>(work: () => Promise<T>): Promise<T>;
  recordSuccess(): void;
  recordFailure(error: unknown): void;
}

const FAILURE_THRESHOLD = 3;
/** After this time one request is let through as a probe. */
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
    // Concurrent requests that fail together count as one failure.
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
        // Half-open: one request may pass, the others are refused.
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
