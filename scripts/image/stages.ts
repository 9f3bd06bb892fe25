import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import type { CommandLine, Stage, Step } from './dockerfile.ts';
import { createRootFolder, enter, userId } from './root-folder.ts';

/** A stage as its steps left it: files, and what a container of it would be started with. */
export interface BuiltStage {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly command: CommandLine | undefined;
  readonly entrypoint: CommandLine | undefined;
  readonly healthcheck: CommandLine | undefined;
}

interface BuildOptions {
  readonly stages: readonly Stage[];
  /** Folder of what COPY copies. */
  readonly context: string;
  /** Folder for the stages' own. */
  readonly workDir: string;
  /** The program that stands for the base image's Node, and the image whose place it takes. */
  readonly node: { readonly path: string; readonly image: RegExp };
  readonly log: (text: string) => void;
}

/** Carries out every stage, step by step, and answers the last one. */
export async function buildStages({ stages, context, workDir, node, log }: BuildOptions): Promise<BuiltStage> {
  const built = new Map<string, BuiltStage>();
  let last: BuiltStage | undefined;
  for (const [index, stage] of stages.entries()) {
    log(`FROM ${stage.base}${stage.name ? ` AS ${stage.name}` : ''}`);
    const directory = join(workDir, stage.name ?? `stage-${index}`);
    mkdirSync(directory);
    const base = built.get(stage.base);
    if (base) execFileSync('cp', ['-a', `${base.directory}/.`, directory]);
    else if (node.image.test(stage.base)) createRootFolder(directory, node.path);
    else throw new Error(`FROM ${stage.base}: the project's own Node stands only for ${node.image.source}`);
    const state = { ...(base ?? EMPTY), directory, buildArguments: {} };
    for (const step of stage.steps) {
      const startedAt = performance.now();
      await runStep(step, state, { context, built });
      log(`  ${step.text} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    }
    last = state;
    if (stage.name) built.set(stage.name, state);
  }
  if (!last) throw new Error('The Dockerfile has no stage');
  return last;
}

const EMPTY = {
  environment: {},
  workdir: '/',
  user: 'root',
  volumes: [],
  command: undefined,
  entrypoint: undefined,
  healthcheck: undefined,
};

type State = { -readonly [Name in keyof BuiltStage]: BuiltStage[Name] } & { buildArguments: Record<string, string> };

interface StageContext {
  readonly context: string;
  readonly built: ReadonlyMap<string, BuiltStage>;
}

async function runStep(step: Step, state: State, stageContext: StageContext): Promise<void> {
  switch (step.kind) {
    case 'arg':
      for (const [name, value] of step.values) if (value !== undefined) state.buildArguments[name] = value;
      break;
    case 'env':
      state.environment = {
        ...state.environment,
        ...Object.fromEntries(step.values.map(([name, value = '']) => [name, value])),
      };
      break;
    case 'workdir':
      state.workdir = posix.resolve(state.workdir, step.value);
      mkdirSync(join(state.directory, state.workdir), { recursive: true });
      break;
    case 'user':
      userId(step.value);
      state.user = step.value;
      break;
    case 'volume':
      state.volumes = [...state.volumes, ...step.paths];
      break;
    case 'copy':
      copy(step, state, stageContext);
      break;
    case 'run':
      await run(step.command, state);
      break;
    case 'cmd':
      state.command = step.command;
      break;
    case 'entrypoint':
      state.entrypoint = step.command;
      break;
    case 'healthcheck':
      state.healthcheck = step.command;
  }
}

/** As Docker copies: a folder's contents, not the folder; a file into a folder when the destination is one or ends with a slash. */
function copy(step: Extract<Step, { kind: 'copy' }>, state: State, { context, built }: StageContext): void {
  const { from, chown, sources, destination } = step;
  const source = from === undefined ? context : built.get(from)?.directory;
  if (source === undefined) throw new Error(`${step.text}: there is no stage ${from} before this one`);
  const to = join(state.directory, posix.resolve(state.workdir, destination));
  const intoFolder = destination.endsWith('/') || sources.length > 1;
  if (sources.length > 1 && !destination.endsWith('/'))
    throw new Error(`${step.text}: with several sources the destination must end with a slash`);
  for (const name of sources) {
    const path = join(source, name);
    if (!existsSync(path))
      throw new Error(`${step.text}: there is no ${name}${from ? ` in ${from}` : ' in the context'}`);
    const isFolder = statSync(path).isDirectory();
    const file = intoFolder || isDirectory(to) ? join(to, basename(name)) : to;
    makeFolder(isFolder ? to : dirname(file));
    // What comes from the context belongs to root; what comes from a stage keeps its owner there.
    const copyOptions = ['-a', ...(from === undefined ? ['--no-preserve=ownership'] : [])];
    execFileSync('cp', isFolder ? [...copyOptions, `${path}/.`, to] : [...copyOptions, path, file]);
    if (chown) {
      const [user = '', group = user] = chown.split(':');
      execFileSync('chown', ['-R', `${userId(user)}:${userId(group)}`, isFolder ? to : file]);
    }
  }
}

function isDirectory(path: string): boolean {
  return existsSync(path) && lstatSync(path).isDirectory();
}

/** Open to every user, whatever the umask of who runs this. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
  chmodSync(path, 0o755);
}

export function programOf(command: CommandLine): readonly string[] {
  return 'exec' in command ? command.exec : ['/bin/sh', '-c', command.shell];
}

async function run(command: CommandLine, state: State): Promise<void> {
  const { directory, user, environment, workdir, buildArguments } = state;
  const child = enter(
    { directory, user, environment: { ...buildArguments, ...environment }, withNpm: true },
    workdir,
    programOf(command),
  );
  const outputChunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => outputChunks.push(text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new Error(`ended with ${code}: ${programOf(command).join(' ')}\n${outputChunks.join('').slice(-4000)}`);
}
