import type { ClusterTarget } from '../../indexer/elasticsearch/cluster-target.ts';

export interface IndexSize {
  readonly megabytes: number;
  readonly segments: number;
  readonly documents: number;
  /** Seconds that merging took, all threads together. */
  readonly mergeSeconds: number;
  /** Megabytes by field, the largest first. */
  readonly fields: readonly (readonly [name: string, megabytes: number])[];
}

const LARGEST_FIELDS = 12;

/** What an index takes on disk, field by field. */
export async function indexSize({ client }: ClusterTarget, index: string): Promise<IndexSize> {
  const { _all } = await client.indices.stats({ index, metric: ['store', 'segments', 'docs', 'merge'] });
  const usage = (await client.indices.diskUsage(
    { index, run_expensive_tasks: true },
    { requestTimeout: 1_800_000 },
  )) as {
    [name: string]: { fields: Record<string, { total_in_bytes: number }> };
  };
  const fields = Object.entries(usage[index]!.fields)
    .map(([name, { total_in_bytes: bytes }]) => [name, bytes / 1e6] as const)
    .sort(([, a], [, b]) => b - a)
    .slice(0, LARGEST_FIELDS);
  const { store, segments, docs, merges } = _all.primaries!;
  return {
    megabytes: store!.size_in_bytes / 1e6,
    segments: segments!.count,
    documents: docs!.count,
    mergeSeconds: merges!.total_time_in_millis / 1000,
    fields,
  };
}
