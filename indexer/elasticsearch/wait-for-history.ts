import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import type { ClusterTarget } from './cluster-target.ts';
import type { WaitOptions } from './wait-for-copies.ts';

/** Smaller indices are merged at once: the saving is not worth the wait. */
const MIN_INDEX_BYTES = 32 * 2 ** 20;
/** Elasticsearch advances retention leases every 30 seconds. */
const MAX_WAIT_MS = 75_000;
const POLL_INTERVAL_MS = 1000;

/** Whether a shard retains operations for the recovery of replicas. */
function retainsHistory({ seq_no: seqNo, retention_leases: leases }: estypes.IndicesStatsShardStats): boolean {
  if (!seqNo || !leases) return false;
  return leases.leases.some(({ retaining_seq_no: retainedSeqNo }) => retainedSeqNo <= seqNo.max_seq_no);
}

/**
 * Waits until the shards release the history of the load. The mappings store only a part of `_source`, so each document is also
 * stored whole in `_recovery_source` while a replica may need it. A merge drops it unless a retention lease requires it: a merge
 * before the leases have advanced would keep half of the index's bytes for good.
 */
export async function waitForHistoryRelease(
  { client }: ClusterTarget,
  indices: readonly string[],
  { onNote, signal }: Pick<WaitOptions, 'onNote' | 'signal'>,
): Promise<void> {
  const deadlineMs = performance.now() + MAX_WAIT_MS;
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    const stats = await client.indices.stats({ index: [...indices], level: 'shards', metric: ['store'] });
    const retainingIndices = Object.values(stats.indices ?? {}).filter(
      ({ primaries, shards }) =>
        (primaries?.store?.size_in_bytes ?? 0) >= MIN_INDEX_BYTES &&
        Object.values(shards ?? {})
          .flat()
          .some(retainsHistory),
    );
    if (retainingIndices.length === 0) return;
    if (performance.now() >= deadlineMs)
      return onNote(
        'Elasticsearch still keeps the history of what was loaded: the indices are larger than they need be',
      );
    if (attempt === 0) onNote('waiting until Elasticsearch drops the history of what was loaded, some 30 s at most');
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}
