import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareRatios, REFERENCE_FILE, type Report, readReports, resultsFile, writeTables } from './report.ts';

/**
 * Runs the benchmarks one after another, each in a process of its own, writes the tables of docs/performance.md and prints each ratio
 * beside that of bench/reference.json.
 *
 *   npm run bench -- [--smoke] [--reference] [PART …]
 *
 * `--smoke`: a short run of two minutes, which leaves the tables as they are. `--reference`: this run's ratios become the reference.
 */
const PARTS = ['store', 'build-start', 'memory', 'http', 'elasticsearch'];
/** The name of the results of short runs, whose ratios are compared with those of short runs alone. */
const SMOKE_SUFFIX = ' (smoke)';

const argv = process.argv.slice(2);
const isSmoke = argv.includes('--smoke');
const named = argv.filter((argument) => !argument.startsWith('--'));
const unknown = named.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Name some of: ${PARTS.join(', ')}.`);
  process.exit(2);
}

const reports: Report[] = [];
const failed: string[] = [];
for (const part of named.length > 0 ? named : PARTS) {
  rmSync(resultsFile(part), { force: true });
  const script = fileURLToPath(new URL(`${part}.ts`, import.meta.url));
  const startedAt = performance.now();
  const { status, signal } = spawnSync(process.execPath, [script, ...(isSmoke ? ['--smoke'] : [])], {
    stdio: 'inherit',
  });
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(1);
  if (status !== 0) failed.push(part);
  console.log(`${part}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  if (!existsSync(resultsFile(part))) continue;
  const results = readReports(resultsFile(part)) as unknown as Report;
  reports.push(isSmoke ? { ...results, part: results.part + SMOKE_SUFFIX } : results);
}
writeFileSync(resultsFile('all'), `${JSON.stringify(reports, null, 2)}\n`);
if (!isSmoke) writeTables(reports);

const reference = existsSync(REFERENCE_FILE) ? readReports(REFERENCE_FILE) : [];
console.log(compareRatios(reference, reports) || 'No ratio of this run is in bench/reference.json.');
if (argv.includes('--reference')) {
  const others = reference.filter(({ part }) => !reports.some((one) => one.part === part));
  writeFileSync(REFERENCE_FILE, `${JSON.stringify([...others, ...reports], null, 2)}\n`);
}
if (failed.length > 0) {
  console.error(`Not measured to the end: ${failed.join(', ')}.`);
  process.exit(1);
}
