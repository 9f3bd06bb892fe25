import type { Client, estypes } from '@elastic/elasticsearch';
import {
  aliasNames,
  type GenerationMeta,
  generationMeta,
  generationOfIndex,
  incompatibilityReason,
  indexCount,
  indexNames,
} from '../../src/stores/elasticsearch/generations.ts';

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

/** An index that an alias of ours names; or, with the alias's own name, an index that stands in its place. */
export interface AliasHolder {
  readonly alias: string;
  readonly index: string;
}

export async function aliasHolders({ client, prefix }: ClusterTarget): Promise<AliasHolder[]> {
  const names = Object.values(aliasNames(prefix));
  const found = await client.indices.resolveIndex({
    name: names,
    expand_wildcards: 'all',
    ignore_unavailable: true,
    allow_no_indices: true,
  });
  return [
    ...found.indices.map(({ name }) => ({ alias: name, index: name })).filter(({ index }) => names.includes(index)),
    ...found.aliases.flatMap(({ name, indices }) => [indices].flat().map((index) => ({ alias: name, index }))),
  ];
}

/** The holders that no load of ours has made, each with what to do about it. */
export function foreignHolders(holders: readonly AliasHolder[], prefix: string): { text: string; remedy: string }[] {
  return holders
    .filter(({ index }) => generationOfIndex(index, prefix) === undefined)
    .map(({ alias, index }) =>
      index === alias
        ? {
            text: `${alias} is an index; an alias of this name should lead to the live generation`,
            remedy: `Something has written to that name. Delete it if nobody needs it: curl -X DELETE "$ELASTICSEARCH_URL/${index}"`,
          }
        : {
            text: `the alias ${alias} names ${index}, which is no index of the lexicon's`,
            remedy: `If nobody needs it there, take it away: curl -X POST "$ELASTICSEARCH_URL/_aliases" -H 'Content-Type: application/json' -d '{"actions":[{"remove":{"index":"${index}","alias":"${alias}"}}]}'`,
          },
    );
}

/** The holders of the aliases. Throws a {@link LoadError} that names a foreign one: what somebody else has made is not undone here. */
export async function ownHolders(target: ClusterTarget): Promise<AliasHolder[]> {
  const holders = await aliasHolders(target);
  const [foreign] = foreignHolders(holders, target.prefix);
  if (foreign) throw new LoadError(`Nothing was changed: ${foreign.text}. ${foreign.remedy}`);
  return holders;
}

/** Makes a generation live: takes the aliases from whatever of ours has them, in one request. Returns the previous generation. */
export async function makeLive(target: ClusterTarget, generation: string): Promise<string | undefined> {
  const { client, prefix } = target;
  const holders = await ownHolders(target);
  const stored = await listGenerations(target);
  const previous = stored.filter(({ live, name }) => live && name !== generation);
  const [next, aliases] = [indexNames(generation, prefix), aliasNames(prefix)];
  const kinds = ['entries', 'relations'] as const;
  await client.indices.updateAliases({
    actions: [
      ...holders
        .filter(({ index, alias }) => !kinds.some((kind) => next[kind] === index && aliases[kind] === alias))
        .map((holder) => ({ remove: { ...holder, must_exist: false } })),
      ...kinds.map((kind) => ({ add: { index: next[kind], alias: aliases[kind] } })),
    ],
  });
  const now = new Date().toISOString();
  for (const { meta } of previous) if (meta) await writeMeta(target, { ...meta, retired_at: now });
  const meta = stored.find(({ name }) => name === generation)?.meta;
  // What is in service has no such time.
  if (meta?.retired_at !== undefined) {
    const { retired_at: _, ...inService } = meta;
    await writeMeta(target, inService);
  }
  return previous[0]?.name;
}

/**
 * The complete generations that this version can read: first the one that replicas serve (never retired, the newest of these), then those
 * that were live last.
 */
export function servableGenerations(generations: readonly StoredGeneration[]) {
  return generations
    .filter(isComplete)
    .filter(({ meta }) => incompatibilityReason(meta) === undefined)
    .toSorted((a, b) => retiredAt(b.meta).localeCompare(retiredAt(a.meta)));
}

/** The generation for `rollback`: the named one, else the previous live one. One that only one alias names can be made wholly live. */
export function rollbackTarget(generations: readonly StoredGeneration[], name?: string): StoredGeneration {
  const unreadable = generations.filter(isComplete).find((stored) => stored.name === name);
  const reason = unreadable && incompatibilityReason(unreadable.meta);
  if (reason)
    throw new LoadError(
      `Generation ${name} cannot be served by this program: ${reason}. To go back to it, go back to the program that loaded it first, ` +
        'on every replica, and run "rollback" with that program.',
    );
  const candidates = servableGenerations(generations).filter(
    (stored) => !stored.live || (name !== undefined && stored.liveIndices < 2),
  );
  const found =
    name === undefined ? candidates.toSorted(byRetirement)[0] : candidates.find((stored) => stored.name === name);
  if (found) return found;
  const available = candidates.map((stored) => stored.name).join(', ') || 'none';
  throw new LoadError(
    name === undefined
      ? 'There is no earlier generation to go back to that this program can read. Load the build you want with "npm run lexicon -- load --force --build DIR".'
      : `There is no whole generation ${name} that is not live. To go back to: ${available}.`,
  );
}

/** The last retired first; those without a time last. */
const byRetirement = (a: { meta: GenerationMeta }, b: { meta: GenerationMeta }) =>
  (b.meta.retired_at ?? '').localeCompare(a.meta.retired_at ?? '');

/** Those that were never retired are later than all times. */
const retiredAt = ({ retired_at: time = '9999', loaded_at: loadedAt }: GenerationMeta) => `${time} ${loadedAt}`;

export async function rollback(
  target: ClusterTarget,
  name?: string,
): Promise<{ from: string | undefined; to: string }> {
  const found = rollbackTarget(await listGenerations(target), name);
  return { from: await makeLive(target, found.name), to: found.name };
}

/** Requests pin a generation, and cursors continue on it: a generation that was live this recently may still be read. */
export const MIN_RETIRED_MS = 10 * 60_000;

/** Which generations to remove: not the live one, not the `retainCount` last retired, and none retired within {@link MIN_RETIRED_MS}. */
export function planPrune(generations: readonly StoredGeneration[], retainCount: number, nowMs: number) {
  const notLive = generations.filter((generation) => !generation.live);
  const retained = notLive.filter(isComplete).toSorted(byRetirement).slice(0, retainCount);
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

export async function prune(target: ClusterTarget, retainCount: number, nowMs = Date.now()) {
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
