import type { ApiResult } from './request.ts';

/** Runs one request at a time: a newer call aborts the pending one, after a debounce of `delay` milliseconds. */
export function latestOnly<Arguments extends unknown[], T>(
  delayMs: number,
  send: (signal: AbortSignal, ...args: Arguments) => Promise<ApiResult<T>>,
): ((...args: Arguments) => Promise<ApiResult<T>>) & { cancel(): void } {
  let current: AbortController | undefined;
  const run = async (...args: Arguments): Promise<ApiResult<T>> => {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (controller.signal.aborted) return { kind: 'aborted' };
    return send(controller.signal, ...args);
  };
  return Object.assign(run, { cancel: () => current?.abort() });
}
