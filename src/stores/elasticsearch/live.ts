import type { Client } from '@elastic/elasticsearch';
import { QUICK_RETRIES } from './client.ts';
import { faultOf } from './faults.ts';
import {
  aliasesOf,
  type GenerationMeta,
  generationMeta,
  generationOf,
  type IndexPair,
  unreadable,
} from './generations.ts';

/** What the aliases name. */
export interface LiveGeneration {
  readonly meta: GenerationMeta;
  readonly indices: IndexPair;
}

/** There is a cluster, and nothing in it that can be served. */
export class NothingToServe extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NothingToServe';
  }
}

/** The two indices that the aliases name, read from one state of the cluster. */
export async function resolveAliases(client: Client, prefix: string, timeoutMs?: number): Promise<IndexPair> {
  const aliases = aliasesOf(prefix);
  const options = {
    ...QUICK_RETRIES,
    ...(timeoutMs === undefined ? {} : { requestTimeout: timeoutMs, maxRetries: 1 }),
  };
  const found = await client.indices
    .get({ index: `${prefix}-*`, features: ['aliases'], expand_wildcards: 'open', allow_no_indices: true }, options)
    .catch((error: unknown) => {
      throw faultOf(error, aliases.entries);
    });
  const named = (alias: string) =>
    Object.entries(found).flatMap(([index, { aliases: names }]) => (names && alias in names ? [index] : []));
  const [entries, relations] = [named(aliases.entries), named(aliases.relations)];
  if (entries.length === 0 && relations.length === 0)
    throw new NothingToServe('No lexicon has been loaded into this Elasticsearch. Run "npm run lexicon -- load".');
  const [one, other] = [entries[0] ?? '', relations[0] ?? ''];
  const paired = generationOf(one, prefix) === generationOf(other, prefix);
  if (entries.length !== 1 || relations.length !== 1 || !paired)
    throw new NothingToServe(
      `The aliases ${aliases.entries} and ${aliases.relations} do not name one index each of one generation. Run "npm run lexicon -- doctor".`,
    );
  return { entries: one, relations: other };
}

/** What an entries index says of itself. Throws {@link NothingToServe} when this code cannot read it. */
export async function readMeta(client: Client, index: string): Promise<GenerationMeta> {
  const mappings = await client.indices.getMapping({ index }).catch((error: unknown) => {
    throw faultOf(error, index);
  });
  const parsed = generationMeta.safeParse(mappings[index]?.mappings._meta);
  if (!parsed.success)
    throw new NothingToServe(`${index} was not made by "lexicon load". Run "npm run lexicon -- doctor".`);
  return parsed.data;
}

/** The live generation; the one given is answered again while it is still live. */
export async function findLive(
  client: Client,
  prefix: string,
  known?: LiveGeneration,
  timeoutMs?: number,
): Promise<LiveGeneration> {
  const indices = await resolveAliases(client, prefix, timeoutMs);
  if (known && known.indices.entries === indices.entries) return known;
  const meta = await readMeta(client, indices.entries);
  const why = unreadable(meta);
  if (why) throw new NothingToServe(`Generation ${meta.generation} cannot be served: ${why}.`);
  return { meta, indices };
}
