import type { PrepareGeneration } from '../../lexicon/store.ts';
import { errorReason } from './errors.ts';
import { type ElasticsearchLexicon, elasticsearchLexicon } from './lexicon.ts';
import type { LiveGeneration } from './live-generation.ts';
import { pinnedGeneration } from './pinned-generation.ts';
import type { Searcher } from './searcher.ts';

export interface StoreLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A generation that is served, or is to be. */
export interface ServedGeneration {
  readonly live: LiveGeneration;
  readonly lexicon: ElasticsearchLexicon;
}

/**
 * Decides which generation is served. What the aliases name is prepared beside the one that is served and takes its place when it is
 * ready. The first one is served at once, and prepared while it is: there is nothing else to serve.
 */
export interface GenerationManager {
  /** What is served. */
  readonly current: ServedGeneration | undefined;
  /** Whether some generation has been prepared: from then on there is always one that is. */
  readonly isReady: boolean;
  /** Takes note of what the aliases name now. */
  update(live: LiveGeneration): Promise<void>;
  /** Takes note that a generation's indices are gone: its successor is served at once, prepared or not. */
  markVanished(live: LiveGeneration): void;
  close(): Promise<void>;
}

export interface GenerationManagerOptions {
  readonly searcher: Searcher;
  readonly prepare: readonly PrepareGeneration[];
  readonly logger: StoreLogger;
  readonly onServed: (generation: string) => void;
}

/** Milliseconds after a failure until the same generation is prepared again: each try walks through the whole index. */
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
  /** Generations that were live before: a node that lags behind may name one of them once more. */
  const retiredIndices = new Set<string>();
  let current: ManagedGeneration | undefined;
  /** One at a time, so that there are never the tables of more than two generations. */
  let preparation: { readonly target: ManagedGeneration; readonly done: Promise<void> } | undefined;
  let lastFailure: { readonly name: string; readonly atMs: number } | undefined;
  let [unconfirmedIndex, vanishedIndex]: (string | undefined)[] = [];
  let isReady = prepare.length === 0;
  let closed = false;

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
    // What it could not ask is asked when somebody wants it.
    managed.lexicon.prefetchSuggestions(() => closed || current !== managed).catch(() => undefined);
  };

  /** Prepares a generation and adopts it, where that has not been done. Does not throw: what fails is tried again. */
  const prepareThenServe = async (managed: ManagedGeneration) => {
    const { generation } = managed.live.meta;
    try {
      await Promise.all([managed.lexicon.prepare(), ...prepare.map((work) => work(managed.lexicon))]);
      managed.isPrepared = true;
      if (managed.abortController.signal.aborted) return;
      isReady = true;
      if (current !== managed) serve(managed);
    } catch (error) {
      if (managed.abortController.signal.aborted) return;
      lastFailure = { name: entriesIndexOf(managed), atMs: performance.now() };
      logger.warn(
        { generation, reason: errorReason(error) },
        'lexicon generation could not be prepared, is tried again',
      );
    } finally {
      if (preparation?.target === managed) preparation = undefined;
    }
  };

  const startPreparation = (managed: ManagedGeneration) => {
    if (lastFailure?.name === entriesIndexOf(managed) && performance.now() - lastFailure.atMs < RETRY_DELAY_MS) return;
    preparation = { target: managed, done: prepareThenServe(managed) };
  };

  /** Ends the preparation of what is not to be served. */
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
    async update(live) {
      const { entries } = live.indices;
      if (current && entriesIndexOf(current) === entries) {
        unconfirmedIndex = undefined;
        cancelPreparation();
        if (!current.isPrepared && !preparation) startPreparation(current);
        return;
      }
      if (retiredIndices.has(entries) && unconfirmedIndex !== entries) {
        // A rollback is believed when it is seen twice.
        unconfirmedIndex = entries;
        return;
      }
      unconfirmedIndex = undefined;
      const isPreparing =
        preparation !== undefined &&
        entriesIndexOf(preparation.target) === entries &&
        !preparation.target.abortController.signal.aborted;
      if (current && vanishedIndex !== entriesIndexOf(current)) {
        // What was begun for another one must end first.
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
      closed = true;
      preparation?.target.abortController.abort(new Error('the store is closed'));
      await preparation?.done;
    },
  };
}
