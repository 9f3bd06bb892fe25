import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../servers/elasticsearch/node.ts';
import { START_ARGUMENTS, START_ENVIRONMENT } from '../support/start-arguments.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILDS = join(ROOT, '.data');

/** The service in a process of its own, as in production. */
export interface RunningService {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Its output so far. */
  log(): string;
  terminate(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly seconds: number }>;
  /** Kills it, and removes its data folder if it was created for it. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of builds and database; by default a new one with a copy of the current build. */
  readonly dataDir?: string;
  readonly port?: number;
  /** Time within which it must be ready. */
  readonly timeoutMs?: number;
  /** Folder of the program; by default this one. */
  readonly root?: string;
  /** How many files and connections the process may have open. */
  readonly maxDescriptors?: number | undefined;
}

/** A folder with the current build, no database, and plans without effective limits. */
export function newDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'drill-'));
  ensureBuilt();
  run('cp', ['-r', join(BUILDS, 'builds'), dir]);
  writeUnlimitedPlans(dir);
  return dir;
}

/** Writes the plans of the program in `root` into a data folder, without effective limits. */
export function writeUnlimitedPlans(dir: string, root = ROOT): void {
  const text = readFileSync(join(root, 'config/plans.json'), 'utf8');
  writeFileSync(
    join(dir, 'generous.json'),
    text.replaceAll(/: \d+/g, ': 1000000000').replaceAll('1000000000 }', '10000000 }'),
  );
}

/** Builds the lexicon for the current inputs, unless that exists. */
export function ensureBuilt(): void {
  lexicon(['build'], { DATA_DIR: BUILDS });
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { environment = {}, port = await freePort(), timeoutMs = 60_000, root = ROOT } = options;
  const dataDir = options.dataDir ?? newDataDir();
  const limits = options.maxDescriptors === undefined ? '' : `ulimit -n ${options.maxDescriptors}; `;
  const child = spawn('sh', ['-c', `${limits}exec "$@"`, 'sh', process.execPath, ...START_ARGUMENTS], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...START_ENVIRONMENT,
      LOG_LEVEL: 'warn',
      PLANS_FILE: join(dataDir, 'generous.json'),
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  const outputChunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => outputChunks.push(text));
  const url = `http://127.0.0.1:${port}`;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const terminate = async (signal: NodeJS.Signals) => {
    const startedAt = performance.now();
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const code = await exited;
    return { code, seconds: (performance.now() - startedAt) / 1000 };
  };
  const service: RunningService = {
    url,
    dataDir,
    process: child,
    log: () => outputChunks.join(''),
    terminate,
    async stop() {
      await terminate('SIGKILL');
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  if (await waitUntil(() => respondsOk(`${url}/readyz`), timeoutMs)) return service;
  await service.stop();
  throw new Error(`The service was not ready after ${timeoutMs} ms:\n${service.log().slice(-2000)}`);
}

export async function respondsOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}

/** Whether everything is answered there, not only what needs no engine. */
export async function isWhole(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return (await response?.text())?.includes('"status":"ready"') === true;
}

/** Polls a condition. Resolves to whether it became true in time. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(20);
  }
}

/** Seconds until a condition becomes true; `Infinity` when it does not within `timeoutMs`. */
export async function secondsUntil(condition: () => Promise<boolean> | boolean, timeoutMs: number): Promise<number> {
  const startedAt = performance.now();
  const isMet = await waitUntil(condition, timeoutMs);
  return isMet ? (performance.now() - startedAt) / 1000 : Number.POSITIVE_INFINITY;
}

/** Issues a key with the operator's tool. */
export function issueKey(dataDir: string, plan: string, environment: Readonly<Record<string, string>> = {}): string {
  const out = lexicon(['keys', 'create', '--name', 'drill', '--plan', plan], { ...environment, DATA_DIR: dataDir });
  const key = /lex_\w+_[\w-]+/.exec(out)?.[0];
  if (!key) throw new Error(`no key was issued: ${out}`);
  return key;
}

/** What `lexicon …` prints; throws when it fails. */
export function lexicon(args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  return run(process.execPath, [join(ROOT, 'indexer/cli.ts'), ...args], environment);
}

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
