import type { Logger } from 'pino';
import type { PrepareGeneration } from '../../lexicon/store.ts';
import { errorReason } from './errors.ts';
import type { LiveGeneration } from './live-generation.ts';
import { pinnedGeneration } from './pinned-generation.ts';
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
export interface GenerationManager {
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

export interface GenerationManagerOptions {
  readonly searcher: Searcher;
  readonly prepare: readonly PrepareGeneration[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly onServed: (generation: string) => void;
}

/** Delay before a failed preparation is retried: each attempt reads the whole word table. */
const RETRY_DELAY_MS = 5000;

interface ManagedGeneration extends ServedGeneration {
  readonly abortController: AbortController;
  isPrepared: boolean;
}

const entriesIndexOf = ({ live }: ServedGeneration) => live.indices.entries;

export function createGenerationManager({
  searcher,
  prepare,
  logger,
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
    if (lastFailure?.name === entriesIndexOf(managed) && performance.now() - lastFailure.atMs < RETRY_DELAY_MS) return;
    preparation = { target: managed, done: prepareThenServe(managed) };
  };

  /** Aborts the preparation of a generation that is no longer live. */
  const cancelPreparation = () => {
    if (preparation && preparation.target !== current)
      preparation.target.abortController.abort(new Error('another generation is live'));
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
      if (current && entriesIndexOf(current) === entries) {
        unconfirmedIndex = undefined;
        cancelPreparation();
        if (!current.isPrepared && !preparation) startPreparation(current);
        return;
      }
      if (retiredIndices.has(entries) && unconfirmedIndex !== entries) {
        // Switching back needs two consecutive sightings, because one may come from a node with stale cluster state.
        unconfirmedIndex = entries;
        return;
      }
      unconfirmedIndex = undefined;
      const isPreparing =
        preparation !== undefined &&
        entriesIndexOf(preparation.target) === entries &&
        !preparation.target.abortController.signal.aborted;
      if (current && vanishedIndex !== entriesIndexOf(current)) {
        // A preparation of another generation must end first.
        if (!preparation) startPreparation(createManaged(live));
        else if (!isPreparing) cancelPreparation();
        return;
      }
      if (!isPreparing) cancelPreparation();
      const managed = isPreparing ? preparation!.target : createManaged(live);
      await managed.lexicon.prepare().catch(() => undefined);
      if (current !== managed) serve(managed);
      if (!isPreparing) startPreparation(managed);
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
