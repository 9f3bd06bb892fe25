import { errorOfResponse, LexiconError } from './error.ts';
import { parseEventStream } from './event-stream.ts';
import { abortableDelay } from './retry.ts';
import { type Fetch, headersOf, networkError } from './transport.ts';

/** Another generation of the lexicon is live: cached data should be fetched again. */
export interface GenerationEvent {
  readonly generation: string;
}

export interface EventsOptions {
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** The last known generation: only later ones are reported. */
  readonly lastEventId?: string;
}

interface Connection {
  readonly url: string;
  readonly fetch: Fetch;
  readonly key: string | undefined;
  readonly wait?: typeof abortableDelay;
}

/** The service sends a heartbeat every 20 seconds; after three missed ones the connection is considered lost. */
const MAX_SILENCE_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** State kept across reconnections. */
interface Progress {
  lastEventId: string | undefined;
  /** Reconnection delay in milliseconds, as the service sets it. */
  retry: number;
  /** Consecutive connections without an event. */
  failures: number;
}

/**
 * An endless stream of events, which reconnects after the last event. Ends when the signal is aborted or the loop is left; throws errors
 * that a retry cannot fix, such as an invalid key.
 */
export async function* generationEvents(
  connection: Connection,
  { signal, lastEventId }: EventsOptions,
): AsyncGenerator<GenerationEvent, void, undefined> {
  const { wait = abortableDelay } = connection;
  const progress: Progress = { lastEventId, retry: FIRST_RETRY_MS, failures: 0 };
  while (!signal?.aborted) {
    let retryAfterMs: number | undefined;
    try {
      yield* readConnection(connection, progress, signal);
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof LexiconError) || !isTransient(error)) throw error;
      retryAfterMs = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
    }
    const delayMs = retryAfterMs ?? Math.min(MAX_RETRY_MS, progress.retry * 2 ** progress.failures);
    progress.failures++;
    // Jitter, so that clients do not all reconnect at the same time.
    await wait(delayMs * (0.8 + Math.random() * 0.4), signal).catch(() => undefined);
  }
}

function isTransient({ status, code }: LexiconError): boolean {
  return code === 'network_failed' || status === 429 || (status ?? 0) >= 500;
}

async function* readConnection(
  { url, fetch, key }: Connection,
  progress: Progress,
  signal: AbortSignal | undefined,
): AsyncGenerator<GenerationEvent, void, undefined> {
  const abortController = new AbortController();
  let silenceTimer = setTimeout(() => abortController.abort(), MAX_SILENCE_MS);
  try {
    const response = await fetch(url, {
      headers: {
        ...headersOf(key),
        Accept: 'text/event-stream',
        ...(progress.lastEventId === undefined ? {} : { 'Last-Event-ID': progress.lastEventId }),
      },
      signal: signal ? AbortSignal.any([signal, abortController.signal]) : abortController.signal,
    });
    if (!response.ok || !response.body) throw await errorOfResponse(response);
    for await (const { event, data, id, retry } of parseEventStream(response.body)) {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => abortController.abort(), MAX_SILENCE_MS);
      progress.failures = 0;
      if (retry !== undefined) progress.retry = retry;
      if (id !== undefined) progress.lastEventId = id;
      if (event === 'generation' && data !== undefined) yield JSON.parse(data) as GenerationEvent;
    }
  } catch (error) {
    if (signal?.aborted || error instanceof LexiconError) throw error;
    throw abortController.signal.aborted
      ? new LexiconError('network_failed', 'The stream sent no heartbeat.', { cause: error })
      : networkError(error);
  } finally {
    clearTimeout(silenceTimer);
    abortController.abort();
  }
}
