import type { Logger } from 'pino';
import type { PrepareGeneration } from '../../lexicon/store.ts';
import { errorReason } from './client.ts';
import type { LiveGeneration } from './generations.ts';
import { pinnedGeneration } from './generations.ts';
import type { Searcher } from './searcher.ts';
import { type ElasticsearchLexicon, elasticsearchLexicon } from './store.ts';

/** A generation that is served, or being prepared for it. */
export interface ServedGeneration {
  readonly live: LiveGeneration;
  readonly lexicon: ElasticsearchLexicon;
}

/**
 * Decides which generation is served. The generation that the aliases name is prepared while the current one is served, and replaces it
 * when it is ready. The first one is served unprepared, because there is nothing else to serve.
 */
interface GenerationManager {
  readonly current: ServedGeneration | undefined;
  /** Whether a generation has been prepared. Stays true. */
  readonly isReady: boolean;
  /** Whether a generation is being prepared: it is not served if it ceases to be live meanwhile. */
  readonly isPreparing: boolean;
  /** Why the last preparation failed; undefined when it did not. */
  readonly failure: string | undefined;
  /** Called with the generation that the aliases name now. */
  update(live: LiveGeneration): Promise<void>;
  /** Called when a generation's indices were deleted: its successor is then served at once, prepared or not. */
  markVanished(live: LiveGeneration): void;
  close(): Promise<void>;
}

interface GenerationManagerOptions {
  readonly searcher: Searcher;
  readonly prepare: readonly PrepareGeneration[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Before a preparation that failed is tried again. */
  readonly retryDelayMs: number;
  readonly onServed: (generation: string) => void;
}

interface ManagedGeneration extends ServedGeneration {
  readonly abortController: AbortController;
  isPrepared: boolean;
}

const entriesIndexOf = ({ live }: ServedGeneration) => live.indices.entries;

export function createGenerationManager({
  searcher,
  prepare,
  logger,
  retryDelayMs,
  onServed,
}: GenerationManagerOptions): GenerationManager {
  /** Entry indices of earlier generations: a node with stale cluster state may still name one of them. */
  const retiredIndices = new Set<string>();
  let current: ManagedGeneration | undefined;
  /** One at a time, so that memory holds the tables of at most two generations. */
  let preparation: { readonly target: ManagedGeneration; readonly done: Promise<void> } | undefined;
  let lastFailure: { readonly name: string; readonly atMs: number; readonly reason: string } | undefined;
  let [unconfirmedIndex, vanishedIndex]: (string | undefined)[] = [];
  let isReady = prepare.length === 0;

  const createManaged = (live: LiveGeneration): ManagedGeneration => {
    const abortController = new AbortController();
    const pinned = pinnedGeneration(searcher, live.meta, live.indices, abortController.signal);
    return { live, lexicon: elasticsearchLexicon(pinned), abortController, isPrepared: false };
  };

  const serve = (managed: ManagedGeneration) => {
    if (current) retiredIndices.add(entriesIndexOf(current));
    retiredIndices.delete(entriesIndexOf(managed));
    current = managed;
    const { generation } = managed.live.meta;
    logger.info({ generation }, 'lexicon generation is live');
    onServed(generation);
  };

  /** Prepares a generation and serves it, unless it is served already. Never rejects: a failure is logged and retried later. */
  const prepareThenServe = async (managed: ManagedGeneration) => {
    const { generation } = managed.live.meta;
    try {
      await Promise.all([managed.lexicon.prepare(), ...prepare.map((work) => work(managed.lexicon))]);
      managed.isPrepared = true;
      if (managed.abortController.signal.aborted) return;
      isReady = true;
      lastFailure = undefined;
      if (current !== managed) serve(managed);
    } catch (error) {
      if (managed.abortController.signal.aborted) return;
      const reason = errorReason(error);
      lastFailure = { name: entriesIndexOf(managed), atMs: performance.now(), reason };
      logger.warn({ generation, reason }, 'lexicon generation could not be prepared, is tried again');
    } finally {
      if (preparation?.target === managed) preparation = undefined;
    }
  };

  const startPreparation = (managed: ManagedGeneration) => {
    if (lastFailure?.name === entriesIndexOf(managed) && performance.now() - lastFailure.atMs < retryDelayMs) return;
    preparation = { target: managed, done: prepareThenServe(managed) };
  };

  /** Aborts the preparation of a generation that is no longer live. */
  const cancelPreparation = () => {
    if (preparation && preparation.target !== current)
      preparation.target.abortController.abort(new Error('another generation is live'));
  };

  const isBeingPrepared = (entriesIndex: string) =>
    preparation !== undefined &&
    entriesIndexOf(preparation.target) === entriesIndex &&
    !preparation.target.abortController.signal.aborted;

  const keepServing = (managed: ManagedGeneration) => {
    cancelPreparation();
    if (!managed.isPrepared && !preparation) startPreparation(managed);
  };

  const prepareBesideCurrent = (live: LiveGeneration) => {
    // A preparation of another generation must end first.
    if (!preparation) startPreparation(createManaged(live));
    else if (!isBeingPrepared(live.indices.entries)) cancelPreparation();
  };

  const serveAtOnce = async (live: LiveGeneration) => {
    const isPreparing = isBeingPrepared(live.indices.entries);
    if (!isPreparing) cancelPreparation();
    const managed = isPreparing ? preparation!.target : createManaged(live);
    await managed.lexicon.prepare().catch(() => undefined);
    if (current !== managed) serve(managed);
    if (!isPreparing) startPreparation(managed);
  };

  return {
    get current() {
      return current;
    },
    get isReady() {
      return isReady;
    },
    get isPreparing() {
      return preparation !== undefined;
    },
    get failure() {
      return lastFailure?.reason;
    },
    async update(live) {
      const { entries } = live.indices;
      const isServed = current !== undefined && entriesIndexOf(current) === entries;
      // Switching back needs two consecutive sightings, because one may come from a node with stale cluster state.
      const isDoubtful = !isServed && retiredIndices.has(entries) && unconfirmedIndex !== entries;
      unconfirmedIndex = isDoubtful ? entries : undefined;
      if (isDoubtful) return;
      if (isServed) keepServing(current!);
      else if (current && vanishedIndex !== entriesIndexOf(current)) prepareBesideCurrent(live);
      else await serveAtOnce(live);
    },
    markVanished({ indices }) {
      vanishedIndex = indices.entries;
    },
    async close() {
      preparation?.target.abortController.abort(new Error('the store is closed'));
      await preparation?.done;
    },
  };
}
