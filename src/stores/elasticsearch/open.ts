import { BackendError } from '../../lexicon/backend-error.ts';
import type { Lexicon, LexiconStore } from '../../lexicon/store.ts';
import { type ConnectionOptions, searchClient } from './client.ts';
import { faultOf, GenerationGone, reasonOf } from './faults.ts';
import { pinnedGeneration } from './generation.ts';
import { DEFAULT_PREFIX } from './generations.ts';
import { elasticsearchLexicon } from './lexicon.ts';
import { findLive, type LiveGeneration } from './live.ts';
import { searcher } from './search.ts';

export interface StoreLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ElasticsearchOptions extends ConnectionOptions {
  readonly logger?: StoreLogger;
  /** Begins the names of indices and aliases; default `lexicon`. */
  readonly prefix?: string;
  /** Answers kept in memory, in bytes; default 64 MiB. */
  readonly cacheBytes?: number;
  /** Whether requests are refused within a second when the engine hangs, instead of waiting as long as a search may take; default true. */
  readonly watched?: boolean;
}

/** A new generation is noticed within two of these. */
const POLL_MS = 750;
const POLL_TIMEOUT_MS = 1000;
const CACHE_BYTES = 64 * 2 ** 20;

const SILENT: StoreLogger = { info: () => undefined, warn: () => undefined };

interface Current {
  readonly live: LiveGeneration;
  readonly lexicon: Lexicon;
}

/**
 * Opens the store on Elasticsearch. Returns even while the engine is down or empty: requests are then refused with a
 * {@link BackendError} and {@link LexiconStore.health} says why, until it answers.
 */
export async function openElasticsearchStore(options: ElasticsearchOptions): Promise<LexiconStore> {
  const { logger = SILENT, prefix = DEFAULT_PREFIX, cacheBytes = CACHE_BYTES, watched = true } = options;
  const client = searchClient(options);
  const questions = searcher(client, cacheBytes, { watched });
  const listeners = new Set<(generation: string) => void>();
  /** Generations that were live before: a node that lags behind may name one of them once more. */
  const left = new Set<string>();
  let current: Current | undefined;
  let doubted: string | undefined;
  let problem = 'not connected yet';
  let closed = false;

  async function adopt(live: LiveGeneration): Promise<void> {
    const { entries } = live.indices;
    if (current?.live.indices.entries === entries) {
      doubted = undefined;
      return;
    }
    if (left.has(entries) && doubted !== entries) {
      // A rollback is believed when it is seen twice.
      doubted = entries;
      return;
    }
    doubted = undefined;
    const lexicon = elasticsearchLexicon(pinnedGeneration(questions, live.meta, live.indices));
    await lexicon.prepare().catch(() => undefined);
    if (current) left.add(current.live.indices.entries);
    left.delete(entries);
    const isNew = current !== undefined;
    current = { live, lexicon };
    logger.info({ generation: live.meta.generation }, 'lexicon generation is live');
    if (isNew) for (const listener of listeners) listener(live.meta.generation);
    // What it could not ask is asked when somebody wants it.
    lexicon.askAhead(() => closed || current?.lexicon !== lexicon).catch(() => undefined);
  }

  /** Throws while the live indices cannot be searched: a node that has just come back knows their names before it can. */
  const searchable = async () => {
    if (!current) return;
    const { entries, relations } = current.live.indices;
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
    (looking ??= findLive(client, prefix, current?.live, POLL_TIMEOUT_MS)
      .then(adopt)
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

  const pinned = (): Current => {
    if (current) return current;
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
        await look();
        if (current?.live === live) await look();
        return await work(pinned().lexicon).catch((again: unknown) => {
          if (!(again instanceof GenerationGone)) throw again;
          throw new BackendError('unavailable', 'The lexicon is being replaced. Try again shortly.', { cause: again });
        });
      }
    },
    async health() {
      const broken = questions.circuit.broken();
      if (broken) return { ready: false, detail: broken };
      if (!current) return { ready: false, detail: problem };
      return { ready: true, detail: `Elasticsearch, generation ${current.live.meta.generation}` };
    },
    onGeneration(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
      await client.close();
    },
  };
}
