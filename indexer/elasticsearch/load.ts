import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import { cardinalityCounter, INDEX_FORMAT, type IndexDocument } from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, incompatibilityReason, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { type ListSizes, listSizeCounter, MAX_LIST_SIZE, NO_LISTS } from '../../src/stores/elasticsearch/list-sizes.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import { type BuildDocuments, buildDocuments } from './build-documents.ts';
import { type BulkLimits, bulkWriter } from './bulk.ts';
import { type ClusterTarget, isComplete, listGenerations, type StoredGeneration, writeMeta } from './cluster-target.ts';
import { type Changes, cloneLiveIndices, type Fingerprints, readFingerprints } from './delta.ts';
import type { IndexLayout } from './index-layout.ts';
import { LoadError } from './load-error.ts';
import { withLock } from './lock.ts';
import { createIndices, finalizeIndices } from './new-indices.ts';
import { removeIndices, removeUnfinished } from './prune.ts';
import { makeLive } from './swap.ts';
import { compareWithBuild, verifyContents } from './verify.ts';

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

function newMeta(name: string, { manifest }: BuildFiles, { tokens, table }: BuildDocuments): GenerationMeta {
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
    cardinalities: {},
    list_sizes: NO_LISTS,
    sources: manifest.sources,
    vocabulary: manifest.vocabulary,
  };
}

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
  const meta = newMeta(name, build, documents);
  let liveFingerprints: Fingerprints | undefined;
  if (options.changedOnly) liveFingerprints = await readFingerprints(target, live);
  if (liveFingerprints) await cloneLiveIndices(target, live!, meta);
  else await createIndices(target, meta, options);
  options.onStage?.('loading', documents.entries + documents.relations + documents.tokens + documents.table.chunks);
  const started = performance.now();
  const written = await writeDocuments(target, meta, documents, { options, lost, liveFingerprints });
  const seconds = (performance.now() - started) / 1000;
  options.onStage?.('merging', 0);
  const { waitSeconds, onNote = () => undefined } = options;
  const missingCopies = await finalizeIndices(target, indices, options, { waitSeconds, onNote, signal: lost });
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

interface WriteResult {
  readonly sums: Pick<GenerationMeta, 'checksums' | 'cardinalities' | 'list_sizes'>;
  readonly sent: number;
  readonly changes?: Changes;
}

/** Sends all documents, or those whose checksum is not in `known`, and deletes those that no longer exist. */
async function writeDocuments(
  target: ClusterTarget,
  { generation }: GenerationMeta,
  documents: BuildDocuments,
  {
    options,
    lost,
    liveFingerprints,
  }: { options: LoadOptions; lost: AbortSignal; liveFingerprints: Fingerprints | undefined },
): Promise<WriteResult> {
  const indices = indexNames(generation, target.prefix);
  const bulk = bulkWriter(target.client, {
    signal: lost,
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.onWritten ? { onWritten: options.onWritten } : {}),
  });
  const cardinalities = cardinalityCounter();
  const listSizes = listSizeCounter();
  const checksums = { entries: 0, relations: 0 };
  const changes = { added: 0, changed: 0, removed: 0, unchanged: 0, examples: [] as string[] };
  let sent = 0;
  const write = async (kind: 'entries' | 'relations', document: IndexDocument) => {
    checksums[kind] += document.checksum;
    const previousFingerprint = liveFingerprints?.[kind].get(document.id);
    liveFingerprints?.[kind].delete(document.id);
    if (previousFingerprint === document.fingerprint) {
      changes.unchanged++;
      options.onWritten?.(1);
      return;
    }
    changes[previousFingerprint === undefined ? 'added' : 'changed']++;
    if (changes.examples.length < 10 && kind === 'entries') changes.examples.push(document.id);
    sent++;
    await bulk.index(indices[kind], document);
  };
  for (const document of documents.entryDocuments()) {
    cardinalities.add(document.body);
    listSizes.addEntry(document.body);
    await write('entries', document);
  }
  for (const document of documents.relationDocuments()) {
    listSizes.addRelation(document.body);
    await write('relations', document);
  }
  for (const document of documents.tokenDocuments()) await write('relations', document);
  for (const document of documents.tableDocuments()) await write('relations', document);
  for (const kind of ['entries', 'relations'] as const) {
    for (const id of liveFingerprints?.[kind].keys() ?? []) {
      changes.removed++;
      await bulk.remove(indices[kind], id);
    }
  }
  await bulk.finish();
  const sums = { checksums, cardinalities: cardinalities.result(), list_sizes: checkedSizes(listSizes.result()) };
  return { sums, sent, ...(liveFingerprints ? { changes } : {}) };
}

/** Throws where a list is longer than a search can return. */
function checkedSizes(sizes: ListSizes): ListSizes {
  for (const [list, size] of Object.entries(sizes))
    if (size > MAX_LIST_SIZE)
      throw new LoadError(
        `A list of ${list} has ${size} words, more than the ${MAX_LIST_SIZE} that Elasticsearch returns of a search.`,
      );
  return sizes;
}
