import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuild } from '../indexer/build.ts';
import { freePort } from '../test/servers/elasticsearch/node.ts';
import { START_ARGUMENTS, START_ENVIRONMENT } from '../test/support/start-arguments.ts';
import { report, rowOf } from './report.ts';

/**
 * The time and the peak memory of the build that a first start makes, and the time of a start with a finished build from the beginning of the
 * process to its first answer over HTTP. Each in processes of their own.
 *
 * A short run builds nothing: it starts from a copy of the build that is there.
 *
 *   node bench/build-start.ts [--smoke]
 */
const SMOKE = process.argv.includes('--smoke');
const [BUILDS, STARTS] = SMOKE ? [0, 2] : [2, 7];
const PATH = '/api/lexicon/browse?rhyme=oi';
/** Milliseconds between two questions whether the server answers yet. */
const POLL_INTERVAL_MS = 5;
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);

interface Built {
  readonly dir: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

async function build(out: string): Promise<Built> {
  const { stdout } = await run(process.execPath, [script('build-once.ts'), out]);
  return JSON.parse(stdout) as Built;
}

async function copyOfBuild(out: string): Promise<string> {
  const dataDir = process.env.DATA_DIR ?? '.data';
  await ensureBuild({ out: dataDir, jsonLines: false });
  cpSync(join(dataDir, 'builds'), join(out, 'builds'), { recursive: true });
  return out;
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

const folder = mkdtempSync(join(tmpdir(), 'lexicon-bench-build-'));
try {
  const built: Built[] = [];
  for (let i = 0; i < BUILDS; i++) built.push(await build(join(folder, String(i))));
  const out = SMOKE ? await copyOfBuild(join(folder, 'copy')) : join(folder, '0');
  const finished: number[] = [];
  for (let i = 0; i < STARTS; i++) finished.push(await start(out));
  const startRow = rowOf(
    'start to first answer, finished build',
    finished.map((ms) => ms / 1000),
    { unit: 's' },
  );
  const buildRow = (name: string, unit: string, key: 'seconds' | 'cpuSeconds' | 'megabytes') => {
    const values = built.map((one) => one[key]);
    return rowOf(name, values, { unit });
  };
  const buildRows = SMOKE
    ? []
    : [
        buildRow('build', 's', 'seconds'),
        buildRow('build, processor time', 's', 'cpuSeconds'),
        buildRow('build, peak memory', 'MB', 'megabytes'),
      ];
  const rows = [...buildRows, startRow];
  report({ part: 'build-start', data: { builds: BUILDS, starts: STARTS, path: PATH }, rows });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
