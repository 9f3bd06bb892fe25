import type { GenerationMeta } from '../../src/stores/elasticsearch/index-names.ts';
import { aliasNames, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { type ClusterTarget, isComplete, listGenerations, type StoredGeneration, writeMeta } from './cluster-target.ts';
import { LoadError } from './load-error.ts';

/** Makes a generation live by moving both aliases in one request. Returns the previous generation. */
export async function makeLive(target: ClusterTarget, generation: string): Promise<string | undefined> {
  const { client, prefix } = target;
  const previous = (await listGenerations(target)).filter((stored) => stored.live && stored.name !== generation);
  const [next, aliases] = [indexNames(generation, prefix), aliasNames(prefix)];
  const kinds = ['entries', 'relations'] as const;
  await client.indices.updateAliases({
    actions: [
      ...previous.flatMap(({ name }) =>
        kinds.map((kind) => ({
          remove: { index: indexNames(name, prefix)[kind], alias: aliases[kind], must_exist: false },
        })),
      ),
      ...kinds.map((kind) => ({ add: { index: next[kind], alias: aliases[kind] } })),
    ],
  });
  const now = new Date().toISOString();
  for (const { meta } of previous) if (meta) await writeMeta(target, { ...meta, retired_at: now });
  return previous[0]?.name;
}

/** The generation for `rollback`: the named one, else the previous live one. */
export function rollbackTarget(generations: readonly StoredGeneration[], name?: string): StoredGeneration {
  const candidates = generations.filter((stored) => !stored.live && isComplete(stored));
  const found =
    name === undefined
      ? candidates.toSorted((a, b) => retiredAt(b.meta).localeCompare(retiredAt(a.meta)))[0]
      : candidates.find((stored) => stored.name === name);
  if (found) return found;
  const available = candidates.map((stored) => stored.name).join(', ') || 'none';
  throw new LoadError(
    name === undefined
      ? 'There is no earlier generation to go back to. Load the build you want with "lexicon load --build DIR".'
      : `There is no whole generation ${name} that is not live. To go back to: ${available}.`,
  );
}

const retiredAt = (meta: GenerationMeta | undefined) => meta?.retired_at ?? '';

/** Makes an earlier generation live again. */
export async function rollback(
  target: ClusterTarget,
  name?: string,
): Promise<{ from: string | undefined; to: string }> {
  const found = rollbackTarget(await listGenerations(target), name);
  return { from: await makeLive(target, found.name), to: found.name };
}
