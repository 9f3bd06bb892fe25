import type { Logger } from 'pino';
import type { LexiconStore, PrepareGeneration } from '../../lexicon/store.ts';
import { BackendError } from '../../lexicon/store.ts';
import { type ConnectionOptions, errorReason, GenerationGoneError, isSilence, searchClient } from './client.ts';
import { createGenerationManager, type ServedGeneration } from './generation-manager.ts';
import { checkWhole, DEFAULT_PREFIX, findLiveGeneration, type LiveGeneration } from './generations.ts';
import { createCircuitBreaker, createSearcher } from './searcher.ts';

interface ElasticsearchOptions extends ConnectionOptions {
  readonly logger?: Pick<Logger, 'info' | 'warn'>;
  /** Derived data that is prepared for each generation before it is served. */
  readonly prepare?: readonly PrepareGeneration[];
  /** Prefix of indices and aliases; default `lexicon`. */
  readonly prefix?: string;
  /** Size of the search cache in bytes; default 16 MiB. */
  readonly cacheBytes?: number;
  /** Interval of the check in milliseconds; default 2000. A new generation, or a damage, is noticed within two intervals. */
  readonly checkIntervalMs?: number;
}

const CHECK_INTERVAL_MS = 2000;
/** Share of the interval while a generation is prepared, or there is a problem that a check may find mended. */
const BUSY_SHARE = 3 / 8;
/** Intervals before a preparation that failed is tried again: each attempt reads the whole word table. */
const RETRY_INTERVALS = 2.5;
/** After a search or a check that failed, until the circuit opens. */
const DOUBTFUL_CHECK_INTERVAL_MS = 100;
/** Intervals differ by this share, so that replicas do not ask all at once, nor read a new generation's tables together. */
const CHECK_JITTER = 0.2;
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
    checkIntervalMs = CHECK_INTERVAL_MS,
    prepare = [],
  } = options;
  const client = searchClient(options);
  const breaker = createCircuitBreaker(logger, () => schedule(0));
  const searcher = createSearcher(client, cacheBytes, breaker);
  const listeners = new Set<(generation: string) => void>();
  const generationManager = createGenerationManager({
    searcher,
    prepare,
    logger,
    retryDelayMs: RETRY_INTERVALS * checkIntervalMs,
    onServed: (generation) => {
      for (const listener of listeners) listener(generation);
    },
  });
  /** Why a replica that starts now could not serve, or this one cannot; empty when both can. */
  let problem = 'not connected yet';
  let closed = false;

  const findAndCheck = async () => {
    const served = generationManager.current?.live;
    const found: LiveGeneration | Error = await findLiveGeneration(client, prefix, served).catch((error) => error);
    if (!(found instanceof Error)) await generationManager.update(found);
    // Of what is served as well: it may be searched while the aliases are gone, and the reverse.
    const current = generationManager.current?.live;
    if (current) await checkWhole(client, current);
    if (found instanceof Error) throw found;
  };

  let pendingCheck: Promise<void> | undefined;
  let isDoubtful = false;
  /** One check at a time, so that results arrive in order. */
  const check = () => (pendingCheck ??= runCheck());
  const runCheck = async () => {
    const error: unknown = await findAndCheck().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    pendingCheck = undefined;
    if (!closed) recordCheck(error === undefined ? '' : errorReason(error), isSilence(error));
  };
  /** @param reason why the check failed; empty where it did not */
  const recordCheck = (reason: string, hasNoAnswer: boolean) => {
    if (!hasNoAnswer) breaker.recordAnswer();
    isDoubtful = hasNoAnswer && !breaker.recordSilence(reason);
    // One check that got no answer says nothing yet of what answered before.
    if (isDoubtful && problem === '') return;
    if (!hasNoAnswer && reason !== '' && reason !== problem)
      logger.warn({ reason }, 'the lexicon that is live cannot be served');
    problem = reason;
  };

  let timer: NodeJS.Timeout | undefined;
  /** Plans the next check; a failed search asks for it at once. */
  const schedule = (delayMs: number) => {
    if (closed || (delayMs === 0 && pendingCheck)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void check().then(scheduleNext), delayMs);
    timer.unref();
  };
  const scheduleNext = () => {
    const isIdle = problem === '' && generationManager.isReady && !generationManager.isPreparing;
    const intervalMs = isDoubtful ? DOUBTFUL_CHECK_INTERVAL_MS : checkIntervalMs * (isIdle ? 1 : BUSY_SHARE);
    schedule(intervalMs * (1 + CHECK_JITTER * (2 * Math.random() - 1)));
  };
  await check();
  scheduleNext();

  const requireCurrent = (): ServedGeneration => {
    if (generationManager.current) return generationManager.current;
    throw new BackendError('unavailable', problem || 'Elasticsearch has not answered yet. Try again shortly.', {
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
        await check();
        if (generationManager.current?.live === live) await check();
        return await work(requireCurrent().lexicon).catch((retryError: unknown) => {
          if (!(retryError instanceof GenerationGoneError)) throw retryError;
          throw new BackendError('unavailable', 'The lexicon is being replaced. Try again shortly.', {
            cause: retryError,
          });
        });
      }
    },
    async health() {
      const { current, failure, isReady } = generationManager;
      const reason = breaker.openReason() ?? (problem || failure);
      const engineUp = reason === undefined;
      if (!current) return { ready: false, engineUp, detail: reason ?? 'Elasticsearch has not answered yet' };
      const { generation } = current.live.meta;
      if (!isReady)
        return {
          ready: false,
          engineUp,
          detail: reason ?? `the word tables of generation ${generation} are being made`,
        };
      // What the word tables and the caches answer goes on without the engine.
      const engine = engineUp ? 'Elasticsearch' : `not all of Elasticsearch: ${reason}`;
      return { ready: true, engineUp, detail: `${engine}, generation ${generation}` };
    },
    onGeneration(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isCircuitOpen: () => breaker.openReason() !== undefined,
    async close() {
      closed = true;
      clearTimeout(timer);
      await pendingCheck;
      await generationManager.close();
      await client.close();
    },
  };
}
