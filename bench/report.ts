import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The measurement of one thing. Times in milliseconds, unless `unit` says otherwise. */
export interface Row {
  /** Stable: comparisons find the row by its name. */
  readonly name: string;
  /** How many times it was timed. */
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly unit?: string;
  /** By baseline, how many times as good as it the medians are, in the same run: more is better, whatever the unit. */
  readonly ratioTo?: Readonly<Record<string, number>>;
}

/** The results of one part: `bench/results/PART.json`. */
export interface Report {
  readonly part: string;
  /** Commit, machine and date. */
  readonly run: string;
  /** Size of the data, number of queries, rounds: all that a reader needs to judge the rows. */
  readonly data: Readonly<Record<string, string | number>>;
  readonly rows: readonly Row[];
}

const FOLDER = new URL('results/', import.meta.url);
export const REFERENCE_FILE = fileURLToPath(new URL('reference.json', import.meta.url));

export function resultsFile(part: string): string {
  return fileURLToPath(new URL(`${part}.json`, FOLDER));
}

export function readReports(path: string): Report[] {
  return JSON.parse(readFileSync(path, 'utf8')) as Report[];
}

/** Three digits are all that a run can promise. */
const rounded = (value: number) => Number(value.toPrecision(3));

/** Quantiles of measured values as a row. */
export function rowOf(name: string, values: Iterable<number>, more: Pick<Row, 'unit' | 'ratioTo'> = {}): Row {
  const sorted = Float64Array.from(values).sort();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { name, n: sorted.length, p50: quantile(0.5), p95: quantile(0.95), ...more };
}

/** Times `work` on each query: once through to warm up, then in rounds until `budgetMs` have passed. */
export async function timesOf<Q>(queries: readonly Q[], budgetMs: number, work: (query: Q) => unknown) {
  const times: number[] = [];
  const warmUpEnd = performance.now() + budgetMs / 2;
  for (const query of queries) if (performance.now() < warmUpEnd) await work(query);
  const end = performance.now() + budgetMs;
  do {
    for (const query of queries) {
      const startedAt = performance.now();
      await work(query);
      times.push(performance.now() - startedAt);
    }
  } while (performance.now() < end);
  return times;
}

function describeRun(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  let commit = 'an unknown commit';
  try {
    commit = git('rev-parse', '--short=8', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    // The benchmarks also run from an archive without a repository.
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${commit}, ${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}`;
}

/** Writes the results of a part to `bench/results/PART.json` and its table to standard output. */
export function report({ part, data, rows }: Omit<Report, 'run'>): void {
  const roundedRows = rows.map((row): Row => {
    const ratios = Object.entries(row.ratioTo ?? {}).map(([name, ratio]) => [name, rounded(ratio)] as const);
    const values = { ...row, p50: rounded(row.p50), p95: rounded(row.p95) };
    return ratios.length > 0 ? { ...values, ratioTo: Object.fromEntries(ratios) } : values;
  });
  const results = { part, run: describeRun(), data, rows: roundedRows };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(resultsFile(part), `${JSON.stringify(results, null, 2)}\n`);
  console.log(tableOf(results));
}

/** A Markdown table of a report, its circumstances before it. */
export function tableOf({ part, run, data, rows }: Report): string {
  const facts = Object.entries(data).map(([name, value]) => `${name} ${value}`);
  return [
    `### ${part}`,
    '',
    `${[...facts].join('; ')}. ${run}.`,
    '',
    '| measured | n | p50 | p95 | unit | times as good as |',
    '|---|---|---|---|---|---|',
    ...rows.map(({ name, n, p50, p95, unit = 'ms', ratioTo = {} }) => {
      const ratios = Object.entries(ratioTo).map(([baseline, ratio]) => `${baseline} ${ratio}`);
      return `| ${name} | ${n} | ${p50} | ${p95} | ${unit} | ${ratios.join(', ')} |`;
    }),
    '',
  ].join('\n');
}

const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const [BEGIN, END] = ['<!-- written by "npm run bench" -->\n', '<!-- end -->\n'];

/** Replaces the tables in docs/performance.md; parts that were not measured keep theirs. */
export function writeTables(reports: readonly Report[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  const tables = new Map(
    page
      .slice(start, end)
      .split(/^(?=### )/m)
      .map((table) => [/^### (.*)$/m.exec(table)?.[1] ?? '', table.trimEnd()]),
  );
  for (const results of reports) tables.set(results.part, tableOf(results).trimEnd());
  const text = [...tables.values()].filter((table) => table !== '').join('\n\n');
  writeFileSync(PAGE, `${page.slice(0, start)}\n${text}\n\n${page.slice(end)}`);
}

/** A ratio below this share of the reference's is said to have fallen: runs differ. */
const MIN_SHARE_OF_REFERENCE = 0.75;

/** Each ratio beside the reference's, those that fell first; empty when no row is in both. */
export function compareRatios(reference: readonly Report[], results: readonly Report[]): string {
  const ratios = (reports: readonly Report[]) =>
    new Map(
      reports.flatMap(({ part, rows }) =>
        rows.flatMap(({ name, ratioTo = {} }) =>
          Object.entries(ratioTo).map(([baseline, ratio]) => [`${part} | ${name} | ${baseline}`, ratio] as const),
        ),
      ),
    );
  const before = ratios(reference);
  const compared = [...ratios(results)]
    .flatMap(([name, ratio]) => (before.has(name) ? [{ name, ratio, old: before.get(name)! }] : []))
    .sort((a, b) => a.ratio / a.old - b.ratio / b.old);
  if (compared.length === 0) return '';
  const lines = compared.map(({ name, ratio, old }) => {
    const note = ratio < old * MIN_SHARE_OF_REFERENCE ? ' **fell**' : '';
    return `| ${name} | ${ratio} | ${old} | ${(ratio / old).toFixed(2)}${note} |`;
  });
  return [
    '| part | measured | times as good as | now | reference | share |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
