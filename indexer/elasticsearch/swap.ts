import type { GenerationMeta } from '../../src/stores/elasticsearch/generations.ts';
import { aliasesOf, indicesOf } from '../../src/stores/elasticsearch/generations.ts';
import { LoadError } from './load-error.ts';
import { isWhole, type StoredGeneration, storedGenerations, type Target, writeMeta } from './target.ts';

/** Makes a generation live: both aliases move in one call. Answers the name of the one that was live before. */
export async function makeLive(target: Target, generation: string): Promise<string | undefined> {
  const { client, prefix } = target;
  const before = (await storedGenerations(target)).filter((one) => one.live && one.name !== generation);
  const [next, aliases] = [indicesOf(generation, prefix), aliasesOf(prefix)];
  const kinds = ['entries', 'relations'] as const;
  await client.indices.updateAliases({
    actions: [
      ...before.flatMap(({ name }) =>
        kinds.map((kind) => ({
          remove: { index: indicesOf(name, prefix)[kind], alias: aliases[kind], must_exist: false },
        })),
      ),
      ...kinds.map((kind) => ({ add: { index: next[kind], alias: aliases[kind] } })),
    ],
  });
  const now = new Date().toISOString();
  for (const { meta } of before) if (meta) await writeMeta(target, { ...meta, retired_at: now });
  return before[0]?.name;
}

/** The generation that `rollback` goes back to: the one named, else the one that was live last. */
export function rollbackTarget(generations: readonly StoredGeneration[], name?: string): StoredGeneration {
  const candidates = generations.filter((one) => !one.live && isWhole(one));
  const found =
    name === undefined
      ? candidates.toSorted((a, b) => lastLive(b.meta).localeCompare(lastLive(a.meta)))[0]
      : candidates.find((one) => one.name === name);
  if (found) return found;
  const have = candidates.map((one) => one.name).join(', ') || 'none';
  throw new LoadError(
    name === undefined
      ? 'There is no earlier generation to go back to. Load the build you want with "lexicon load --build DIR".'
      : `There is no whole generation ${name} that is not live. To go back to: ${have}.`,
  );
}

const lastLive = (meta: GenerationMeta | undefined) => meta?.retired_at ?? '';

/** Makes an earlier generation live again. */
export async function rollback(target: Target, name?: string): Promise<{ from: string | undefined; to: string }> {
  const found = rollbackTarget(await storedGenerations(target), name);
  return { from: await makeLive(target, found.name), to: found.name };
}
