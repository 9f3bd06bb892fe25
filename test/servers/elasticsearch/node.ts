import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installElasticsearch } from './install.ts';
import { findJava } from './java.ts';

const LAUNCHER = fileURLToPath(new URL('Launcher.java', import.meta.url));
/** Others may share its two cores. */
const START_TIMEOUT_MS = 600_000;

export interface LocalNode {
  readonly url: string;
  readonly name: string;
  /** Process id, for pausing it. */
  readonly pid: number;
  /** Ends the node as a crash does, without a word to its peers. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface NodeOptions {
  readonly name?: string;
  /** JVM heap, e.g. `1g`. */
  readonly heap?: string;
  readonly httpPort?: number;
  /** Where data and logs lie; a folder given here stays after the node's end. */
  readonly directory?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * For tests, not for measurements: compiles quickly rather than well, so that it starts in half the time and is slower under a long load,
   * and has its data in memory where there is room.
   */
  readonly startsQuickly?: boolean;
}

/** Below the ports that systems give to connections and to servers that ask for any: no other test takes one until it is used. */
const [LOWEST_PORT, HIGHEST_PORT] = [15_000, 32_000];

/** A port of the loopback interface that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/**
 * A node looks at its disk every 30 s and lifts the write block of an index when there is room, also a block that a test has set. One that
 * looks once an hour lifts none while a test runs.
 */
export const SELDOM_LOOKS_AT_DISK = { 'cluster.info.update.interval': '1h' };
const SINGLE = { 'discovery.type': 'single-node', 'transport.port': '0', ...SELDOM_LOOKS_AT_DISK };

const MEMORY_DISK = '/dev/shm';
/** Containers often have 64 MB of it, which is too little. */
const MIN_MEMORY_DISK_BYTES = 2 * 2 ** 30;

/**
 * A new folder for a server that is thrown away after its tests: in memory where there is room. The server writes every change of an index's
 * settings through to the disk, so that an index takes three times as long to make on a real one.
 */
export function temporaryFolder(name: string): string {
  let isRoomy = false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    isRoomy = bavail * bsize >= MIN_MEMORY_DISK_BYTES;
  } catch {
    // Not on every system.
  }
  return mkdtempSync(join(isRoomy ? MEMORY_DISK : tmpdir(), name));
}

/** Starts a node on loopback, made by the recipe of {@link installElasticsearch}. Answers as soon as its process runs. */
export async function launchNode(options: NodeOptions = {}): Promise<LocalNode & { ready(): Promise<void> }> {
  const [home, java] = [await installElasticsearch(), findJava()];
  const { name = 'local', heap = '1g', httpPort = await freePort(), settings = SINGLE, startsQuickly } = options;
  const workDir =
    options.directory ?? (startsQuickly ? temporaryFolder('lexicon-es-') : mkdtempSync(join(tmpdir(), 'lexicon-es-')));
  const log = join(workDir, 'server.log');
  const allSettings: Record<string, string> = {
    'cluster.name': 'lexicon-local',
    'node.name': name,
    'path.data': join(workDir, 'data'),
    'path.logs': join(workDir, 'logs'),
    'http.port': String(httpPort),
    'network.host': '127.0.0.1',
    'http.type': 'netty4',
    'transport.type': 'netty4',
    // A developer's disk may be fuller than a server's should be.
    'cluster.routing.allocation.disk.watermark.low': '97%',
    'cluster.routing.allocation.disk.watermark.high': '98%',
    'cluster.routing.allocation.disk.watermark.flood_stage': '99%',
    ...settings,
  };
  const out = openSync(log, 'a');
  const child = spawn(
    java,
    [
      ...[`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseSerialGC', `-XX:TieredStopAtLevel=${startsQuickly ? 1 : 4}`],
      ...['--add-modules=jdk.net', '--enable-native-access=ALL-UNNAMED', '-Des.distribution.type=tar'],
      ...['-cp', join(home, 'lib', '*'), LAUNCHER, home],
      ...Object.entries(allSettings).map(([key, value]) => `${key}=${value}`),
    ],
    { stdio: ['pipe', out, out] },
  );
  const url = `http://127.0.0.1:${httpPort}`;
  const end = async (signal: NodeJS.Signals) => {
    await endProcess(child, signal);
    if (!options.directory) rmSync(workDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    url,
    name,
    pid: child.pid!,
    ready: () => untilReady(url, child, log),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

export async function startNode(options: NodeOptions = {}): Promise<LocalNode> {
  const node = await launchNode(options);
  try {
    await node.ready();
  } catch (error) {
    await node.kill();
    throw error;
  }
  return node;
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(killTimer);
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const status = await fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(2000) })
      .then(async (response) => (response.ok ? ((await response.json()) as { status: string }).status : 'red'))
      .catch(() => 'red');
    if (status !== 'red') return;
    await sleep(200);
  }
  throw new Error(`Elasticsearch did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`);
}
