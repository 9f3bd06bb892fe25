import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { readConfig } from '../src/config.ts';
import { withPath } from '../src/explain-error.ts';
import {
  DamagedBuildError,
  hasJsonLines,
  readManifest,
  verifyFile,
  writeChecksums,
} from '../src/generation/build-files.ts';
import type { Manifest } from '../src/lexicon/formats.ts';
import type { BuildReport, BuildTask } from './build-thread.ts';
import {
  type BuildInputs,
  checksumOfInputs,
  generationName,
  type OperatorSources,
  readOperatorSources,
  saveOperatorSources,
} from './inputs.ts';
import { createProgress, type Progress, percentDone, type Step } from './progress.ts';
import { InvalidLinesError } from './sources/operator.ts';
import { DATA_ROOT } from './tables/hand-written.ts';

export interface BuildOptions {
  /** The parent folder of builds; default `DATA_DIR` of the environment, else `.data`. */
  readonly out?: string;
  /** Operators' own JSONL files, merged in this order. Empty: none. Absent: those of the current build. */
  readonly sources?: readonly string[];
  /** Skip and report invalid lines of those files instead of failing; default false, or as for the current build. */
  readonly skipInvalid?: boolean;
  /** Take the current build, if there is one, although its inputs have changed; default `KEEP_BUILD` of the environment. */
  readonly keep?: boolean;
  /** Folder of the hand-written tables; default the project's `data/`. */
  readonly dataRoot?: string;
  readonly progress?: Progress;
  /** Called while a build is made, with how much of it is done: 0 to 100. */
  readonly onProgress?: (percent: number) => void;
  /** Verify the checksums of an existing build's files, beside its manifest and their sizes; default true. */
  readonly checkBytes?: boolean;
  /** Whether the build must have the entries and relations as JSON Lines, which the embedded store does without; default true. */
  readonly jsonLines?: boolean;
  /** Damage that somebody found in an existing build: that one is made again. */
  readonly damage?: DamagedBuildError | undefined;
  /** Called when the existing build is damaged, before it is built again. */
  readonly onDamaged?: (damage: DamagedBuildError) => void;
}

export interface Build {
  readonly dir: string;
  readonly manifest: Manifest;
}

const CURRENT_FILE = 'current';
const UNFINISHED_PREFIX = '.unfinished-';
/** Builds that are kept besides the current one, for rollback. */
const MAX_PREVIOUS_BUILDS = 2;

/** The build for the current inputs: an existing one, else a new one. It becomes the current build. */
export async function ensureBuild(options: BuildOptions = {}): Promise<Build> {
  const builds = buildsFolder(options.out);
  const kept = (options.keep ?? readConfig().keepBuild) ? intactBuild(builds, options) : undefined;
  if (kept) return kept;
  const inputs = inputsOf(builds, options);
  const checksum = checksumOfInputs(inputs);
  const generation = generationName(checksum);
  const dir = join(builds, generation);
  removeUnfinished(builds);
  const found = readIntactManifest(dir, options);
  if (found?.inputs_sha256 !== checksum)
    return { dir, manifest: await makeBuild(builds, { ...inputs, checksum, generation }, options) };
  setCurrent(builds, generation);
  return { dir, manifest: found };
}

function inputsOf(builds: string, { dataRoot = DATA_ROOT, sources, skipInvalid }: BuildOptions): BuildInputs {
  const operator = sources ? { sources, skipInvalid: false } : sourcesOfCurrent(builds);
  return { dataRoot, sources: operator.sources, skipInvalid: skipInvalid ?? operator.skipInvalid };
}

/** Builds in a folder that takes the generation's name when all is written, so that a build is there as a whole or not at all. */
async function makeBuild(
  builds: string,
  inputs: Omit<BuildTask, 'dir' | 'jsonLines'>,
  { jsonLines = true, progress = createProgress(), onProgress }: BuildOptions,
): Promise<Manifest> {
  const { generation } = inputs;
  const dir = join(builds, generation);
  const workDir = join(builds, `${UNFINISHED_PREFIX}${generation}-${process.pid}`);
  mkdirSync(builds, { recursive: true });
  try {
    mkdirSync(workDir, { recursive: true });
    onProgress?.(0);
    const manifest = await buildInThread({ ...inputs, dir: workDir, jsonLines }, progress, onProgress);
    saveOperatorSources(workDir, inputs);
    writeChecksums(workDir);
    rmSync(dir, { recursive: true, force: true });
    renameSync(workDir, dir);
    setCurrent(builds, generation);
    prune(builds, generation);
    progress.done();
    return manifest;
  } catch (error) {
    rmSync(workDir, { recursive: true, force: true });
    throw withPath(error, builds);
  }
}

function buildsFolder(out: string | undefined): string {
  return join(resolvePath(out ?? readConfig().dataDir), 'builds');
}

/** The current build, whatever the inputs are now; undefined when there is none. */
export function currentBuild(out?: string): Build | undefined {
  return intactBuild(buildsFolder(out), { checkBytes: false, jsonLines: false });
}

function intactBuild(builds: string, options: FoundOptions): Build | undefined {
  const generation = currentGeneration(builds);
  if (generation === undefined) return undefined;
  const dir = join(builds, generation);
  const manifest = readIntactManifest(dir, options);
  return manifest && { dir, manifest };
}

const memoryBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());

/** In MB: a build holds some 450 at a time, and some thirty bytes for each byte of an operator's lines. */
const OLD_GENERATION_MB = { base: 1024, perSourceMb: 40, most: 4096 };

/**
 * Compared with the 128 MB of {@link YOUNG_GENERATION_MB}, a build takes an eighth more processor time with 48 MB, for as much memory, and
 * 100 MB more memory with 256. Where the process has `--max-semi-space-size`, as `npm start` has, V8 uses that and ignores this number.
 */
const YOUNG_GENERATION_MB = 128;

/** The bound of the old generation decides how far V8 lets the heap grow before it collects: to 838 MB with 1 GB, to 988 MB with 4 GB. */
function threadLimits(sources: readonly string[]): ResourceLimits {
  const { base, perSourceMb, most } = OLD_GENERATION_MB;
  const sourceMb = sources.reduce((sum, file) => sum + statSync(file).size, 0) / 2 ** 20;
  const wantedMb = Math.min(most, base + perSourceMb * sourceMb, memoryBytes / 2 / 2 ** 20);
  return { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: Math.floor(wantedMb) };
}

async function buildInThread(
  task: BuildTask,
  progress: Progress,
  onProgress: BuildOptions['onProgress'],
): Promise<Manifest> {
  const worker = new Worker(new URL('./build-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: threadLimits(task.sources),
    execArgv: [],
  });
  let step: Step = 'sources';
  return new Promise((resolve, reject) => {
    worker.on('message', (report: BuildReport) => {
      if (report.kind === 'step') {
        step = report.step;
        progress.step(step);
        onProgress?.(percentDone(step));
      } else if (report.kind === 'share') onProgress?.(percentDone(step, report.share));
      else if (report.kind === 'invalid') reject(new InvalidLinesError(report.problems));
      // Compared too, because Node posts messages of its own where the process runs with --watch.
      else if (report.kind === 'built') resolve(report.manifest);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The build ended early (code ${code}). Run it again.`)));
  });
}

/** Which existing builds will do, and who is told of those that will not. */
type FoundOptions = Pick<BuildOptions, 'checkBytes' | 'jsonLines' | 'damage' | 'onDamaged'>;

/** The manifest of an intact build; undefined when there is none, a file is damaged, or JSON Lines are wanted and not there. */
function readIntactManifest(
  dir: string,
  { checkBytes = true, jsonLines = true, damage, onDamaged }: FoundOptions,
): Manifest | undefined {
  if (!existsSync(dir)) return undefined;
  try {
    if (damage && dirname(damage.file) === dir) throw damage;
    const manifest = readManifest(join(dir, 'manifest.json'));
    if (jsonLines && !hasJsonLines(manifest)) return undefined;
    for (const { name, bytes, sha256 } of manifest.files) {
      const path = join(dir, name);
      if (checkBytes) verifyFile(path, sha256);
      else if (statSync(path).size !== bytes) throw new DamagedBuildError(path, `not ${bytes} bytes long`);
    }
    return manifest;
  } catch (error) {
    onDamaged?.(error instanceof DamagedBuildError ? error : new DamagedBuildError(dir, (error as Error).message));
    return undefined;
  }
}

function currentGeneration(builds: string): string | undefined {
  try {
    return readFileSync(join(builds, CURRENT_FILE), 'utf8').trim();
  } catch {
    // There is no current build.
    return undefined;
  }
}

function sourcesOfCurrent(builds: string): OperatorSources {
  const current = currentGeneration(builds);
  return current === undefined ? { sources: [], skipInvalid: false } : readOperatorSources(join(builds, current));
}

function setCurrent(builds: string, generation: string): void {
  if (currentGeneration(builds) === generation) return;
  const pointer = join(builds, CURRENT_FILE);
  const temporaryPath = `${pointer}.${process.pid}`;
  writeFileSync(temporaryPath, `${generation}\n`);
  renameSync(temporaryPath, pointer);
}

/** Removes what interrupted builds left, except that of running processes. */
function removeUnfinished(builds: string): void {
  if (!existsSync(builds)) return;
  for (const name of readdirSync(builds)) {
    if (!name.startsWith(UNFINISHED_PREFIX) && !name.startsWith(`${CURRENT_FILE}.`)) continue;
    const pid = Number(/\d+$/.exec(name)?.[0]);
    if (!isRunning(pid)) rmSync(join(builds, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function prune(builds: string, current: string): void {
  const others = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('g') && entry.name !== current)
    .map((entry) => join(builds, entry.name))
    .map((dir) => ({ dir, builtAtMs: statSync(dir).mtimeMs }))
    .sort((a, b) => b.builtAtMs - a.builtAtMs);
  for (const { dir } of others.slice(MAX_PREVIOUS_BUILDS)) rmSync(dir, { recursive: true, force: true });
}
