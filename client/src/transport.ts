import { type AnswerInfo, infoOf } from './answer.ts';
import { errorOfResponse, LexiconError } from './error.ts';
import type { CallOptions } from './operation.ts';
import type { WireRequest } from './request.ts';
import { retrying } from './retry.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly key: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly retries: number;
  /** Milliseconds. */
  readonly maxDelay: number;
  readonly onAnswer: (info: AnswerInfo) => void;
}

/** Sends a request until it is answered, and answers the parsed body. */
export type Send = (request: WireRequest, options?: CallOptions) => Promise<unknown>;

export function createTransport(defaults: TransportOptions): Send {
  return async (request, options = {}) => {
    const { signal, timeout = defaults.timeout, retries = defaults.retries } = options;
    const attempt = () => answerOf(request, { ...defaults, timeout }, signal);
    const { info, body } = await retrying(attempt, { retries, maxDelay: defaults.maxDelay, signal });
    defaults.onAnswer(info);
    options.onAnswer?.(info);
    return body;
  };
}

/** One attempt. The timeout covers the body too. */
async function answerOf(
  { method, url, body }: WireRequest,
  { fetch, key, timeout }: TransportOptions,
  signal: AbortSignal | undefined,
): Promise<{ info: AnswerInfo; body: unknown }> {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headersOf(key), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (!response.ok) throw await errorOfResponse(response);
    return { info: infoOf(response), body: parsed(await response.text()) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (late.aborted)
      throw new LexiconError('timed_out', `No answer came within ${timeout} ms. Try again, or allow a longer timeout.`);
    throw networkError(error);
  }
}

export function headersOf(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` };
}

/** What `fetch` throws says little and differs between engines. */
export function networkError(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const message = 'The service could not be reached. Check baseUrl and the network.';
  return new LexiconError('network_failed', message, { cause: error });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'The answer is no JSON. Check baseUrl, and what stands between.';
    throw new LexiconError('unexpected_answer', message, { cause });
  }
}
