import { SingleBar } from 'cli-progress';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import type { Manifest } from '../../src/lexicon/formats.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import {
  type GenerationMeta,
  INDEX_FORMAT,
  incompatibilityReason,
  indexNames,
} from '../../src/stores/elasticsearch/generations.ts';
import { NO_LISTS } from '../../src/stores/elasticsearch/stored-fields.ts';
import { type BuildDocuments, buildDocuments, writeDocuments } from './documents.ts';
import {
  type ClusterTarget,
  isComplete,
  LoadError,
  listGenerations,
  makeLive,
  ownHolders,
  removeIndices,
  removeUnfinished,
  type StoredGeneration,
  writeMeta,
} from './generations.ts';
import { createIndices, finalizeIndices, type IndexLayout } from './indices.ts';
import { withLock } from './lock.ts';
import { compareWithBuild, verifyContents } from './verify.ts';

export type LoadStage = 'loading' | 'merging' | 'verifying' | 'switching';

export interface LoadOptions extends IndexLayout {
  readonly force: boolean;
  /** Number of random words that are compared before the generation goes live. */
  readonly smokeWords: number;
  /** How long to wait for replicas before going live without them. */
  readonly waitSeconds: number;
  readonly onStage?: (stage: LoadStage, documents: number) => void;
  readonly onWritten?: (documents: number) => void;
  readonly onNote?: (note: string) => void;
}

export const LOAD_DEFAULTS = {
  shards: 1,
  replicas: 'auto',
  waitSeconds: 600,
  force: false,
  smokeWords: 25,
} as const;

export interface LoadReport {
  readonly generation: string;
  readonly previous: string | undefined;
  /** False if the build was already live. */
  readonly loaded: boolean;
  readonly documents: number;
  /** Time spent on sending them. */
  readonly seconds: number;
  readonly missingCopies: number;
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
  // Found now, not after everything has been sent.
  await ownHolders(target);
  const removed = await removeUnfinished(target);
  if (removed.length > 0) options.onNote?.(`removed what an interrupted load left: ${removed.join(', ')}`);
  const generations = await listGenerations(target);
  const live = generations.find((generation) => generation.live);
  const existing = options.force ? undefined : generations.find((generation) => isGenerationOf(generation, build));
  const noChange = { previous: live?.name, loaded: false, documents: 0, seconds: 0, missingCopies: 0 };
  if (existing?.liveIndices === 2 && isComplete(existing)) return { ...noChange, generation: existing.name };
  if (existing && isComplete(existing)) {
    options.onStage?.('verifying', 0);
    await verifyContents(target, existing.meta);
    options.onStage?.('switching', 0);
    await makeLive(target, existing.name);
    return { ...noChange, generation: existing.name, loaded: true };
  }
  const name = uniqueName(build.manifest.generation, generations);
  try {
    return await loadAs(target, name, build, options, lost);
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

export function newMeta(name: string, manifest: Manifest, { tokens, table }: BuildDocuments): GenerationMeta {
  return {
    index_format: INDEX_FORMAT,
    tokens_version: TOKENS_VERSION,
    generation: name,
    state: 'loading',
    loaded_at: new Date().toISOString(),
    inputs_sha256: manifest.inputs_sha256,
    counts: { ...manifest.counts, tokens },
    word_table: table,
    checksums: { entries: 0, relations: 0, tables: 0 },
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
  lost: AbortSignal,
): Promise<LoadReport> {
  if (build.manifest.tokens_version !== TOKENS_VERSION)
    throw new LoadError('The build was made by another version of this program. Run "lexicon build" again.');
  const indices = Object.values(indexNames(name, target.prefix));
  const documents = buildDocuments(build);
  const meta = newMeta(name, build.manifest, documents);
  await createIndices(target, meta, options);
  const total = documents.entries + documents.relations + documents.tokens + documents.table.chunks;
  options.onStage?.('loading', total);
  const started = performance.now();
  const written = await writeDocuments(target, meta, documents, { ...options, signal: lost });
  const seconds = (performance.now() - started) / 1000;
  options.onStage?.('merging', 0);
  const { waitSeconds, onNote = () => undefined } = options;
  const missingCopies = await finalizeIndices(target, indices, options, { waitSeconds, onNote, signal: lost });
  lost.throwIfAborted();
  options.onStage?.('verifying', 0);
  const complete: GenerationMeta = { ...meta, ...written, state: 'complete' };
  await verifyContents(target, complete);
  await compareWithBuild(target, complete, build, options.smokeWords);
  await writeMeta(target, complete);
  // A generation is immutable from here on.
  for (const index of indices) await target.client.indices.addBlock({ index, block: 'write' });
  lost.throwIfAborted();
  options.onStage?.('switching', 0);
  const previous = await makeLive(target, name);
  return { generation: name, previous, loaded: true, documents: total, seconds, missingCopies };
}

const LABELS: Readonly<Record<LoadStage, string>> = {
  loading: 'sending documents',
  merging: 'merging into one segment and copying',
  verifying: 'verifying counts, checksums and answers',
  switching: 'switching the aliases',
};
const LINE_INTERVAL_MS = 5000;
/** The first documents are sent by code that is not compiled yet: the remaining time is told from this share on. */
const SHARE_WITHOUT_TIME = 0.05;

/** A bar with rate and remaining time on a terminal, otherwise a line at intervals. */
export function createLoadProgress(out: NodeJS.WriteStream = process.stderr) {
  const bar = out.isTTY
    ? new SingleBar({
        format: 'Loading [{bar}] {value}/{total} documents{pace}',
        stream: out,
        hideCursor: true,
      })
    : undefined;
  const writeLine = (text: string) => out.write(`lexicon load: ${text}\n`);
  let [total, sentCount, startedMs, lastLineMs] = [0, 0, Date.now(), Date.now()];
  const pace = () => {
    if (sentCount < total * SHARE_WITHOUT_TIME) return '';
    const rate = Math.max(1, Math.round((sentCount * 1000) / Math.max(1, Date.now() - startedMs)));
    return `, ${rate}/s, ${Math.round((total - sentCount) / rate)} s left`;
  };
  const endBar = () => bar?.isActive && bar.stop();
  return {
    stage(stage: LoadStage, documents: number): void {
      endBar();
      if (stage !== 'loading') return void writeLine(LABELS[stage]);
      [total, sentCount, startedMs, lastLineMs] = [documents, 0, Date.now(), Date.now()];
      if (bar) bar.start(total, 0, { pace: '' });
      else writeLine(`${LABELS[stage]} (${total})`);
    },
    written(documents: number): void {
      sentCount += documents;
      if (bar) return void bar.update(sentCount, { pace: pace() });
      if (Date.now() - lastLineMs < LINE_INTERVAL_MS) return;
      lastLineMs = Date.now();
      writeLine(`${sentCount} of ${total} documents${pace()}`);
    },
    note: writeLine,
    stop: endBar,
  };
}
