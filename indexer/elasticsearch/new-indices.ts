import type { estypes } from '@elastic/elasticsearch';
import entries from '../../mappings/entries.json' with { type: 'json' };
import relations from '../../mappings/relations.json' with { type: 'json' };
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import type { ClusterTarget } from './cluster-target.ts';
import type { IndexLayout } from './index-layout.ts';
import { type WaitOptions, waitForCopies } from './wait-for-copies.ts';
import { waitForHistoryRelease } from './wait-for-history.ts';

const LOADING_SETTINGS = {
  refresh_interval: '-1',
  number_of_replicas: 0,
  auto_expand_replicas: 'false',
  'translog.durability': 'async',
} as const;

/** Creates the two empty indices of a generation, with settings for loading. */
export async function createIndices(
  target: ClusterTarget,
  meta: GenerationMeta,
  { shards }: IndexLayout,
): Promise<void> {
  const names = indexNames(meta.generation, target.prefix);
  for (const [index, definition, _meta] of [
    [names.entries, entries, meta],
    [names.relations, relations, { generation: meta.generation }],
  ] as const)
    await target.client.indices.create({
      index,
      settings: { index: { ...definition.settings.index, number_of_shards: shards, ...LOADING_SETTINGS } } as never,
      mappings: { ...(definition.mappings as estypes.MappingTypeMapping), _meta },
      wait_for_active_shards: 1,
      timeout: '60s',
    });
}

/** Timeout for merging a large index. */
const MERGE_TIMEOUT_MS = 2 * 3600_000;

/**
 * Finishes loading: merges into one segment, applies the settings for serving, and waits for replicas. Returns the number of missing
 * replicas. `waitsForHistory`: whether so much was written that its history is worth a wait.
 */
export async function finalizeIndices(
  target: ClusterTarget,
  indices: readonly string[],
  { replicas }: IndexLayout,
  options: WaitOptions,
  waitsForHistory = true,
): Promise<number> {
  const { client } = target;
  const index = [...indices];
  await client.indices.refresh({ index });
  // Retention is computed from the last commit.
  await client.indices.flush({ index });
  if (waitsForHistory) await waitForHistoryRelease(target, indices, options);
  // After a few changes too: a completion may miss words where deleted documents take places of its queue.
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
