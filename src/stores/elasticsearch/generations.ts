import type { Client } from '@elastic/elasticsearch';
import { z } from 'zod';
import { manifest, sourceNotice } from '../../lexicon/formats.ts';
import { TOKENS_VERSION } from '../../lexicon/tokenizer.ts';
import { matchesNothing } from './clauses.ts';
import { SHORT_RETRY_BACKOFF, toBackendError } from './client.ts';
import type { SearchBody } from './queries.ts';
import type { Searcher, SearchResponse } from './searcher.ts';
import { FACET_FIELDS, NO_LISTS } from './stored-fields.ts';

/** Generations on a cluster: the names of their indices, which only this file builds and parses, their metadata, and the live one. */

export const DEFAULT_PREFIX = 'lexicon';

/** Incremented whenever documents or the files of `mappings/` change; facets are known by their cardinalities. */
export const INDEX_FORMAT = 8;

export interface IndexPair {
  readonly entries: string;
  readonly relations: string;
}

/** The indices of a generation. That of its tables has no alias: readers find it by the name of the generation. */
interface GenerationIndices extends IndexPair {
  /** The packed words and the meanings of English tokens. */
  readonly tables: string;
}

/** The indices of a generation: `lexicon-entries-g0123…`, `lexicon-relations-g0123…`, `lexicon-tables-g0123…`. */
export function indexNames(generation: string, prefix = DEFAULT_PREFIX): GenerationIndices {
  const nameOf = (kind: keyof GenerationIndices) => `${prefix}-${kind}-${generation}`;
  return { entries: nameOf('entries'), relations: nameOf('relations'), tables: nameOf('tables') };
}

/** How many indices a generation of a format has: up to format 6 the tables lay among the relations. */
export function indexCount(indexFormat: number): number {
  return indexFormat <= 6 ? 2 : 3;
}

/** The two aliases that name the live generation. */
export function aliasNames(prefix = DEFAULT_PREFIX): IndexPair {
  return { entries: `${prefix}-entries`, relations: `${prefix}-relations` };
}

/** The generation of an index; undefined for other indices. */
export function generationOfIndex(index: string, prefix = DEFAULT_PREFIX): string | undefined {
  for (const start of Object.values(indexNames('', prefix)))
    if (index.startsWith(start)) return index.slice(start.length);
  return undefined;
}

/** The `_meta` of the entries index. */
export const generationMeta = z.object({
  index_format: z.int(),
  tokens_version: z.int(),
  generation: z.string(),
  /** `loading` until a load has finished. */
  state: z.enum(['loading', 'complete']),
  loaded_at: z.string(),
  /** When it was replaced; absent while it is live or has never been. */
  retired_at: z.string().optional(),
  inputs_sha256: z.string(),
  /** Documents; those of tokens are in the index of tables. */
  counts: z.object({ entries: z.int(), relations: z.int(), tokens: z.int().default(0) }),
  /** Sums of the documents' `checksum`. */
  checksums: z.object({ entries: z.number(), relations: z.number(), tables: z.number().default(0) }),
  /** The word table: its length, and number, length and SHA-256 of the compressed parts in the index of tables. */
  word_table: z
    .object({ bytes: z.int(), chunks: z.int(), compressed_bytes: z.int(), sha256: z.string() })
    .default({ bytes: 0, chunks: 0, compressed_bytes: 0, sha256: '' }),
  /** Distinct values of each field of a facet. */
  cardinalities: z.record(z.string(), z.int()),
  /** Absent in older formats. */
  list_sizes: z
    .object({ relations: z.int(), partners: z.int(), homophones: z.int(), spellings: z.int() })
    .default(NO_LISTS),
  sources: z.array(sourceNotice),
  vocabulary: manifest.shape.vocabulary,
});
export type GenerationMeta = z.infer<typeof generationMeta>;

/** Why this version cannot read a generation; undefined when it can. */
export function incompatibilityReason(
  meta: Pick<GenerationMeta, 'index_format' | 'tokens_version' | 'state' | 'cardinalities'>,
): string | undefined {
  if (meta.state !== 'complete') return 'its load did not finish; run "lexicon load" again';
  if (meta.index_format !== INDEX_FORMAT || meta.tokens_version !== TOKENS_VERSION)
    return (
      `it has index format ${meta.index_format} and tokens version ${meta.tokens_version}, this service reads ` +
      `${INDEX_FORMAT} and ${TOKENS_VERSION}; run "lexicon load" of the same version as the service`
    );
  const missing = FACET_FIELDS.filter((field) => meta.cardinalities[field] === undefined);
  if (missing.length > 0)
    return `it was loaded without ${missing.join(', ')}; run "lexicon load" of the same version as the service`;
  return undefined;
}

/** The generation that the aliases name. */
export interface LiveGeneration {
  readonly meta: GenerationMeta;
  readonly indices: GenerationIndices;
}

/** The cluster answers, but what it has cannot be served. The message ends with the command to type. */
export class NoLiveGenerationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoLiveGenerationError';
  }
}

const DOCTOR = 'Run "npm run lexicon -- doctor".';
/** Options of the cheap requests by which the store checks its generation at intervals; times in milliseconds. */
const CHECK_OPTIONS = { ...SHORT_RETRY_BACKOFF, requestTimeout: 1000, maxRetries: 1 };

/** The indices of the generation that the aliases name, closed ones too, from one cluster state. */
export async function resolveAliases(client: Client, prefix: string): Promise<GenerationIndices> {
  const aliases = aliasNames(prefix);
  const found = await client.indices
    .get(
      {
        index: `${prefix}-*`,
        features: ['aliases'],
        expand_wildcards: ['open', 'closed'],
        allow_no_indices: true,
      },
      CHECK_OPTIONS,
    )
    .catch((error: unknown) => {
      throw toBackendError(error, aliases.entries);
    });
  const generationsOf = (kind: 'entries' | 'relations') =>
    Object.entries(found).flatMap(([index, { aliases: names = {} }]) =>
      aliases[kind] in names ? [generationOfIndex(index, prefix)] : [],
    );
  const [entries, relations] = [generationsOf('entries'), generationsOf('relations')];
  const [generation] = entries;
  const isIndexNamedAsAlias = Object.values(aliases).some((name) => name in found);
  const hasGenerations = Object.keys(found).some((index) => generationOfIndex(index, prefix) !== undefined);
  if (entries.length === 0 && relations.length === 0 && !isIndexNamedAsAlias)
    throw new NoLiveGenerationError(
      hasGenerations
        ? `The aliases ${aliases.entries} and ${aliases.relations} name no index. ${DOCTOR}`
        : 'No lexicon has been loaded into this Elasticsearch. Run "npm run lexicon -- load".',
    );
  const isOneGeneration = entries.length === 1 && relations.length === 1 && entries[0] === relations[0];
  if (!isOneGeneration || generation === undefined)
    throw new NoLiveGenerationError(
      `The aliases ${aliases.entries} and ${aliases.relations} do not name one index each of one generation. ${DOCTOR}`,
    );
  return indexNames(generation, prefix);
}

/** The metadata of an entries index. Throws {@link NoLiveGenerationError} if this version cannot read it. */
async function readMeta(client: Client, index: string): Promise<GenerationMeta> {
  const mappings = await client.indices.getMapping({ index }).catch((error: unknown) => {
    throw toBackendError(error, index);
  });
  const parsed = generationMeta.safeParse(mappings[index]?.mappings._meta);
  if (!parsed.success) throw new NoLiveGenerationError(`${index} was not made by "lexicon load". ${DOCTOR}`);
  return parsed.data;
}

/** The live generation; returns the given object while it is still live. */
export async function findLiveGeneration(
  client: Client,
  prefix: string,
  known?: LiveGeneration,
): Promise<LiveGeneration> {
  const indices = await resolveAliases(client, prefix);
  if (known && known.indices.entries === indices.entries) return known;
  const meta = await readMeta(client, indices.entries);
  const reason = incompatibilityReason(meta);
  if (reason) throw new NoLiveGenerationError(`Generation ${meta.generation} cannot be served: ${reason}.`);
  return { meta, indices };
}

/** Throws unless every index of a generation can be searched and holds as many documents as were loaded. */
export async function checkWhole(client: Client, { meta, indices }: LiveGeneration): Promise<void> {
  const { entries, relations, tokens } = meta.counts;
  const expected = { entries, relations, tables: tokens + meta.word_table.chunks };
  const kinds = ['entries', 'relations', 'tables'] as const;
  const { responses } = await client
    .msearch(
      { searches: kinds.flatMap((kind) => [{ index: indices[kind] }, { size: 0, track_total_hits: true }]) },
      CHECK_OPTIONS,
    )
    .catch((error: unknown) => {
      throw toBackendError(error, indices.entries);
    });
  for (const [place, kind] of kinds.entries()) {
    const response = responses[place]!;
    if ('error' in response) {
      const { type, reason } = response.error.root_cause?.[0] ?? response.error;
      throw new NoLiveGenerationError(`${indices[kind]} cannot be searched (${type}: ${reason}). ${DOCTOR}`);
    }
    const { failed } = response._shards;
    if (failed > 0)
      throw new NoLiveGenerationError(`${failed} shards of ${indices[kind]} cannot be searched. ${DOCTOR}`);
    const total = response.hits.total;
    const count = typeof total === 'number' ? total : (total?.value ?? 0);
    if (count !== expected[kind])
      throw new NoLiveGenerationError(`${indices[kind]} holds ${count} of ${expected[kind]} documents. ${DOCTOR}`);
  }
}

/** Searches one generation's indices by name, so that a switch of the aliases does not affect a request. */
export interface PinnedGeneration {
  readonly meta: GenerationMeta;
  readonly indices: GenerationIndices;
  /** Searches of the entries, in one round trip. */
  searchEntries(bodies: readonly SearchBody[]): Promise<SearchResponse[]>;
  /** Searches of the relations, in one round trip. */
  searchRelations(bodies: readonly SearchBody[]): Promise<SearchResponse[]>;
  /** Searches of any of them, in one round trip. */
  search(requests: readonly { kind: keyof GenerationIndices; body: SearchBody }[]): Promise<SearchResponse[]>;
  /** A search that is not cached. */
  searchUncached(kind: keyof GenerationIndices, body: SearchBody): Promise<SearchResponse>;
}

/** The response to a search whose query matches nothing, which is not sent. */
const EMPTY_RESPONSE: SearchResponse = { hits: { total: { value: 0 }, hits: [] } };

const isEmpty = ({ query }: SearchBody) => query !== undefined && matchesNothing(query);

/** @param signal ends long reading when the generation is no longer needed */
export function pinnedGeneration(
  searcher: Searcher,
  meta: GenerationMeta,
  indices: GenerationIndices,
  signal?: AbortSignal,
): PinnedGeneration {
  const search: PinnedGeneration['search'] = async (requests) => {
    const sent = requests.filter(({ body }) => !isEmpty(body));
    const found =
      sent.length > 0 ? searcher.search(sent.map(({ kind, body }) => ({ index: indices[kind], body }))) : [];
    const responses = (await found).values();
    return requests.map(({ body }) => (isEmpty(body) ? EMPTY_RESPONSE : responses.next().value!));
  };
  return {
    meta,
    indices,
    search,
    searchEntries: (bodies) => search(bodies.map((body) => ({ kind: 'entries', body }))),
    searchRelations: (bodies) => search(bodies.map((body) => ({ kind: 'relations', body }))),
    async searchUncached(kind, body) {
      signal?.throwIfAborted();
      return searcher.searchUncached({ index: indices[kind], body });
    },
  };
}
