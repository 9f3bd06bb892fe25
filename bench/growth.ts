import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuild } from '../indexer/build.ts';
import { type Row, report } from './report.ts';
import type { Times } from './timing.ts';

/**
 * What the embedded store costs as the lexicon grows: 10⁴, 10⁵ and 10⁶ words, in a process each, and the exponent that fits (cost
 * as a power of size: 0 is flat, 1 is in proportion); live memory also at ten times the lexicon.
 *
 *   node bench/growth.ts [--smoke] [--build=FOLDER]
 */
const SMOKE = process.argv.includes('--smoke');
const SIZES = SMOKE ? [10_000, 100_000] : [10_000, 100_000, 1_000_000, 1_183_200];
const [QUERIES, ROUNDS] = SMOKE ? [40, 3] : [200, 10];
const buildOption = process.argv.find((argument) => argument.startsWith('--build='))?.slice('--build='.length);
const dir = buildOption ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;

interface Measured {
  readonly megabytes: number;
  readonly times: Record<string, Times>;
}

/** The exponent of the power of size that fits the costs best (least squares of the logarithms). */
function exponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(logs.map(([size]) => size)), mean(logs.map(([, cost]) => cost))];
  const covariance = logs.reduce((sum, [size, cost]) => sum + (size - x) * (cost - y), 0);
  return covariance / logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
}

const run = promisify(execFile);
const measured = new Map<number, Measured>();
for (const size of SIZES) {
  const script = fileURLToPath(new URL('growth-at.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [script, dir, ...[size, QUERIES, ROUNDS].map(String)]);
  measured.set(size, JSON.parse(stdout) as Measured);
}

const rows: Row[] = [];
for (const name of ['page of 50', 'page with nine facets', 'autocomplete']) {
  for (const [size, { times }] of measured) {
    const { p50, p95, p99, repeats } = times[name]!;
    rows.push({ name: `${name}, ${size} words`, n: repeats, p50, p95, p99 });
  }
  const fitExponent = (pick: (times: Times) => number) =>
    exponent([...measured].map(([size, { times }]) => [size, pick(times[name]!)] as const));
  const exponents = {
    p50: fitExponent(({ p50 }) => p50),
    p95: fitExponent(({ p95 }) => p95),
    p99: fitExponent(({ p99 }) => p99),
  };
  rows.push({ name: `${name}, exponent of growth`, n: SIZES.length, ...exponents, unit: 'power of size' });
}
for (const [size, { megabytes }] of measured)
  rows.push({ name: `live memory, ${size} words`, n: 1, p50: megabytes, p95: megabytes, p99: megabytes, unit: 'MB' });
report({
  part: 'growth',
  data: {
    lexicon: 'thinned, or with mutated copies',
    queries: QUERIES,
    rounds: ROUNDS,
    'warm-up': 'once through',
    answers: 'none kept',
  },
  rows,
});
