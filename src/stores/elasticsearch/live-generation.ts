import type { Client } from '@elastic/elasticsearch';
import { SHORT_RETRY_BACKOFF } from './client.ts';
import { toBackendError } from './errors.ts';
import {
  aliasNames,
  type GenerationIndices,
  type GenerationMeta,
  generationMeta,
  generationOfIndex,
  incompatibilityReason,
  indexNames,
} from './index-names.ts';

/** The generation that the aliases name. */
export interface LiveGeneration {
  readonly meta: GenerationMeta;
  readonly indices: GenerationIndices;
}

/** The cluster is reachable, but has no generation that can be served. */
export class NoLiveGenerationError extends Error {
  /** The aliases do not name one whole generation: somebody has changed them or deleted an index, and what was served is damaged. */
  readonly isTorn: boolean;

  constructor(message: string, { isTorn = false } = {}) {
    super(message);
    this.name = 'NoLiveGenerationError';
    this.isTorn = isTorn;
  }
}

/** The indices of the generation that the aliases name, from one cluster state. */
export async function resolveAliases(client: Client, prefix: string, timeoutMs?: number): Promise<GenerationIndices> {
  const aliases = aliasNames(prefix);
  const options = {
    ...SHORT_RETRY_BACKOFF,
    ...(timeoutMs === undefined ? {} : { requestTimeout: timeoutMs, maxRetries: 1 }),
  };
  const found = await client.indices
    .get({ index: `${prefix}-*`, features: ['aliases'], expand_wildcards: 'open', allow_no_indices: true }, options)
    .catch((error: unknown) => {
      throw toBackendError(error, aliases.entries);
    });
  const indicesWithAlias = (alias: string) =>
    Object.entries(found).flatMap(([index, { aliases: names }]) => (names && alias in names ? [index] : []));
  const [entries, relations] = [indicesWithAlias(aliases.entries), indicesWithAlias(aliases.relations)];
  if (entries.length === 0 && relations.length === 0)
    throw new NoLiveGenerationError(
      'No lexicon has been loaded into this Elasticsearch. Run "npm run lexicon -- load".',
    );
  const [entriesIndex, relationsIndex] = [entries[0] ?? '', relations[0] ?? ''];
  const generation = generationOfIndex(entriesIndex, prefix);
  const isSameGeneration = generation === generationOfIndex(relationsIndex, prefix);
  if (entries.length !== 1 || relations.length !== 1 || !isSameGeneration)
    throw new NoLiveGenerationError(
      `The aliases ${aliases.entries} and ${aliases.relations} do not name one index each of one generation. Run "npm run lexicon -- doctor".`,
      { isTorn: true },
    );
  const { tables } = indexNames(generation ?? '', prefix);
  return { entries: entriesIndex, relations: relationsIndex, tables };
}

/** The metadata of an entries index. Throws {@link NoLiveGenerationError} if this version cannot read it. */
export async function readMeta(client: Client, index: string): Promise<GenerationMeta> {
  const mappings = await client.indices.getMapping({ index }).catch((error: unknown) => {
    throw toBackendError(error, index);
  });
  const parsed = generationMeta.safeParse(mappings[index]?.mappings._meta);
  if (!parsed.success)
    throw new NoLiveGenerationError(`${index} was not made by "lexicon load". Run "npm run lexicon -- doctor".`);
  return parsed.data;
}

/** The live generation; returns the given object while it is still live. */
export async function findLiveGeneration(
  client: Client,
  prefix: string,
  known?: LiveGeneration,
  timeoutMs?: number,
): Promise<LiveGeneration> {
  const indices = await resolveAliases(client, prefix, timeoutMs);
  if (known && known.indices.entries === indices.entries) return known;
  const meta = await readMeta(client, indices.entries);
  const reason = incompatibilityReason(meta);
  if (reason) throw new NoLiveGenerationError(`Generation ${meta.generation} cannot be served: ${reason}.`);
  return { meta, indices };
}
