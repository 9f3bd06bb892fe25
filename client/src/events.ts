import { errorOfResponse, LexiconError } from './error.ts';
import { parseEventStream } from './event-stream.ts';
import { abortableDelay } from './retry.ts';
import { type Fetch, headersOf, networkError } from './transport.ts';

/** Another generation of the lexicon is live: what was kept of the vocabulary should be fetched anew. */
export interface GenerationEvent {
  readonly generation: string;
}

export interface EventsOptions {
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** The last generation that is known: only what is new is told. */
  readonly lastEventId?: string;
}

interface Connection {
  readonly url: string;
  readonly fetch: Fetch;
  readonly key: string | undefined;
  readonly wait?: typeof abortableDelay;
}

/** The service gives a sign of life every 20 seconds; after three times that the connection is taken for dead. */
const MAX_SILENCE_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** What one connection leaves to the next. */
interface Progress {
  lastEventId: string | undefined;
  /** Milliseconds that the service asks to wait before coming again. */
  retry: number;
  /** Connections in a row that brought nothing. */
  failures: number;
}

/**
 * Events without end: a connection that ends is made again, and goes on after the last event. Ends when the signal is aborted or the loop
 * is left; throws what another attempt would not mend, such as a key that is not valid.
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
    // Spread out, so that a service that comes back is not met by everyone at once.
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
      ? new LexiconError('network_failed', 'The stream fell silent.', { cause: error })
      : networkError(error);
  } finally {
    clearTimeout(silenceTimer);
    abortController.abort();
  }
}
