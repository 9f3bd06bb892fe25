import { generationOfIndex } from '../../src/stores/elasticsearch/index-names.ts';
import { type ClusterTarget, isComplete, listGenerations, type StoredGeneration, writeMeta } from './cluster-target.ts';

/** Requests pin a generation, and cursors continue on it: a generation that was live this recently may still be read. */
export const MIN_RETIRED_MS = 10 * 60_000;

export interface PrunePlan {
  readonly remove: readonly StoredGeneration[];
  /** Retired too recently to be removed. */
  readonly recentlyRetired: readonly StoredGeneration[];
  readonly retained: readonly StoredGeneration[];
}

/** The generations that can be removed: not the live one, not the `keep` latest, and none retired within {@link MIN_RETIRED_MS}. */
export function planPrune(generations: readonly StoredGeneration[], retainCount: number, nowMs: number): PrunePlan {
  const notLive = generations.filter((generation) => !generation.live);
  const complete = notLive
    .filter(isComplete)
    .toSorted((a, b) => (b.meta.retired_at ?? '').localeCompare(a.meta.retired_at ?? ''));
  const retained = complete.slice(0, retainCount);
  const removable = notLive.filter((generation) => !retained.includes(generation as (typeof retained)[number]));
  const isRecent = ({ meta }: StoredGeneration) =>
    meta?.retired_at !== undefined && nowMs - Date.parse(meta.retired_at) < MIN_RETIRED_MS;
  return {
    remove: removable.filter((generation) => !isRecent(generation)),
    recentlyRetired: removable.filter(isRecent),
    retained,
  };
}

export async function removeIndices({ client, prefix }: ClusterTarget, indices: readonly string[]): Promise<void> {
  const ownIndices = indices.filter((index) => generationOfIndex(index, prefix) !== undefined);
  if (ownIndices.length > 0) await client.indices.delete({ index: ownIndices, ignore_unavailable: true });
}

export async function prune(target: ClusterTarget, retainCount: number, nowMs = Date.now()): Promise<PrunePlan> {
  const generations = await listGenerations(target);
  // A complete generation that never was live, or without a retirement time: its time starts now.
  for (const { live, meta } of generations)
    if (!live && meta?.state === 'complete' && meta.retired_at === undefined)
      await writeMeta(target, { ...meta, retired_at: new Date(nowMs).toISOString() });
  const plan = planPrune(await listGenerations(target), retainCount, nowMs);
  await removeIndices(
    target,
    plan.remove.flatMap(({ indices }) => indices),
  );
  return plan;
}

/** Removes what unfinished loads left. Must hold the lock, because a running load looks the same. */
export async function removeUnfinished(target: ClusterTarget): Promise<string[]> {
  const unfinished = (await listGenerations(target)).filter(
    (generation) => !generation.live && !isComplete(generation),
  );
  await removeIndices(
    target,
    unfinished.flatMap(({ indices }) => indices),
  );
  return unfinished.map(({ name }) => name);
}
