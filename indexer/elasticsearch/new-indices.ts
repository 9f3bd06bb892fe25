import entries from '../../mappings/entries.json' with { type: 'json' };
import relations from '../../mappings/relations.json' with { type: 'json' };
import tables from '../../mappings/tables.json' with { type: 'json' };
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import type { ClusterTarget } from './cluster-target.ts';
import { type WaitOptions, waitForCopies, waitForHistoryRelease } from './wait-for-shards.ts';

export interface IndexLayout {
  /** Primary shards of each index. */
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

/** Timeout for merging a large index. */
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
