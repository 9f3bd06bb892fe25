import type { Client } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import type { PrepareGeneration } from '../../lexicon/store.ts';
import { errorReason, SHORT_RETRY_BACKOFF, toBackendError } from './client.ts';
import {
  aliasNames,
  type GenerationIndices,
  type GenerationMeta,
  generationMeta,
  generationOfIndex,
  incompatibilityReason,
  indexNames,
} from './index-names.ts';
import { pinnedGeneration, type Searcher } from './searcher.ts';
import { type ElasticsearchLexicon, elasticsearchLexicon } from './store.ts';

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

/** A generation that is served, or being prepared for it. */
export interface ServedGeneration {
  readonly live: LiveGeneration;
  readonly lexicon: ElasticsearchLexicon;
}

/**
 * Decides which generation is served. The generation that the aliases name is prepared while the current one is served, and replaces it
 * when it is ready. The first one is served unprepared, because there is nothing else to serve.
 */
export interface GenerationManager {
  readonly current: ServedGeneration | undefined;
  /** Whether a generation has been prepared. Stays true. */
  readonly isReady: boolean;
  /** Whether a generation is being prepared: it is not served if it ceases to be live meanwhile. */
  readonly isPreparing: boolean;
  /** Why the last preparation failed; undefined when it did not. */
  readonly failure: string | undefined;
  /** Called with the generation that the aliases name now. */
  update(live: LiveGeneration): Promise<void>;
  /** Called when a generation's indices were deleted: its successor is then served at once, prepared or not. */
  markVanished(live: LiveGeneration): void;
  close(): Promise<void>;
}

export interface GenerationManagerOptions {
  readonly searcher: Searcher;
  readonly prepare: readonly PrepareGeneration[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Before a preparation that failed is tried again. */
  readonly retryDelayMs: number;
  readonly onServed: (generation: string) => void;
}

interface ManagedGeneration extends ServedGeneration {
  readonly abortController: AbortController;
  isPrepared: boolean;
}

const entriesIndexOf = ({ live }: ServedGeneration) => live.indices.entries;

export function createGenerationManager({
  searcher,
  prepare,
  logger,
  retryDelayMs,
  onServed,
}: GenerationManagerOptions): GenerationManager {
  /** Entry indices of earlier generations: a node with stale cluster state may still name one of them. */
  const retiredIndices = new Set<string>();
  let current: ManagedGeneration | undefined;
  /** One at a time, so that memory holds the tables of at most two generations. */
  let preparation: { readonly target: ManagedGeneration; readonly done: Promise<void> } | undefined;
  let lastFailure: { readonly name: string; readonly atMs: number; readonly reason: string } | undefined;
  let [unconfirmedIndex, vanishedIndex]: (string | undefined)[] = [];
  let isReady = prepare.length === 0;

  const createManaged = (live: LiveGeneration): ManagedGeneration => {
    const abortController = new AbortController();
    const pinned = pinnedGeneration(searcher, live.meta, live.indices, abortController.signal);
    return { live, lexicon: elasticsearchLexicon(pinned), abortController, isPrepared: false };
  };

  const serve = (managed: ManagedGeneration) => {
    if (current) retiredIndices.add(entriesIndexOf(current));
    retiredIndices.delete(entriesIndexOf(managed));
    current = managed;
    const { generation } = managed.live.meta;
    logger.info({ generation }, 'lexicon generation is live');
    onServed(generation);
  };

  /** Prepares a generation and serves it, unless it is served already. Never rejects: a failure is logged and retried later. */
  const prepareThenServe = async (managed: ManagedGeneration) => {
    const { generation } = managed.live.meta;
    try {
      await Promise.all([managed.lexicon.prepare(), ...prepare.map((work) => work(managed.lexicon))]);
      managed.isPrepared = true;
      if (managed.abortController.signal.aborted) return;
      isReady = true;
      lastFailure = undefined;
      if (current !== managed) serve(managed);
    } catch (error) {
      if (managed.abortController.signal.aborted) return;
      const reason = errorReason(error);
      lastFailure = { name: entriesIndexOf(managed), atMs: performance.now(), reason };
      logger.warn({ generation, reason }, 'lexicon generation could not be prepared, is tried again');
    } finally {
      if (preparation?.target === managed) preparation = undefined;
    }
  };

  const startPreparation = (managed: ManagedGeneration) => {
    if (lastFailure?.name === entriesIndexOf(managed) && performance.now() - lastFailure.atMs < retryDelayMs) return;
    preparation = { target: managed, done: prepareThenServe(managed) };
  };

  /** Aborts the preparation of a generation that is no longer live. */
  const cancelPreparation = () => {
    if (preparation && preparation.target !== current)
      preparation.target.abortController.abort(new Error('another generation is live'));
  };

  return {
    get current() {
      return current;
    },
    get isReady() {
      return isReady;
    },
    get isPreparing() {
      return preparation !== undefined;
    },
    get failure() {
      return lastFailure?.reason;
    },
    async update(live) {
      const { entries } = live.indices;
      if (current && entriesIndexOf(current) === entries) {
        unconfirmedIndex = undefined;
        cancelPreparation();
        if (!current.isPrepared && !preparation) startPreparation(current);
        return;
      }
      if (retiredIndices.has(entries) && unconfirmedIndex !== entries) {
        // Switching back needs two consecutive sightings, because one may come from a node with stale cluster state.
        unconfirmedIndex = entries;
        return;
      }
      unconfirmedIndex = undefined;
      const isPreparing =
        preparation !== undefined &&
        entriesIndexOf(preparation.target) === entries &&
        !preparation.target.abortController.signal.aborted;
      if (current && vanishedIndex !== entriesIndexOf(current)) {
        // A preparation of another generation must end first.
        if (!preparation) startPreparation(createManaged(live));
        else if (!isPreparing) cancelPreparation();
        return;
      }
      if (!isPreparing) cancelPreparation();
      const managed = isPreparing ? preparation!.target : createManaged(live);
      await managed.lexicon.prepare().catch(() => undefined);
      if (current !== managed) serve(managed);
      if (!isPreparing) startPreparation(managed);
    },
    markVanished({ indices }) {
      vanishedIndex = indices.entries;
    },
    async close() {
      preparation?.target.abortController.abort(new Error('the store is closed'));
      await preparation?.done;
    },
  };
}
