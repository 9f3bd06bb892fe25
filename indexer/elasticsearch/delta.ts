import { type GenerationMeta, incompatibilityReason, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { type ClusterTarget, isComplete, type StoredGeneration, writeMeta } from './cluster-target.ts';
import { LoadError } from './load-error.ts';

/** The difference between two generations, in documents. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Some of the added or changed words, as examples. */
  readonly examples: readonly string[];
}

/** Checksums of a generation's documents, by id. */
export interface Fingerprints {
  readonly entries: Map<string, number>;
  readonly relations: Map<string, number>;
}

const PAGE_SIZE = 10_000;

async function readIndexFingerprints(
  { client }: ClusterTarget,
  index: string,
  order: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  let searchAfter: number[] | undefined;
  for (;;) {
    const { hits } = await client.search({
      index,
      size: PAGE_SIZE,
      _source: false,
      docvalue_fields: ['fingerprint'],
      sort: order.map((field) => ({ [field]: 'asc' as const })),
      track_total_hits: false,
      ...(searchAfter ? { search_after: searchAfter } : {}),
    });
    for (const { _id, fields } of hits.hits)
      found.set(_id!, Number((fields as Record<string, number[]>).fingerprint![0]));
    if (hits.hits.length < PAGE_SIZE) return found;
    searchAfter = hits.hits.at(-1)!.sort as number[];
  }
}

/** Reads the checksums of the live generation. Throws a {@link LoadError} if there is none to build on. */
export async function readFingerprints(
  target: ClusterTarget,
  live: StoredGeneration | undefined,
): Promise<Fingerprints> {
  const reason = !live
    ? 'no generation is live'
    : !isComplete(live)
      ? 'the live one is not whole'
      : incompatibilityReason(live.meta);
  if (reason) throw new LoadError(`There is nothing to compare with: ${reason}. Load without --changed-only.`);
  const indices = indexNames(live!.name, target.prefix);
  const [entries, relations] = await Promise.all([
    readIndexFingerprints(target, indices.entries, ['rank']),
    // The order of a word's relations is unique within a type only, so the type is part of the sort.
    readIndexFingerprints(target, indices.relations, ['word_rank', 'order', 'fingerprint']),
  ]);
  return { entries, relations };
}

/** Clones the live indices for the new generation: segments are hard-linked, not sent. */
export async function cloneLiveIndices(
  target: ClusterTarget,
  live: StoredGeneration,
  meta: GenerationMeta,
): Promise<void> {
  const { client, prefix } = target;
  const [from, to] = [indexNames(live.name, prefix), indexNames(meta.generation, prefix)];
  for (const kind of ['relations', 'entries'] as const) {
    await client.indices.addBlock({ index: from[kind], block: 'write' });
    await client.indices.clone({
      index: from[kind],
      target: to[kind],
      settings: {
        'index.number_of_replicas': 0,
        'index.auto_expand_replicas': 'false',
        'index.blocks.write': false,
        'index.refresh_interval': '-1',
        'index.translog.durability': 'async',
      },
      wait_for_active_shards: 1,
      timeout: '60s',
    });
  }
  // A clone has the metadata of its origin until it is updated.
  await writeMeta(target, meta);
}
