import { BackendError } from '../../lexicon/backend-error.ts';
import { unavailable } from './faults.ts';

/**
 * Keeps requests from waiting on an engine that does not answer: after some failures in a row they are refused at once,
 * until a probe has succeeded.
 */
export interface Circuit {
  /** Why requests are refused now; undefined while they are let through. */
  broken(): string | undefined;
  run<T>(work: () => Promise<T>): Promise<T>;
  succeeded(): void;
  failed(error: unknown): void;
}

const FAILURES_IN_A_ROW = 3;
/** After so long one request may try, should nothing else probe. */
const HALF_OPEN_AFTER_MS = 5000;

export function circuit(now: () => number = Date.now): Circuit {
  let failures = 0;
  let brokenAt = 0;
  let reason = '';
  const broken = () => (failures >= FAILURES_IN_A_ROW ? reason : undefined);
  const succeeded = () => {
    failures = 0;
  };
  let counted: unknown;
  const failed = (error: unknown) => {
    // One fault may end many requests at once, and is one fault.
    if (!(error instanceof BackendError) || error === counted) return;
    counted = error;
    failures++;
    reason = error.message;
    if (failures >= FAILURES_IN_A_ROW) brokenAt = now();
  };
  return {
    broken,
    succeeded,
    failed,
    async run(work) {
      if (broken() !== undefined) {
        if (now() - brokenAt < HALF_OPEN_AFTER_MS) throw unavailable('it did not answer just now');
        // One may try; the others go on being refused.
        brokenAt = now();
      }
      try {
        const answer = await work();
        succeeded();
        return answer;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
  };
}
