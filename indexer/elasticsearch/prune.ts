import { generationOf } from '../../src/stores/elasticsearch/generations.ts';
import { isWhole, type StoredGeneration, storedGenerations, type Target, writeMeta } from './target.ts';

/** Readers pin a generation for a request and walk it with cursors: one that was live this lately may still be read. */
export const STILL_READ_MS = 10 * 60_000;

export interface PrunePlan {
  readonly remove: readonly StoredGeneration[];
  /** Retired too lately to be removed. */
  readonly tooFresh: readonly StoredGeneration[];
  readonly kept: readonly StoredGeneration[];
}

/** Which generations may go: never the live one, nor the `keep` that were live last, nor one retired within {@link STILL_READ_MS}. */
export function planPrune(generations: readonly StoredGeneration[], keep: number, now: number): PrunePlan {
  const idle = generations.filter((one) => !one.live);
  const whole = idle
    .filter(isWhole)
    .toSorted((a, b) => (b.meta.retired_at ?? '').localeCompare(a.meta.retired_at ?? ''));
  const kept = whole.slice(0, keep);
  const spare = idle.filter((one) => !kept.includes(one as (typeof kept)[number]));
  const isFresh = ({ meta }: StoredGeneration) =>
    meta?.retired_at !== undefined && now - Date.parse(meta.retired_at) < STILL_READ_MS;
  return { remove: spare.filter((one) => !isFresh(one)), tooFresh: spare.filter(isFresh), kept };
}

export async function removeIndices({ client, prefix }: Target, indices: readonly string[]): Promise<void> {
  const ours = indices.filter((index) => generationOf(index, prefix) !== undefined);
  if (ours.length > 0) await client.indices.delete({ index: ours, ignore_unavailable: true });
}

export async function prune(target: Target, keep: number, now = Date.now()): Promise<PrunePlan> {
  const generations = await storedGenerations(target);
  // A whole one that never went live, or whose retirement was not noted: its time counts from now.
  for (const { live, meta } of generations)
    if (!live && meta?.state === 'complete' && meta.retired_at === undefined)
      await writeMeta(target, { ...meta, retired_at: new Date(now).toISOString() });
  const plan = planPrune(await storedGenerations(target), keep, now);
  await removeIndices(
    target,
    plan.remove.flatMap(({ indices }) => indices),
  );
  return plan;
}

/** Removes what loads that did not finish left behind. To be called under the lock: a load under way looks the same. */
export async function removeUnfinished(target: Target): Promise<string[]> {
  const unfinished = (await storedGenerations(target)).filter((one) => !one.live && !isWhole(one));
  await removeIndices(
    target,
    unfinished.flatMap(({ indices }) => indices),
  );
  return unfinished.map(({ name }) => name);
}
