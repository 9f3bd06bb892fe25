import type { Logger } from 'pino';
import { BackendError } from '../../lexicon/backend-error.ts';
import { unavailableError } from './errors.ts';

/** A circuit breaker: after consecutive failures, requests are refused at once until a success is recorded, by whoever probes the engine. */
export interface CircuitBreaker {
  /** Why requests are refused; undefined while the circuit is closed. */
  openReason(): string | undefined;
  run<T>(work: () => Promise<T>): Promise<T>;
  recordSuccess(): void;
  recordFailure(error: unknown): void;
  /** Opens the circuit at once: the engine was asked repeatedly and is gone. */
  open(error: Error): void;
}

const FAILURE_THRESHOLD = 3;

/** @param logger told of each change, and of how many requests were refused meanwhile */
export function createCircuitBreaker(logger: Pick<Logger, 'info' | 'warn'>): CircuitBreaker {
  let failures = 0;
  let refused = 0;
  let openedAtMs = 0;
  let reason: string | undefined;
  let lastError: unknown;

  const open = (error: Error) => {
    failures = FAILURE_THRESHOLD;
    if (reason === undefined) {
      [refused, openedAtMs] = [0, performance.now()];
      logger.warn({ reason: error.message }, 'Elasticsearch does not answer: searches are refused until it does');
    }
    reason = error.message;
  };
  const recordSuccess = () => {
    failures = 0;
    if (reason === undefined) return;
    reason = undefined;
    const seconds = Math.round((performance.now() - openedAtMs) / 100) / 10;
    logger.info({ refused, seconds }, 'Elasticsearch answers again');
  };
  const recordFailure = (error: unknown) => {
    // Concurrent requests that fail together count as one failure.
    if (!(error instanceof BackendError) || error === lastError) return;
    lastError = error;
    if (++failures >= FAILURE_THRESHOLD) open(error);
  };
  return {
    openReason: () => reason,
    recordSuccess,
    recordFailure,
    open,
    async run(work) {
      if (reason !== undefined) {
        refused++;
        throw unavailableError('it did not answer just now', { isCounted: true });
      }
      try {
        const result = await work();
        // A search that was under way when the engine was given up does not say that the others can be answered.
        if (reason === undefined) recordSuccess();
        return result;
      } catch (error) {
        recordFailure(error);
        throw error;
      }
    },
  };
}
