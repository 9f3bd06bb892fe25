import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { LARGE_HEAP_MB } from './baselines/large-heap.ts';
import { type Report, readReport, resultsFile } from './report.ts';

/**
 * Runs the benchmarks one after another, each in a process of its own, and gathers their results in `bench/results/all.json`.
 *
 *   npm run bench -- [--smoke] [PART …]
 *
 * `--smoke` is a short run of them all, of a minute and a half; naming parts runs only those. Each file can also be run by itself.
 */
const PARTS: Readonly<Record<string, string>> = {
  store: 'store.ts',
  growth: 'growth.ts',
  'build-start': 'build-start.ts',
  memory: 'memory.ts',
  metering: 'metering.ts',
  http: 'http.ts',
  'http-replicas': 'http-replicas.ts',
  tone: 'tone.ts',
  typing: 'typing.ts',
  elasticsearch: 'elasticsearch/main.ts',
};

const argv = process.argv.slice(2);
const flags = argv.filter((argument) => argument.startsWith('--'));
const namedParts = argv.filter((argument) => !argument.startsWith('--'));
const unknown = namedParts.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Name some of: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

/** On a machine without so much memory the largest baselines are left out, and it is said. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  store: [
    '--expose-gc',
    ...(totalmem() > 1.4 * LARGE_HEAP_MB * 2 ** 20 ? [`--max-old-space-size=${LARGE_HEAP_MB}`] : []),
  ],
};

const reports: Report[] = [];
const failed: string[] = [];
for (const part of namedParts.length > 0 ? namedParts : Object.keys(PARTS)) {
  console.log(`\n## ${part}\n`);
  rmSync(resultsFile(part), { force: true });
  const script = fileURLToPath(new URL(PARTS[part]!, import.meta.url));
  const startedAt = performance.now();
  const { status, signal } = spawnSync(process.execPath, [...(ARGUMENTS[part] ?? []), script, ...flags], {
    stdio: 'inherit',
  });
  // Ended by whoever looks on: the rest is not wanted either.
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(1);
  if (status !== 0) failed.push(part);
  console.log(`${part}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  if (existsSync(resultsFile(part))) reports.push(readReport(part));
}
writeFileSync(resultsFile('all'), `${JSON.stringify(reports, null, 2)}\n`);
if (failed.length > 0) {
  console.error(`Not measured to the end: ${failed.join(', ')}.`);
  process.exit(1);
}
