import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import type { ClusterTarget } from './cluster-target.ts';
import type { IndexLayout } from './index-layout.ts';
import { LoadError } from './load-error.ts';

export interface WaitOptions {
  /** Longest time to wait for replicas. */
  readonly waitSeconds: number;
  readonly onNote: (note: string) => void;
  /** Aborted when the load is cancelled. */
  readonly signal: AbortSignal;
}

/** Timeout of one health request; the cluster responds earlier when all replicas are assigned. */
const HEALTH_POLL_SECONDS = 2;
const NOTE_INTERVAL_MS = 5000;

/** Replicas that can be assigned: a node never holds two copies of a shard. */
function placeableCopies(health: estypes.ClusterHealthResponse, replicas: IndexLayout['replicas']): number {
  const copiesPerShard = 1 + (replicas === 'auto' ? 1 : replicas);
  return health.active_primary_shards * Math.min(copiesPerShard, health.number_of_data_nodes);
}

/**
 * Waits until every primary shard is searchable, then for replicas. Returns the number of missing replicas. Throws a {@link
 * LoadError} if a primary is not assigned.
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
    // Status 408 means that the timeout passed; its body is the current health.
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
