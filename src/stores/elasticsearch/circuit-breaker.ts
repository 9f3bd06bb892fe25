import type { Logger } from 'pino';
import { unavailableError } from './errors.ts';

/**
 * Refuses searches at once while the engine is away. Only the store's repeated check opens and closes it: a search that fails asks
 * for a check, so that one mechanism decides for slow, hung and stopped engines alike.
 */
export interface CircuitBreaker {
  /** Why searches are refused; undefined while they are sent. */
  openReason(): string | undefined;
  /** Runs work whose signal is aborted when the circuit opens. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Records a check that the engine answered, whatever it said. */
  recordAnswer(): void;
  /** Records a check that the engine did not answer. Returns whether the circuit is open now. */
  recordSilence(reason: string): boolean;
}

/** An engine that collects garbage, or whose machine is busy, misses one check or two: it is slow, not gone. */
const MAX_MISSED_CHECKS = 3;

/**
 * @param logger told of each change, and of how many requests were refused meanwhile
 * @param onFailure called when a search has failed
 */
export function createCircuitBreaker(logger: Pick<Logger, 'info' | 'warn'>, onFailure: () => void): CircuitBreaker {
  let [missed, refused, openedAtMs] = [0, 0, 0];
  let reason: string | undefined;
  let inFlight = new AbortController();

  return {
    openReason: () => reason,
    recordAnswer() {
      missed = 0;
      if (reason === undefined) return;
      reason = undefined;
      inFlight = new AbortController();
      const seconds = Math.round((performance.now() - openedAtMs) / 100) / 10;
      logger.info({ refused, seconds }, 'Elasticsearch answers again');
    },
    recordSilence(why) {
      if (++missed < MAX_MISSED_CHECKS) return false;
      if (reason === undefined) {
        [refused, openedAtMs] = [0, performance.now()];
        logger.warn({ reason: why }, 'Elasticsearch does not answer: searches are refused until it does');
        inFlight.abort(unavailableError('it has stopped answering'));
      }
      reason = why;
      return true;
    },
    async run(work) {
      if (reason !== undefined) {
        refused++;
        throw unavailableError('it did not answer just now', { isCounted: true });
      }
      try {
        return await work(inFlight.signal);
      } catch (error) {
        onFailure();
        throw error;
      }
    },
  };
}
