import type { Answer } from './request.ts';

/**
 * Runs one kind of request at a time: a newer call aborts the one under way, and waits `delay` milliseconds for a still newer one.
 */
export function latest<Arguments extends unknown[], T>(
  delay: number,
  ask: (signal: AbortSignal, ...given: Arguments) => Promise<Answer<T>>,
): ((...given: Arguments) => Promise<Answer<T>>) & { cancel(): void } {
  let current: AbortController | undefined;
  const run = async (...given: Arguments): Promise<Answer<T>> => {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (controller.signal.aborted) return { kind: 'aborted' };
    return ask(controller.signal, ...given);
  };
  return Object.assign(run, { cancel: () => current?.abort() });
}
