import { BackendError } from '../../lexicon/backend-error.ts';
import type { LexiconStore, PrepareGeneration } from '../../lexicon/store.ts';
import { adoption, type ServedGeneration, type StoreLogger } from './adoption.ts';
import { type ConnectionOptions, searchClient } from './client.ts';
import { faultOf, GenerationGone, reasonOf } from './faults.ts';
import { DEFAULT_PREFIX } from './generations.ts';
import { findLive } from './live.ts';
import { searcher } from './search.ts';

export interface ElasticsearchOptions extends ConnectionOptions {
  readonly logger?: StoreLogger;
  /** What is made of each generation before it is served. */
  readonly prepare?: readonly PrepareGeneration[];
  /** Begins the names of indices and aliases; default `lexicon`. */
  readonly prefix?: string;
  /** Answers kept in memory, in bytes; default 64 MiB. */
  readonly cacheBytes?: number;
  /** Whether requests are refused within a second when the engine hangs, instead of waiting as long as a search may take; default true. */
  readonly watched?: boolean;
}

/** A new generation is noticed, and begins to be prepared, within two of these. */
const POLL_MS = 750;
const POLL_TIMEOUT_MS = 1000;
const CACHE_BYTES = 64 * 2 ** 20;

const SILENT: StoreLogger = { info: () => undefined, warn: () => undefined };

/**
 * Opens the store on Elasticsearch. Returns even while the engine is down or empty: requests are then refused with a
 * {@link BackendError} and {@link LexiconStore.health} says why, until it answers.
 */
export async function openElasticsearchStore(options: ElasticsearchOptions): Promise<LexiconStore> {
  const { logger = SILENT, prefix = DEFAULT_PREFIX, cacheBytes = CACHE_BYTES, watched = true, prepare = [] } = options;
  const client = searchClient(options);
  const questions = searcher(client, cacheBytes, { watched });
  const listeners = new Set<(generation: string) => void>();
  const generations = adoption({
    ...{ questions, prepare, logger },
    onAdopted: (generation) => {
      for (const listener of listeners) listener(generation);
    },
  });
  let problem = 'not connected yet';
  let closed = false;

  /** Throws while the live indices cannot be searched: a node that has just come back knows their names before it can. */
  const searchable = async () => {
    if (!generations.current) return;
    const { entries, relations } = generations.current.live.indices;
    for (const index of [entries, relations])
      await client
        .search(
          { index, size: 0, track_total_hits: false, allow_partial_search_results: false },
          { requestTimeout: POLL_TIMEOUT_MS, maxRetries: 0 },
        )
        .catch((error: unknown) => {
          throw faultOf(error, index);
        });
  };

  /** One look at a time, so that what is seen later is later. */
  let looking: Promise<void> | undefined;
  const look = () =>
    (looking ??= findLive(client, prefix, generations.current?.live, POLL_TIMEOUT_MS)
      .then(generations.consider)
      .then(async () => {
        if (questions.circuit.broken() !== undefined) await searchable();
        questions.circuit.succeeded();
        problem = '';
      })
      .catch((error: unknown) => {
        if (closed) return;
        const said = reasonOf(error);
        if (said !== problem) logger.warn({ reason: said }, 'lexicon generation could not be looked up');
        problem = said;
        questions.circuit.failed(error);
      })
      .finally(() => {
        looking = undefined;
      }));

  await look();
  let timer: NodeJS.Timeout | undefined;
  const poll = () => {
    timer = setTimeout(() => void look().finally(() => closed || poll()), POLL_MS);
    timer.unref();
  };
  poll();

  const pinned = (): ServedGeneration => {
    if (generations.current) return generations.current;
    throw new BackendError('unavailable', problem || 'Elasticsearch has not answered yet. Try again shortly.', {
      retryAfter: 2,
    });
  };

  return {
    async read(work) {
      const { lexicon, live } = pinned();
      try {
        return await work(lexicon);
      } catch (error) {
        if (!(error instanceof GenerationGone)) throw error;
        logger.warn({ generation: live.meta.generation }, 'lexicon generation vanished during a request');
        generations.vanished(live);
        await look();
        if (generations.current?.live === live) await look();
        return await work(pinned().lexicon).catch((again: unknown) => {
          if (!(again instanceof GenerationGone)) throw again;
          throw new BackendError('unavailable', 'The lexicon is being replaced. Try again shortly.', { cause: again });
        });
      }
    },
    async health() {
      const broken = questions.circuit.broken();
      if (broken) return { ready: false, detail: broken };
      if (!generations.current) return { ready: false, detail: problem };
      const { generation } = generations.current.live.meta;
      if (!generations.isReady)
        return { ready: false, detail: `the word tables of generation ${generation} are being made` };
      return { ready: true, detail: `Elasticsearch, generation ${generation}` };
    },
    onGeneration(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isCircuitOpen: () => questions.circuit.broken() !== undefined,
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
      await generations.close();
      await client.close();
    },
  };
}
