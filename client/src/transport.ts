import { errorOfResponse, LexiconError } from './error.ts';
import type { CallOptions } from './operation.ts';
import type { WireRequest } from './request.ts';
import { type ResponseInfo, toResponseInfo } from './response-info.ts';
import { withRetries } from './retry.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly key: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly retries: number;
  /** Milliseconds. */
  readonly maxDelay: number;
  readonly onResponse: (info: ResponseInfo) => void;
}

/** Sends a request with retries and returns the parsed body. */
export type Send = (request: WireRequest, options?: CallOptions) => Promise<unknown>;

export function createTransport(defaults: TransportOptions): Send {
  return async (request, options = {}) => {
    const { signal, timeout = defaults.timeout, retries = defaults.retries } = options;
    const attempt = () => sendOnce(request, { ...defaults, timeout }, signal);
    const { info, body } = await withRetries(attempt, { retries, maxDelay: defaults.maxDelay, signal });
    defaults.onResponse(info);
    options.onResponse?.(info);
    return body;
  };
}

/** One attempt. The timeout includes the body. */
async function sendOnce(
  { method, url, body }: WireRequest,
  { fetch, key, timeout }: TransportOptions,
  signal: AbortSignal | undefined,
): Promise<{ info: ResponseInfo; body: unknown }> {
  const timeoutSignal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headersOf(key), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    });
    if (!response.ok) throw await errorOfResponse(response);
    return { info: toResponseInfo(response), body: parseJson(await response.text()) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeoutSignal.aborted)
      throw new LexiconError('timed_out', `No answer came within ${timeout} ms. Try again, or allow a longer timeout.`);
    throw networkError(error);
  }
}

export function headersOf(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` };
}

/** Errors of `fetch` differ between runtimes and say little. */
export function networkError(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const message = 'The service could not be reached. Check baseUrl and the network.';
  return new LexiconError('network_failed', message, { cause: error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'The answer is no JSON. Check baseUrl, and what stands between.';
    throw new LexiconError('unexpected_answer', message, { cause });
  }
}
