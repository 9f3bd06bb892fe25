import { LexiconError } from './error.ts';

export interface RetryOptions {
  /** Retries after the first attempt. */
  readonly retries: number;
  /** Longest delay in milliseconds; an error with a longer Retry-After is thrown at once. */
  readonly maxDelay: number;
  readonly signal: AbortSignal | undefined;
  /** Waits so many milliseconds; rejects when the signal is aborted. */
  readonly wait?: (durationMs: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 up to 1. */
  readonly random?: () => number;
}

const FIRST_DELAY_MS = 500;
/** Added to Retry-After, so that clients that were refused together do not retry together. */
const MAX_JITTER_MS = 500;

/** Retries transient errors: 429, 503, failed connections. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries, maxDelay, signal, wait = abortableDelay, random = Math.random } = options;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const delayMs = failures < retries ? delayAfter(error, failures, random) : undefined;
      if (delayMs === undefined || delayMs > maxDelay) throw error;
      await wait(delayMs, signal);
    }
  }
}

/** Delay before the next attempt; undefined for errors that a retry cannot fix. */
function delayAfter(error: unknown, failures: number, random: () => number): number | undefined {
  if (!(error instanceof LexiconError)) return undefined;
  const { status, code, retryAfter } = error;
  if (status !== 429 && status !== 503 && code !== 'network_failed') return undefined;
  if (retryAfter !== undefined) return retryAfter * 1000 + random() * MAX_JITTER_MS;
  return FIRST_DELAY_MS * 2 ** failures * (0.5 + random() / 2);
}

/** Waits; rejects with the signal's reason when it is aborted. */
export function abortableDelay(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, durationMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
