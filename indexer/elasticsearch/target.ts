import type { Client, estypes } from '@elastic/elasticsearch';
import {
  aliasesOf,
  type GenerationMeta,
  generationMeta,
  generationOf,
  indicesOf,
} from '../../src/stores/elasticsearch/generations.ts';

/** Where commands work: a cluster, and the beginning of our names in it. */
export interface Target {
  readonly client: Client;
  readonly prefix: string;
}

/** A generation as it lies in the cluster, whole or not. */
export interface StoredGeneration {
  readonly name: string;
  readonly live: boolean;
  /** Undefined when an index is missing or was not made by us. */
  readonly meta: GenerationMeta | undefined;
  readonly indices: readonly string[];
}

function isLive(name: string, index: string, aliases: estypes.IndicesIndexState['aliases'], prefix: string): boolean {
  const [kind, alias] =
    Object.entries(aliasesOf(prefix)).find(([key]) => indicesOf(name, prefix)[key as 'entries'] === index) ?? [];
  return kind !== undefined && aliases !== undefined && alias! in aliases;
}

/** Every generation in the cluster, the most lately loaded first. */
export async function storedGenerations({ client, prefix }: Target): Promise<StoredGeneration[]> {
  const found = await client.indices.get({
    index: [`${prefix}-entries-*`, `${prefix}-relations-*`],
    expand_wildcards: 'all',
    allow_no_indices: true,
    ignore_unavailable: true,
  });
  const byName = new Map<string, { live: boolean; meta: GenerationMeta | undefined; indices: string[] }>();
  for (const [index, state] of Object.entries(found)) {
    const name = generationOf(index, prefix);
    if (name === undefined) continue;
    const one = byName.get(name) ?? { live: false, meta: undefined, indices: [] };
    one.indices.push(index);
    one.live ||= isLive(name, index, state.aliases, prefix);
    if (index === indicesOf(name, prefix).entries) one.meta = generationMeta.safeParse(state.mappings?._meta).data;
    byName.set(name, one);
  }
  return [...byName]
    .map(([name, one]) => ({ name, ...one }))
    .sort((a, b) => (b.meta?.loaded_at ?? '').localeCompare(a.meta?.loaded_at ?? ''));
}

/** Whether a generation can be made live. */
export function isWhole(generation: StoredGeneration): generation is StoredGeneration & { meta: GenerationMeta } {
  const { name, indices, meta } = generation;
  return indices.length === 2 && meta?.state === 'complete' && meta.generation === name;
}

export async function writeMeta({ client, prefix }: Target, meta: GenerationMeta): Promise<void> {
  await client.indices.putMapping({ index: indicesOf(meta.generation, prefix).entries, _meta: meta });
}
