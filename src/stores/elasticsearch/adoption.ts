import type { PrepareGeneration } from '../../lexicon/store.ts';
import { reasonOf } from './faults.ts';
import { pinnedGeneration } from './generation.ts';
import { type ElasticsearchLexicon, elasticsearchLexicon } from './lexicon.ts';
import type { LiveGeneration } from './live.ts';
import type { Searcher } from './search.ts';

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
export interface Adoption {
  /** What is served. */
  readonly current: ServedGeneration | undefined;
  /** Whether some generation has been prepared: from then on there is always one that is. */
  readonly isReady: boolean;
  /** Takes note of what the aliases name now. */
  consider(live: LiveGeneration): Promise<void>;
  /** Takes note that a generation's indices are gone: its successor is served at once, prepared or not. */
  vanished(live: LiveGeneration): void;
  close(): Promise<void>;
}

export interface AdoptionOptions {
  readonly questions: Searcher;
  readonly prepare: readonly PrepareGeneration[];
  readonly logger: StoreLogger;
  readonly onAdopted: (generation: string) => void;
}

/** Milliseconds after a failure until the same generation is prepared again: each try walks through the whole index. */
const RETRY_MS = 5000;

interface Made extends ServedGeneration {
  readonly abandoned: AbortController;
  isPrepared: boolean;
}

const nameOf = ({ live }: ServedGeneration) => live.indices.entries;

export function adoption({ questions, prepare, logger, onAdopted }: AdoptionOptions): Adoption {
  /** Generations that were live before: a node that lags behind may name one of them once more. */
  const left = new Set<string>();
  let current: Made | undefined;
  /** One at a time, so that there are never the tables of more than two generations. */
  let preparing: { readonly of: Made; readonly ended: Promise<void> } | undefined;
  let failed: { readonly name: string; readonly at: number } | undefined;
  let [doubted, gone]: (string | undefined)[] = [];
  let isReady = prepare.length === 0;
  let closed = false;

  const make = (live: LiveGeneration): Made => {
    const abandoned = new AbortController();
    const pinned = pinnedGeneration(questions, live.meta, live.indices, abandoned.signal);
    return { live, lexicon: elasticsearchLexicon(pinned), abandoned, isPrepared: false };
  };

  const adopt = (made: Made) => {
    if (current) left.add(nameOf(current));
    left.delete(nameOf(made));
    current = made;
    const { generation } = made.live.meta;
    logger.info({ generation }, 'lexicon generation is live');
    onAdopted(generation);
    // What it could not ask is asked when somebody wants it.
    made.lexicon.askAhead(() => closed || current !== made).catch(() => undefined);
  };

  /** Prepares a generation and adopts it, where that has not been done. Does not throw: what fails is tried again. */
  const prepareThenAdopt = async (made: Made) => {
    const { generation } = made.live.meta;
    try {
      await Promise.all([made.lexicon.prepare(), ...prepare.map((work) => work(made.lexicon))]);
      made.isPrepared = true;
      if (made.abandoned.signal.aborted) return;
      isReady = true;
      if (current !== made) adopt(made);
    } catch (error) {
      if (made.abandoned.signal.aborted) return;
      failed = { name: nameOf(made), at: performance.now() };
      logger.warn({ generation, reason: reasonOf(error) }, 'lexicon generation could not be prepared, is tried again');
    } finally {
      if (preparing?.of === made) preparing = undefined;
    }
  };

  const begin = (made: Made) => {
    if (failed?.name === nameOf(made) && performance.now() - failed.at < RETRY_MS) return;
    preparing = { of: made, ended: prepareThenAdopt(made) };
  };

  /** Ends the preparation of what is not to be served. */
  const abandon = () => {
    if (preparing && preparing.of !== current) preparing.of.abandoned.abort(new Error('another generation is live'));
  };

  return {
    get current() {
      return current;
    },
    get isReady() {
      return isReady;
    },
    async consider(live) {
      const { entries } = live.indices;
      if (current && nameOf(current) === entries) {
        doubted = undefined;
        abandon();
        if (!current.isPrepared && !preparing) begin(current);
        return;
      }
      if (left.has(entries) && doubted !== entries) {
        // A rollback is believed when it is seen twice.
        doubted = entries;
        return;
      }
      doubted = undefined;
      const isUnderWay =
        preparing !== undefined && nameOf(preparing.of) === entries && !preparing.of.abandoned.signal.aborted;
      if (current && gone !== nameOf(current)) {
        // What was begun for another one must end first.
        if (!preparing) begin(make(live));
        else if (!isUnderWay) abandon();
        return;
      }
      if (!isUnderWay) abandon();
      const made = isUnderWay ? preparing!.of : make(live);
      await made.lexicon.prepare().catch(() => undefined);
      if (current !== made) adopt(made);
      if (!isUnderWay) begin(made);
    },
    vanished({ indices }) {
      gone = indices.entries;
    },
    async close() {
      closed = true;
      preparing?.of.abandoned.abort(new Error('the store is closed'));
      await preparing?.ended;
    },
  };
}
