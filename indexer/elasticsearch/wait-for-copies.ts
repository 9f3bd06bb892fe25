import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import type { ClusterTarget } from './cluster-target.ts';
import type { IndexLayout } from './index-layout.ts';
import { LoadError } from './load-error.ts';

export interface WaitOptions {
  /** Longest time to wait for copies that can be placed. */
  readonly waitSeconds: number;
  readonly onNote: (note: string) => void;
  /** Aborted when the load is not to go on. */
  readonly signal: AbortSignal;
}

/** Seconds of one look: the cluster answers earlier when all copies are there. */
const HEALTH_POLL_SECONDS = 2;
const NOTE_INTERVAL_MS = 5000;

/** Copies that the nodes there are have room for: no node holds two of one shard. */
function placeableCopies(health: estypes.ClusterHealthResponse, replicas: IndexLayout['replicas']): number {
  const copiesPerShard = 1 + (replicas === 'auto' ? 1 : replicas);
  return health.active_primary_shards * Math.min(copiesPerShard, health.number_of_data_nodes);
}

/**
 * Waits until every primary shard can be searched, which must be, and then for the copies on other nodes. Answers how many copies
 * are missing. Throws a {@link LoadError} when a primary does not come.
 */
export async function waitForCopies(
  { client }: ClusterTarget,
  indices: readonly string[],
  replicas: IndexLayout['replicas'],
  { waitSeconds, onNote, signal }: WaitOptions,
): Promise<number> {
  const startedMs = performance.now();
  let lastNoteMs = startedMs;
  for (;;) {
    signal.throwIfAborted();
    const secondsLeft = waitSeconds - (performance.now() - startedMs) / 1000;
    const timeout = `${Math.max(1, Math.min(HEALTH_POLL_SECONDS, Math.ceil(secondsLeft)))}s`;
    // A 408 is the answer "not yet", with the health as it is.
    const health = await client.cluster.health(
      { index: [...indices], wait_for_status: 'green', timeout },
      { ignore: [408] },
    );
    const { status, active_shards: active, unassigned_shards: unassigned, initializing_shards: initializing } = health;
    if (status === 'green') return 0;
    const missing = unassigned + initializing;
    if (status === 'yellow' && active >= placeableCopies(health, replicas)) return missing;
    if (secondsLeft <= 0) {
      if (status === 'yellow') return missing;
      throw new LoadError(
        `A primary shard of the new indices is missing after ${waitSeconds} s. "GET _cluster/allocation/explain" says why. ` +
          'What was live is live. Mend the cluster, then load again.',
      );
    }
    if (performance.now() - lastNoteMs >= NOTE_INTERVAL_MS) {
      lastNoteMs = performance.now();
      const waitedSeconds = Math.round((lastNoteMs - startedMs) / 1000);
      onNote(
        `waiting for copies: ${active} of ${active + missing} shards are there, ${waitedSeconds} s of at most ${waitSeconds}`,
      );
    }
    await sleep(100, undefined, { signal });
  }
}
