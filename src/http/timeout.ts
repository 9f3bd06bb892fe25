import { BackendError } from '../lexicon/backend-error.ts';

/** Does `work`, and fails with a timeout when it takes too long. The work itself goes on: nothing below takes a signal. */
export function withTimeout<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const result = work();
  return new Promise((resolve, reject) => {
    const onTimeout = () =>
      reject(new BackendError('timeout', `no answer within ${timeoutMs} ms`, { retryAfterSeconds: 1 }));
    const timer = setTimeout(onTimeout, timeoutMs);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
