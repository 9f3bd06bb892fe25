import type { Client, estypes } from '@elastic/elasticsearch';
import {
  aliasNames,
  type GenerationMeta,
  generationMeta,
  generationOfIndex,
  indexCount,
  indexNames,
} from '../../src/stores/elasticsearch/index-names.ts';

/** The cluster of a command, and the prefix of its index names. */
export interface ClusterTarget {
  readonly client: Client;
  readonly prefix: string;
}

/** A generation in the cluster, complete or not. */
export interface StoredGeneration {
  readonly name: string;
  /** Whether an alias names one of its indices. */
  readonly live: boolean;
  /** How many of its indices the aliases name: two of a generation that is served. */
  readonly liveIndices: number;
  /** Undefined if an index is missing or was created by something else. */
  readonly meta: GenerationMeta | undefined;
  readonly indices: readonly string[];
}

function isLive(name: string, index: string, aliases: estypes.IndicesIndexState['aliases'], prefix: string): boolean {
  const [kind, alias] =
    Object.entries(aliasNames(prefix)).find(([key]) => indexNames(name, prefix)[key as 'entries'] === index) ?? [];
  return kind !== undefined && aliases !== undefined && alias! in aliases;
}

/** All generations in the cluster, the most recently loaded first. */
export async function listGenerations({ client, prefix }: ClusterTarget): Promise<StoredGeneration[]> {
  const found = await client.indices.get({
    index: Object.values(indexNames('*', prefix)),
    expand_wildcards: 'all',
    allow_no_indices: true,
    ignore_unavailable: true,
  });
  const byName = new Map<string, { liveIndices: number; meta: GenerationMeta | undefined; indices: string[] }>();
  for (const [index, state] of Object.entries(found)) {
    const name = generationOfIndex(index, prefix);
    if (name === undefined) continue;
    const generation = byName.get(name) ?? { liveIndices: 0, meta: undefined, indices: [] };
    generation.indices.push(index);
    if (isLive(name, index, state.aliases, prefix)) generation.liveIndices++;
    if (index === indexNames(name, prefix).entries)
      generation.meta = generationMeta.safeParse(state.mappings?._meta).data;
    byName.set(name, generation);
  }
  return [...byName]
    .map(([name, generation]) => ({ name, live: generation.liveIndices > 0, ...generation }))
    .sort((a, b) => (b.meta?.loaded_at ?? '').localeCompare(a.meta?.loaded_at ?? ''));
}

/** Whether a generation can become live. */
export function isComplete(generation: StoredGeneration): generation is StoredGeneration & { meta: GenerationMeta } {
  const { name, indices, meta } = generation;
  if (meta?.state !== 'complete' || meta.generation !== name) return false;
  return indices.length === indexCount(meta.index_format);
}

export async function writeMeta({ client, prefix }: ClusterTarget, meta: GenerationMeta): Promise<void> {
  await client.indices.putMapping({ index: indexNames(meta.generation, prefix).entries, _meta: meta });
}

/** An error that an operator can fix; the message says how. The live generation is not affected. */
export class LoadError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'LoadError';
  }
}
