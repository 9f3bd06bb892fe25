import { errorOfResponse, LexiconError } from './error.ts';
import { createKeptResponses, type KeptResponse } from './kept-responses.ts';
import type { CallOptions } from './operation.ts';
import type { WireRequest } from './request.ts';
import { type ResponseInfo, toResponseInfo } from './response-info.ts';
import { abortableDelay, withRetries } from './retry.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly key: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds. */
  readonly maxDelay: number;
  /** Characters of answers that are kept. */
  readonly keep: number;
  readonly onResponse: (info: ResponseInfo) => void;
}

/** Sends a request with retries and returns the parsed body. */
export type Send = (request: WireRequest, options: CallOptions & { readonly retries: number }) => Promise<unknown>;

export function createTransport(defaults: TransportOptions): Send {
  const kept = createKeptResponses(defaults.keep);
  let generation: string | undefined;
  return async (request, options) => {
    const { signal, timeout = defaults.timeout, retries } = options;
    signal?.throwIfAborted();
    const known = request.method === 'GET' ? kept.get(request.url) : undefined;
    if (known && Date.now() < known.freshUntil) return parseJson(known.text);
    if (options.debounce) await abortableDelay(options.debounce, signal);
    const attempt = () => sendOnce(request, known, { ...defaults, timeout }, signal);
    const { info, text } = await withRetries(attempt, { retries, maxDelay: defaults.maxDelay, signal }).catch(
      (error) => {
        // The lexicon was replaced: a page that is kept would only lead to the same cursor again.
        if (error instanceof LexiconError && error.code === 'cursor_expired') kept.clear();
        throw error;
      },
    );
    if (info.generation !== generation) kept.clear();
    generation = info.generation;
    defaults.onResponse(info);
    options.onResponse?.(info);
    // Parsed anew each time: callers may change what they are given.
    const body = parseJson(text);
    if (request.method === 'GET') kept.keep(request.url, info.headers, text);
    return body;
  };
}

/** One attempt; conditional where an answer is known already. The timeout includes the body. */
async function sendOnce(
  { method, url, body }: WireRequest,
  known: KeptResponse | undefined,
  { fetch, key, timeout }: TransportOptions,
  signal: AbortSignal | undefined,
): Promise<{ info: ResponseInfo; text: string }> {
  const timeoutSignal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...headersOf(key),
        ...(known ? { 'If-None-Match': known.etag } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    });
    const isUnchanged = response.status === 304 && known !== undefined;
    if (!response.ok && !isUnchanged) throw await errorOfResponse(response);
    return { info: toResponseInfo(response), text: isUnchanged ? known.text : await response.text() };
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
