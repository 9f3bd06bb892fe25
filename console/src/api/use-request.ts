import { useCallback, useEffect, useState } from 'preact/hooks';
import { type ApiProblem, type ApiResult, type RequestOptions, SLOW_AFTER_MS } from './lexicon.ts';

export interface Requested<T> {
  /** The last answer, be it to another key. */
  readonly last: T | undefined;
  /** The answer to the present key. */
  readonly data: T | undefined;
  readonly problem: ApiProblem | undefined;
  /** Whether it is waited for so long that one ought to say so. */
  readonly isSlow: boolean;
  readonly retry: () => void;
}

/**
 * Sends a request for each key and aborts the one before; once more where the rate of requests was the problem.
 * @param key what is asked for, compared by identity; undefined for nothing
 * @param delayMs milliseconds to wait for another key, unless the answer is known already
 */
export function useRequest<T>(
  key: unknown,
  send: (options: RequestOptions) => Promise<ApiResult<T>>,
  delayMs = 0,
): Requested<T> {
  const [answered, setAnswered] = useState<{ readonly key: unknown; readonly data: T }>();
  const [failed, setFailed] = useState<{ readonly key: unknown; readonly problem: ApiProblem }>();
  const [isSlow, setSlow] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  // The key stands for what is sent.
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const debounce = attempt === 0 ? delayMs : 0;
    let timer = setTimeout(() => setSlow(true), debounce + SLOW_AFTER_MS);
    void send({ signal: controller.signal, debounce }).then((result) => {
      if (controller.signal.aborted) return;
      clearTimeout(timer);
      setSlow(false);
      setFailed(result.kind === 'problem' ? { key, problem: result.problem } : undefined);
      if (result.kind === 'ok') setAnswered({ key, data: result.data });
      if (result.kind === 'problem' && result.problem.code === 'rate_limited')
        timer = setTimeout(retry, (result.problem.retryAfter ?? 10) * 1000);
    });
    return () => {
      clearTimeout(timer);
      setSlow(false);
      controller.abort();
    };
  }, [key, attempt]);
  return {
    last: answered?.data,
    data: answered?.key === key ? answered?.data : undefined,
    problem: failed?.key === key ? failed?.problem : undefined,
    isSlow,
    retry,
  };
}
