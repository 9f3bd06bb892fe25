import { type GenerationMeta, incompatibilityReason, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { type GenerationKeys, RANK_FIELDS, type RankField } from '../../src/stores/elasticsearch/rank-keys.ts';
import { assignKeys, changesOf } from './assign-keys.ts';
import type { BuildDocuments, KeyOf } from './build-documents.ts';
import { type ClusterTarget, isComplete, type StoredGeneration, writeMeta } from './cluster-target.ts';
import { liveEntries } from './live-documents.ts';
import { LoadError } from './load-error.ts';

/** What a load of changes builds on. */
export interface ChangePlan {
  readonly live: GenerationMeta;
  readonly keys: GenerationKeys;
  readonly keyOf: KeyOf;
  /** By the rank of a word, the checksum of its document in the live generation; NaN for new words. */
  readonly fingerprints: Float64Array;
  /** Words of the live generation that the build does not have. */
  readonly removedWords: readonly string[];
}

/** The live generation, if its documents can be built on. Throws a {@link LoadError} otherwise. */
function comparable(live: StoredGeneration | undefined): GenerationMeta {
  const reason = !live
    ? 'no generation is live'
    : !isComplete(live)
      ? 'the live one is not whole'
      : incompatibilityReason(live.meta);
  if (reason) throw new LoadError(`There is nothing to compare with: ${reason}. Load without --changed-only.`);
  return live!.meta!;
}

/** Reads the live generation and gives the words of the build their keys; undefined where these need a full load. */
export async function planChanges(
  target: ClusterTarget,
  live: StoredGeneration | undefined,
  documents: BuildDocuments,
): Promise<ChangePlan | undefined> {
  const meta = comparable(live);
  const ranks = documents.wordRanks();
  const count = documents.entries;
  const fingerprints = new Float64Array(count).fill(Number.NaN);
  const previous: Record<RankField, Int32Array> = {
    rank: new Int32Array(count),
    char_rank: new Int32Array(count),
    end_rank: new Int32Array(count),
  };
  const removedWords: string[] = [];
  for await (const { word, fingerprint, keys } of liveEntries(target, meta)) {
    const rank = ranks.rank.get(word);
    if (rank === undefined) {
      removedWords.push(word);
      continue;
    }
    fingerprints[rank] = fingerprint;
    previous.rank[rank] = keys.rank;
    previous.char_rank[ranks.char_rank[rank]!] = keys.char_rank;
    previous.end_rank[ranks.end_rank[rank]!] = keys.end_rank;
  }
  const { layout } = meta.keys;
  const assigned: Partial<Record<RankField, Int32Array>> = {};
  const changes: Partial<GenerationKeys['changes']> = {};
  for (const field of RANK_FIELDS) {
    const keys = assignKeys(layout, previous[field]);
    const fieldChanges = keys && changesOf(layout, keys);
    if (!fieldChanges) return undefined;
    assigned[field] = keys;
    changes[field] = fieldChanges;
  }
  const { rank, char_rank, end_rank } = changes as GenerationKeys['changes'];
  return {
    live: meta,
    keys: { layout, changes: { rank, char_rank, end_rank } },
    keyOf: (field, place) => assigned[field]![place]!,
    fingerprints,
    removedWords,
  };
}

/** Clones the live indices for the new generation: segments are hard-linked, not sent. */
export async function cloneLiveIndices(target: ClusterTarget, live: string, meta: GenerationMeta): Promise<void> {
  const { client, prefix } = target;
  const [from, to] = [indexNames(live, prefix), indexNames(meta.generation, prefix)];
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
