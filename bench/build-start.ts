import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuild } from '../indexer/build.ts';
import { IMAGE_FILE } from '../src/generation/image-file.ts';
import { START_ARGUMENTS, START_ENVIRONMENT } from '../test/support/start-arguments.ts';
import { type Row, report } from './report.ts';

/**
 * How long a build takes and how much memory at its peak, and how long a start takes from the moment that the process is begun to
 * its first answer over HTTP: with a finished build, and with one whose image has to be made first. Each in processes of their own.
 *
 * A short run builds nothing: it starts from a copy of the build that is there.
 *
 *   node bench/build-start.ts [--smoke]
 */
const SMOKE = process.argv.includes('--smoke');
const [BUILDS, STARTS] = SMOKE ? [0, 1] : [3, 7];
const PATH = '/api/lexicon/browse?rhyme=oi';
/** Milliseconds between two questions whether the server answers yet. */
const POLL_INTERVAL_MS = 5;
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);

interface Built {
  readonly dir: string;
  readonly seconds: number;
  readonly megabytes: number;
}

async function build(out: string): Promise<Built> {
  const { stdout } = await run(process.execPath, [script('build-once.ts'), out]);
  return JSON.parse(stdout) as Built;
}

async function copyOfBuild(out: string): Promise<string> {
  const dataDir = process.env.DATA_DIR ?? '.data';
  await ensureBuild({ out: dataDir });
  cpSync(join(dataDir, 'builds'), join(out, 'builds'), { recursive: true });
  return out;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Milliseconds from the beginning of the process to its first answer. */
async function start(out: string): Promise<number> {
  const port = await freePort();
  const environment = { ...process.env, ...START_ENVIRONMENT, DATA_DIR: out, PORT: String(port), LOG_LEVEL: 'silent' };
  const startedAt = performance.now();
  const server = spawn(process.execPath, START_ARGUMENTS, { cwd: script('..'), env: environment, stdio: 'ignore' });
  try {
    for (;;) {
      if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}: run "npm start".`);
      const response = await fetch(`http://127.0.0.1:${port}${PATH}`).catch(() => undefined);
      if (response?.ok) {
        await response.arrayBuffer();
        return performance.now() - startedAt;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  } finally {
    if (server.exitCode === null) {
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await exited;
    }
  }
}

function row(name: string, values: readonly number[], unit: string): Row {
  const sorted = [...values].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { name, n: sorted.length, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), unit };
}

const folder = mkdtempSync(join(tmpdir(), 'lexicon-bench-build-'));
try {
  const built: Built[] = [];
  for (let i = 0; i < BUILDS; i++) built.push(await build(join(folder, String(i))));
  const out = SMOKE ? await copyOfBuild(join(folder, 'copy')) : join(folder, '0');
  const { dir } = await ensureBuild({ out });
  const [finished, unpacked]: [number[], number[]] = [[], []];
  for (let i = 0; i < STARTS; i++) finished.push(await start(out));
  for (let i = 0; i < STARTS; i++) {
    rmSync(join(dir, IMAGE_FILE), { force: true });
    unpacked.push(await start(out));
  }
  const times = (values: readonly number[]) => values.map((value) => value / 1000);
  const pick = (values: (one: Built) => number) => built.map(values);
  const rows = [
    ...(SMOKE
      ? []
      : [
          row(
            'build',
            pick(({ seconds }) => seconds),
            's',
          ),
          row(
            'build, peak memory',
            pick(({ megabytes }) => megabytes),
            'MB',
          ),
        ]),
    row('start to first answer, finished build', times(finished), 's'),
    row('start to first answer, image to be made', times(unpacked), 's'),
  ];
  report({ part: 'build-start', data: { builds: BUILDS, starts: STARTS, asked: PATH, 'warm-up': 'none' }, rows });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
