import { BackendError } from '../lexicon/backend-error.ts';

/** Does `work`, and fails with a timeout when it takes too long. The work itself goes on. */
export async function withTimeout<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  let onAbort: () => void = () => undefined;
  const timedOut = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new BackendError('timeout', `no answer within ${timeoutMs} ms`, { retryAfterSeconds: 1 }));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), timedOut]);
  } finally {
    // A signal with a listener stays in memory until its time is over.
    signal.removeEventListener('abort', onAbort);
  }
}
