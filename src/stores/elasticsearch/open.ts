import type { Logger } from 'pino';
import { BackendError } from '../../lexicon/backend-error.ts';
import type { LexiconStore, PrepareGeneration } from '../../lexicon/store.ts';
import { type ConnectionOptions, searchClient } from './client.ts';
import { errorReason, GenerationGoneError, toBackendError } from './errors.ts';
import { createGenerationManager, type ServedGeneration } from './generation-manager.ts';
import { DEFAULT_PREFIX } from './index-names.ts';
import { findLiveGeneration, NoLiveGenerationError } from './live-generation.ts';
import { createSearcher } from './searcher.ts';

export interface ElasticsearchOptions extends ConnectionOptions {
  readonly logger?: Pick<Logger, 'info' | 'warn'>;
  /** Derived data that is prepared for each generation before it is served. */
  readonly prepare?: readonly PrepareGeneration[];
  /** Prefix of indices and aliases; default `lexicon`. */
  readonly prefix?: string;
  /** Size of the search cache in bytes; default 16 MiB. */
  readonly cacheBytes?: number;
  /** Whether the circuit opens when the engine hangs, instead of after three searches' timeouts; default true. */
  readonly watchdogEnabled?: boolean;
}

/** Polling interval of the aliases: a new generation is noticed within two intervals. */
const POLL_INTERVAL_MS = 2000;
/** While a generation is prepared, or there is a problem that a poll may find mended. */
const BUSY_POLL_INTERVAL_MS = 750;
/** Intervals differ by this share, so that replicas do not ask all at once, nor read a new generation's tables together. */
const POLL_JITTER = 0.2;
const POLL_TIMEOUT_MS = 1000;
const DEFAULT_CACHE_BYTES = 16 * 2 ** 20;

const SILENT_LOGGER = { info: () => undefined, warn: () => undefined };

/**
 * Opens the store on Elasticsearch, even while the engine is down or empty: requests then fail with a {@link BackendError} and
 * {@link LexiconStore.health} says why.
 */
export async function openElasticsearchStore(options: ElasticsearchOptions): Promise<LexiconStore> {
  const {
    logger = SILENT_LOGGER,
    prefix = DEFAULT_PREFIX,
    cacheBytes = DEFAULT_CACHE_BYTES,
    watchdogEnabled = true,
    prepare = [],
  } = options;
  const client = searchClient(options);
  const searcher = createSearcher(client, cacheBytes, { watchdogEnabled, logger });
  const listeners = new Set<(generation: string) => void>();
  const generationManager = createGenerationManager({
    searcher,
    prepare,
    logger,
    onServed: (generation) => {
      for (const listener of listeners) listener(generation);
    },
  });
  let lastProblem = 'not connected yet';
  /** Whether an index of the generation that is served was deleted, or an alias moved, by hand. */
  let isTorn = false;
  let closed = false;

  /** Throws while the live indices cannot be searched: a restarted node knows their names before their shards are ready. */
  const checkSearchable = async () => {
    if (!generationManager.current) return;
    const { entries, relations } = generationManager.current.live.indices;
    for (const index of [entries, relations])
      await client
        .search(
          { index, size: 0, track_total_hits: false, allow_partial_search_results: false },
          { requestTimeout: POLL_TIMEOUT_MS, maxRetries: 0 },
        )
        .catch((error: unknown) => {
          throw toBackendError(error, index);
        });
  };

  /** One poll at a time, so that results arrive in order. */
  let pendingRefresh: Promise<void> | undefined;
  const refresh = () =>
    (pendingRefresh ??= findLiveGeneration(client, prefix, generationManager.current?.live, POLL_TIMEOUT_MS)
      .then(generationManager.update)
      .then(async () => {
        if (searcher.circuitBreaker.openReason() !== undefined) await checkSearchable();
        searcher.circuitBreaker.recordSuccess();
        lastProblem = '';
        isTorn = false;
      })
      .catch((error: unknown) => {
        if (closed) return;
        const reason = errorReason(error);
        if (reason !== lastProblem) logger.warn({ reason }, 'lexicon generation could not be looked up');
        lastProblem = reason;
        if (error instanceof NoLiveGenerationError) isTorn = error.isTorn;
        searcher.circuitBreaker.recordFailure(error);
      })
      .finally(() => {
        pendingRefresh = undefined;
      }));

  await refresh();
  let timer: NodeJS.Timeout | undefined;
  const poll = () => {
    const isWell = lastProblem === '' && searcher.circuitBreaker.openReason() === undefined;
    const isIdle = isWell && generationManager.isReady && !generationManager.isPreparing;
    const intervalMs = isIdle ? POLL_INTERVAL_MS : BUSY_POLL_INTERVAL_MS;
    const delayMs = intervalMs * (1 + POLL_JITTER * (2 * Math.random() - 1));
    timer = setTimeout(() => void refresh().finally(() => closed || poll()), delayMs);
    timer.unref();
  };
  poll();

  const requireCurrent = (): ServedGeneration => {
    if (generationManager.current) return generationManager.current;
    throw new BackendError('unavailable', lastProblem || 'Elasticsearch has not answered yet. Try again shortly.', {
      retryAfterSeconds: 2,
      isCounted: true,
    });
  };

  return {
    async read(work) {
      const { lexicon, live } = requireCurrent();
      try {
        return await work(lexicon);
      } catch (error) {
        if (!(error instanceof GenerationGoneError)) throw error;
        logger.warn({ generation: live.meta.generation }, 'lexicon generation vanished during a request');
        generationManager.markVanished(live);
        await refresh();
        if (generationManager.current?.live === live) await refresh();
        return await work(requireCurrent().lexicon).catch((retryError: unknown) => {
          if (!(retryError instanceof GenerationGoneError)) throw retryError;
          throw new BackendError('unavailable', 'The lexicon is being replaced. Try again shortly.', {
            cause: retryError,
          });
        });
      }
    },
    async health() {
      const openReason = searcher.circuitBreaker.openReason() ?? (isTorn ? lastProblem : undefined);
      const engineUp = openReason === undefined;
      const notReady = (detail: string) => ({ ready: false, engineUp, detail: openReason ?? detail });
      if (!generationManager.current) return notReady(lastProblem);
      const { generation } = generationManager.current.live.meta;
      if (!generationManager.isReady)
        return notReady(generationManager.failure ?? `the word tables of generation ${generation} are being made`);
      // What the word tables and the caches answer goes on without the engine.
      const engine = openReason === undefined ? 'Elasticsearch' : `not all of Elasticsearch: ${openReason}`;
      return { ready: true, engineUp, detail: `${engine}, generation ${generation}` };
    },
    onGeneration(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isCircuitOpen: () => searcher.circuitBreaker.openReason() !== undefined,
    async close() {
      closed = true;
      clearTimeout(timer);
      await pendingRefresh;
      await generationManager.close();
      await client.close();
    },
  };
}
