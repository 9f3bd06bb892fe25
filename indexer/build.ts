import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Manifest, manifest as manifestSchema } from '../src/lexicon/formats.ts';
import { compose } from './compose/compose.ts';
import { checksumOfInputs, generationName } from './inputs.ts';
import { writeBuild } from './output/write-build.ts';
import { createProgress, type Progress } from './progress.ts';
import { InvalidLinesError, readOperatorFile } from './sources/operator.ts';
import { DATA_ROOT, readHandWritten } from './tables/hand-written.ts';

export interface BuildOptions {
  /** Folder under which builds lie; default `DATA_DIR` of the environment, else `.data`. */
  readonly out?: string;
  /** Operators' own JSONL files, merged in the order given. */
  readonly sources?: readonly string[];
  /** Leave bad lines of those files out, and say which, instead of failing. */
  readonly skipInvalid?: boolean;
  /** Folder of the hand-written tables; default the project's `data/`. */
  readonly dataRoot?: string;
  readonly progress?: Progress;
}

export interface Build {
  readonly dir: string;
  readonly manifest: Manifest;
}

const CURRENT = 'current';
const UNFINISHED = '.unfinished-';
/** Builds that stay besides the current one, so that one can go back. */
const KEPT = 2;

/** The build for the present inputs: the one that lies there already, else a new one, which then becomes the current one. */
export async function ensureBuild(options: BuildOptions = {}): Promise<Build> {
  const { sources = [], skipInvalid = false, dataRoot = DATA_ROOT } = options;
  const builds = join(resolve(options.out ?? process.env.DATA_DIR ?? '.data'), 'builds');
  const checksum = checksumOfInputs({ dataRoot, sources, skipInvalid });
  const generation = generationName(checksum);
  const dir = join(builds, generation);
  const found = readManifest(dir);
  if (found?.inputs_sha256 === checksum) {
    pointTo(builds, generation);
    return { dir, manifest: found };
  }
  mkdirSync(builds, { recursive: true });
  removeUnfinished(builds);
  const work = join(builds, `${UNFINISHED}${generation}-${process.pid}`);
  const progress = options.progress ?? createProgress();
  try {
    mkdirSync(work, { recursive: true });
    const files = sources.map(readOperatorFile);
    const invalid = files.flatMap((file) => file.problems);
    if (invalid.length > 0 && !skipInvalid) throw new InvalidLinesError(invalid);
    const tables = readHandWritten(dataRoot);
    const composition = await compose(
      tables,
      files.flatMap((file) => file.rows),
      progress.step,
    );
    const rejected = [...invalid, ...composition.problems];
    if (rejected.length > 0 && !skipInvalid) throw new InvalidLinesError(rejected);
    progress.step('writing');
    const manifest = await writeBuild(work, { composition, tables, checksum, generation, files: sources, rejected });
    rmSync(dir, { recursive: true, force: true });
    renameSync(work, dir);
    pointTo(builds, generation);
    prune(builds, generation);
    progress.done();
    return { dir, manifest };
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    throw error;
  }
}

function readManifest(dir: string): Manifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

function pointTo(builds: string, generation: string): void {
  const pointer = join(builds, CURRENT);
  try {
    if (readFileSync(pointer, 'utf8').trim() === generation) return;
  } catch {
    // There is none yet.
  }
  const next = `${pointer}.${process.pid}`;
  writeFileSync(next, `${generation}\n`);
  renameSync(next, pointer);
}

/** Removes what interrupted builds left; one whose process still runs is left alone. */
function removeUnfinished(builds: string): void {
  for (const name of readdirSync(builds)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const pid = Number(name.slice(name.lastIndexOf('-') + 1));
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
    .map((dir) => ({ dir, built: statSync(dir).mtimeMs }))
    .sort((a, b) => b.built - a.built);
  for (const { dir } of others.slice(KEPT)) rmSync(dir, { recursive: true, force: true });
}
