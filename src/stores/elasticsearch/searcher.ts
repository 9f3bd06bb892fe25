import type { Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  type EngineErrorCause,
  engineError,
  SEARCH_TIMEOUT_MS,
  SHORT_RETRY_BACKOFF,
  timeoutError,
  toBackendError,
  unavailableError,
} from './client.ts';
import type { SearchBody } from './queries.ts';
import type { StoredListing } from './stored-fields.ts';

/** Caches responses by request. Keys contain the index name, and so the generation: entries are never stale. */
interface SearchCache<T> {
  /** The cached or pending response of a key; otherwise calls the loader, once for concurrent callers. */
  get(key: string, search: () => Promise<{ response: T; bytes: number }>): Promise<T>;
  readonly bytes: number;
}

/** Overhead of a cache entry. */
const ENTRY_OVERHEAD_BYTES = 200;

/** @param maxBytes bound of keys and responses; 0 caches nothing but still merges concurrent requests */
export function createSearchCache<T extends object>(maxBytes: number): SearchCache<T> {
  const cache =
    maxBytes > 0 ? new LRUCache<string, T>({ maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes / 8) }) : undefined;
  const inFlight = new Map<string, Promise<T>>();
  return {
    get bytes() {
      return cache?.calculatedSize ?? 0;
    },
    get(key, search) {
      const cached = cache?.get(key);
      if (cached) return Promise.resolve(cached);
      let pending = inFlight.get(key);
      if (!pending) {
        pending = search()
          .then(({ response, bytes }) => {
            cache?.set(key, response, { size: bytes + key.length + ENTRY_OVERHEAD_BYTES });
            return response;
          })
          .finally(() => inFlight.delete(key));
        inFlight.set(key, pending);
      }
      return pending;
    },
  };
}

export interface Hit {
  readonly _id: string;
  readonly _source?: { readonly listed: StoredListing };
  readonly fields?: Readonly<Record<string, readonly (string | number)[]>>;
  readonly sort?: readonly number[];
  readonly _score?: number | null;
}

/** The parts of a response that are read. */
export interface SearchResponse {
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: Readonly<Record<string, unknown>>;
  readonly suggest?: Readonly<Record<string, readonly { readonly options: readonly { readonly _id: string }[] }[]>>;
}

export interface SearchRequest {
  readonly index: string;
  readonly body: SearchBody;
}

/** Sends all searches; every item of a response is checked. */
export interface Searcher {
  /** Sends those of the requests that are neither cached nor in flight in one `_msearch`. */
  search(requests: readonly SearchRequest[]): Promise<SearchResponse[]>;
  /** For large responses that are read once. */
  searchUncached(request: SearchRequest): Promise<SearchResponse>;
}

type RawSearchResponse = SearchResponse & {
  readonly status?: number;
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
  readonly error?: EngineErrorCause;
};

/** Time that the engine may work on a search: less than the client's timeout, so that its own error arrives. */
const SERVER_TIMEOUT = `${SEARCH_TIMEOUT_MS - 500}ms`;

function checkResponse(response: RawSearchResponse, index: string): SearchResponse {
  const { error, status, timed_out: timedOut, _shards: shards } = response;
  if (error || (status !== undefined && status !== 200)) throw engineError(status ?? 500, error, index);
  if (timedOut) throw timeoutError(`search on ${index}`);
  if (shards && shards.failed > 0) throw unavailableError(`${shards.failed} shards of ${index} failed`);
  return response;
}

/** Sends no optional parameters and no filter_path: measured, each costs the engine more time than it saves. */
async function multiSearch(
  client: Client,
  requests: readonly SearchRequest[],
  signal?: AbortSignal,
): Promise<SearchResponse[]> {
  const { responses } = await client.transport.request<{ responses: RawSearchResponse[] }>(
    {
      method: 'POST',
      path: '/_msearch',
      // The operation's name in the client's traces.
      meta: { name: 'msearch' },
      bulkBody: requests.flatMap(({ index, body }) => [
        JSON.stringify({ index }),
        JSON.stringify({ timeout: SERVER_TIMEOUT, ...body }),
      ]),
    },
    {
      ...SHORT_RETRY_BACKOFF,
      ...(signal && { signal }),
      headers: {
        accept: 'application/vnd.elasticsearch+json; compatible-with=9',
        'content-type': 'application/vnd.elasticsearch+x-ndjson; compatible-with=9',
      },
    },
  );
  return responses.map((response, i) => checkResponse(response, requests[i]!.index));
}

/** Caches up to `cacheBytes` of responses. Commands search without a breaker. */
export function createSearcher(client: Client, cacheBytes: number, breaker?: CircuitBreaker): Searcher {
  const cache: SearchCache<SearchResponse> = createSearchCache(cacheBytes);

  const sendOnce = async (requests: readonly SearchRequest[], signal?: AbortSignal) => {
    try {
      return await multiSearch(client, requests, signal);
    } catch (error) {
      throw signal?.aborted ? signal.reason : toBackendError(error, requests[0]!.index);
    }
  };
  const send = (requests: readonly SearchRequest[]) =>
    breaker ? breaker.run((signal) => sendOnce(requests, signal)) : sendOnce(requests);

  return {
    async searchUncached(request) {
      return (await send([request]))[0]!;
    },
    search(requests) {
      const batch: SearchRequest[] = [];
      const { promise: batchResponses, resolve } = Promise.withResolvers<SearchResponse[]>();
      const responses = requests.map((request) =>
        cache.get(`${request.index} ${JSON.stringify(request.body)}`, async () => {
          const place = batch.push(request) - 1;
          const response = (await batchResponses)[place]!;
          return { response, bytes: estimateBytes(response) };
        }),
      );
      if (batch.length > 0) resolve(send(batch));
      return Promise.all(responses);
    },
  };
}

/** Bytes of parsed JSON in memory for each of its characters: two of most strings, and those of objects. */
const BYTES_PER_CHARACTER = 4;

/** The approximate size in memory. Serializes one hit only: hits are of similar size, and serializing all costs as much as parsing did. */
function estimateBytes({ hits: { hits }, aggregations, suggest }: SearchResponse): number {
  const characters =
    JSON.stringify([aggregations, suggest]).length + hits.length * JSON.stringify(hits[0] ?? '').length;
  return characters * BYTES_PER_CHARACTER;
}

/**
 * Refuses searches at once while the engine is away. Only the store's repeated check opens and closes it: a search that fails asks
 * for a check, so that one mechanism decides for slow, hung and stopped engines alike.
 */
interface CircuitBreaker {
  /** Why searches are refused; undefined while they are sent. */
  openReason(): string | undefined;
  /** Runs work whose signal is aborted when the circuit opens. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Records a check that the engine answered, whatever it said. */
  recordAnswer(): void;
  /** Records a check that the engine did not answer. Returns whether the circuit is open now. */
  recordSilence(reason: string): boolean;
}

/** An engine that collects garbage, or whose machine is busy, misses one check or two: it is slow, not gone. */
const MAX_MISSED_CHECKS = 3;

/**
 * @param logger told of each change, and of how many requests were refused meanwhile
 * @param onFailure called when a search has failed
 */
export function createCircuitBreaker(logger: Pick<Logger, 'info' | 'warn'>, onFailure: () => void): CircuitBreaker {
  let [missed, refused, openedAtMs] = [0, 0, 0];
  let reason: string | undefined;
  let inFlight = new AbortController();

  return {
    openReason: () => reason,
    recordAnswer() {
      missed = 0;
      if (reason === undefined) return;
      reason = undefined;
      inFlight = new AbortController();
      const seconds = Math.round((performance.now() - openedAtMs) / 100) / 10;
      logger.info({ refused, seconds }, 'Elasticsearch answers again');
    },
    recordSilence(why) {
      if (++missed < MAX_MISSED_CHECKS) return false;
      if (reason === undefined) {
        [refused, openedAtMs] = [0, performance.now()];
        logger.warn({ reason: why }, 'Elasticsearch does not answer: searches are refused until it does');
        inFlight.abort(unavailableError('it has stopped answering'));
      }
      reason = why;
      return true;
    },
    async run(work) {
      if (reason !== undefined) {
        refused++;
        throw unavailableError('it did not answer just now', { isCounted: true });
      }
      try {
        return await work(inFlight.signal);
      } catch (error) {
        onFailure();
        throw error;
      }
    },
  };
}
