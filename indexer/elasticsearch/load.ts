import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import {
  type GenerationMeta,
  INDEX_FORMAT,
  incompatibilityReason,
  indexNames,
} from '../../src/stores/elasticsearch/index-names.ts';
import { NO_LISTS } from '../../src/stores/elasticsearch/list-sizes.ts';
import {
  type GenerationKeys,
  keyOfPlace,
  keysOfLayout,
  layoutFor,
  MAX_KEY,
} from '../../src/stores/elasticsearch/rank-keys.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import { type BuildDocuments, buildDocuments, type KeyOf } from './build-documents.ts';
import type { BulkLimits } from './bulk.ts';
import { type ClusterTarget, isComplete, listGenerations, type StoredGeneration, writeMeta } from './cluster-target.ts';
import { cloneLiveIndices, planChanges } from './delta.ts';
import type { IndexLayout } from './index-layout.ts';
import { LoadError } from './load-error.ts';
import { withLock } from './lock.ts';
import { createIndices, finalizeIndices } from './new-indices.ts';
import { removeIndices, removeUnfinished } from './prune.ts';
import { makeLive } from './swap.ts';
import { compareWithBuild, verifyContents } from './verify.ts';
import { type Changes, writeDocuments } from './write-documents.ts';

export type LoadStage = 'loading' | 'merging' | 'verifying' | 'switching';

export interface LoadOptions extends IndexLayout {
  /** Clone the live generation and send only what changed. */
  readonly changedOnly: boolean;
  /** Load even if the build is already live. */
  readonly force: boolean;
  /** Number of random words that are compared before the generation goes live. */
  readonly smokeWords: number;
  /** How long to wait for replicas before going live without them. */
  readonly waitSeconds: number;
  readonly limits?: BulkLimits;
  readonly onStage?: (stage: LoadStage, documents: number) => void;
  readonly onWritten?: (documents: number) => void;
  readonly onNote?: (note: string) => void;
}

export const LOAD_DEFAULTS = {
  shards: 1,
  replicas: 'auto',
  waitSeconds: 600,
  changedOnly: false,
  force: false,
  smokeWords: 25,
} as const;

export interface LoadReport {
  readonly generation: string;
  readonly previous: string | undefined;
  /** False if the build was already live. */
  readonly loaded: boolean;
  /** Documents sent. */
  readonly documents: number;
  /** Time spent on sending them. */
  readonly seconds: number;
  /** Unassigned replicas. */
  readonly missingCopies: number;
  readonly changes?: Changes;
}

/** Loads a build and makes it live. The aliases move only after everything has been verified. */
export function load(target: ClusterTarget, build: BuildFiles, options: LoadOptions): Promise<LoadReport> {
  return withLock(target, 'load', (lost) => loadLocked(target, build, options, lost));
}

async function loadLocked(
  target: ClusterTarget,
  build: BuildFiles,
  options: LoadOptions,
  lost: AbortSignal,
): Promise<LoadReport> {
  const removed = await removeUnfinished(target);
  if (removed.length > 0) options.onNote?.(`removed what an interrupted load left: ${removed.join(', ')}`);
  const generations = await listGenerations(target);
  const live = generations.find((generation) => generation.live);
  const existing = options.force ? undefined : generations.find((generation) => isGenerationOf(generation, build));
  const noChange = { previous: live?.name, loaded: false, documents: 0, seconds: 0, missingCopies: 0 };
  if (existing?.live) return { ...noChange, generation: existing.name };
  if (existing && isComplete(existing)) {
    options.onStage?.('verifying', 0);
    await verifyContents(target, existing.meta);
    options.onStage?.('switching', 0);
    await makeLive(target, existing.name);
    return { ...noChange, generation: existing.name, loaded: true };
  }
  const name = uniqueName(build.manifest.generation, generations);
  try {
    return await loadAs(target, name, build, options, { live, lost });
  } catch (error) {
    // Best effort: if the cluster cannot be reached either, the next load removes it.
    const stored = await listGenerations(target).catch(() => []);
    const unfinished = stored.find((generation) => generation.name === name && !generation.live);
    await removeIndices(target, unfinished?.indices ?? []).catch(() => undefined);
    throw lost.aborted ? lost.reason : error;
  }
}

function isGenerationOf({ meta }: StoredGeneration, { manifest }: BuildFiles): boolean {
  return (
    meta !== undefined && meta.inputs_sha256 === manifest.inputs_sha256 && incompatibilityReason(meta) === undefined
  );
}

/** The build's name; with a numeric suffix if a generation of that name exists. */
function uniqueName(preferredName: string, generations: readonly StoredGeneration[]): string {
  const taken = new Set(generations.map(({ name }) => name));
  let name = preferredName;
  for (let suffix = 2; taken.has(name); suffix++) name = `${preferredName}-${suffix}`;
  return name;
}

function newMeta(
  name: string,
  { manifest }: BuildFiles,
  { tokens, table }: BuildDocuments,
  keys: GenerationKeys,
): GenerationMeta {
  return {
    index_format: INDEX_FORMAT,
    tokens_version: TOKENS_VERSION,
    generation: name,
    state: 'loading',
    loaded_at: new Date().toISOString(),
    inputs_sha256: manifest.inputs_sha256,
    counts: { ...manifest.counts, tokens },
    word_table: table,
    checksums: { entries: 0, relations: 0 },
    keys,
    cardinalities: {},
    list_sizes: NO_LISTS,
    sources: manifest.sources,
    vocabulary: manifest.vocabulary,
  };
}

/** The keys of a full load, with gaps as wide as there is room for. */
function newKeys({ entries }: BuildDocuments): { keys: GenerationKeys; keyOf: KeyOf } {
  if (entries > MAX_KEY)
    throw new LoadError(`The build has ${entries} entries; ${MAX_KEY} can be told apart in order.`);
  const layout = layoutFor(entries);
  return { keys: keysOfLayout(layout), keyOf: (_field, rank) => keyOfPlace(layout, rank) };
}

/** A smaller share of documents leaves no history that is worth waiting for. */
const MIN_SHARE_TO_WAIT = 0.05;

async function loadAs(
  target: ClusterTarget,
  name: string,
  build: BuildFiles,
  options: LoadOptions,
  { live, lost }: { live: StoredGeneration | undefined; lost: AbortSignal },
): Promise<LoadReport> {
  if (build.manifest.tokens_version !== TOKENS_VERSION)
    throw new LoadError('The build was made by another version of this program. Run "lexicon build" again.');
  const indices = Object.values(indexNames(name, target.prefix));
  const documents = buildDocuments(build);
  const plan = options.changedOnly ? await planChanges(target, live, documents) : undefined;
  if (options.changedOnly && !plan)
    options.onNote?.('so many words came, went or moved since the last full load that everything is sent');
  const { keys, keyOf } = plan ?? newKeys(documents);
  const meta = newMeta(name, build, documents, keys);
  if (plan) await cloneLiveIndices(target, plan.live.generation, meta);
  else await createIndices(target, meta, options);
  const total = documents.entries + documents.relations + documents.tokens + documents.table.chunks;
  options.onStage?.('loading', total);
  const started = performance.now();
  const written = await writeDocuments(target, meta, documents, { keyOf, options, lost, ...(plan ? { plan } : {}) });
  const seconds = (performance.now() - started) / 1000;
  options.onStage?.('merging', 0);
  const { waitSeconds, onNote = () => undefined } = options;
  const wait = { waitSeconds, onNote, signal: lost };
  const missingCopies = await finalizeIndices(target, indices, options, wait, written.sent > total * MIN_SHARE_TO_WAIT);
  lost.throwIfAborted();
  options.onStage?.('verifying', 0);
  const complete: GenerationMeta = { ...meta, ...written.sums, state: 'complete' };
  await verifyContents(target, complete);
  await compareWithBuild(target, complete, build, options.smokeWords);
  await writeMeta(target, complete);
  // A generation is immutable from here on.
  for (const index of indices) await target.client.indices.addBlock({ index, block: 'write' });
  lost.throwIfAborted();
  options.onStage?.('switching', 0);
  const previous = await makeLive(target, name);
  return {
    generation: name,
    previous,
    loaded: true,
    documents: written.sent,
    seconds,
    missingCopies,
    ...(written.changes ? { changes: written.changes } : {}),
  };
}
