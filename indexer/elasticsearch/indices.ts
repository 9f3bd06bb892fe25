import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import entries from '../../mappings/entries.json' with { type: 'json' };
import relations from '../../mappings/relations.json' with { type: 'json' };
import tables from '../../mappings/tables.json' with { type: 'json' };
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/generations.ts';
import { type ClusterTarget, LoadError } from './generations.ts';

export interface IndexLayout {
  readonly shards: number;
  /** Replicas; `auto`: one if there is a second node. */
  readonly replicas: number | 'auto';
}

const LOADING_SETTINGS = {
  refresh_interval: '-1',
  number_of_replicas: 0,
  auto_expand_replicas: 'false',
  'translog.durability': 'async',
} as const;

/** More than any page has: what is asked for after an offset within an index is within its window. */
const MAX_PAGE_SIZE = 10_000;

/** Creates the empty indices of a generation, with settings for loading. Pages may begin at any of their documents. */
export async function createIndices(
  target: ClusterTarget,
  meta: GenerationMeta,
  { shards }: IndexLayout,
): Promise<void> {
  const names = indexNames(meta.generation, target.prefix);
  const ofGeneration = { generation: meta.generation };
  for (const [index, definition, documents, _meta] of [
    [names.entries, entries, meta.counts.entries, meta],
    [names.relations, relations, meta.counts.relations, ofGeneration],
    [names.tables, tables, meta.counts.tokens + meta.word_table.chunks, ofGeneration],
  ] as const)
    await target.client.indices.create({
      index,
      settings: {
        index: {
          ...definition.settings.index,
          number_of_shards: shards,
          max_result_window: documents + MAX_PAGE_SIZE,
          ...LOADING_SETTINGS,
        },
      } as never,
      mappings: { ...definition.mappings, _meta } as never,
      wait_for_active_shards: 1,
      timeout: '60s',
    });
}

const MERGE_TIMEOUT_MS = 2 * 3600_000;

/**
 * Finishes loading: merges into one segment, applies the settings for serving, and waits for replicas. Returns the number of missing
 * replicas.
 */
export async function finalizeIndices(
  target: ClusterTarget,
  indices: readonly string[],
  { replicas }: IndexLayout,
  options: WaitOptions,
): Promise<number> {
  const { client } = target;
  const index = [...indices];
  await client.indices.refresh({ index });
  // Retention is computed from the last commit.
  await client.indices.flush({ index });
  await waitForHistoryRelease(target, indices, options);
  await client.indices.forcemerge({ index, max_num_segments: 1 }, { requestTimeout: MERGE_TIMEOUT_MS });
  await client.indices.putSettings({
    index,
    settings: {
      index: {
        refresh_interval: null,
        translog: { durability: 'request' },
        ...(replicas === 'auto' ? { auto_expand_replicas: '0-1' } : { number_of_replicas: replicas }),
      },
    } as never,
  });
  await client.indices.refresh({ index });
  await client.indices.flush({ index });
  return waitForCopies(target, indices, replicas, options);
}

export interface WaitOptions {
  readonly waitSeconds: number;
  readonly onNote: (note: string) => void;
  /** Aborted when the load is cancelled. */
  readonly signal: AbortSignal;
}

/** Timeout of one health request; the cluster responds earlier when all replicas are assigned. */
const HEALTH_POLL_SECONDS = 2;
const NOTE_INTERVAL_MS = 5000;

/** Replicas that can be assigned: a node never holds two copies of a shard. */
function placeableCopies(health: estypes.ClusterHealthResponse, replicas: number | 'auto'): number {
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
  replicas: number | 'auto',
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

/** Smaller indices are merged at once: the saving is not worth the wait. */
export const MIN_INDEX_BYTES = 16 * 2 ** 20;
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
