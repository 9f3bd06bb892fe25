import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What was measured of one thing. Times in milliseconds, unless `unit` says otherwise. */
export interface Row {
  /** What it is, with the size of its data where a part has several: stable, for comparisons find it by this. */
  readonly name: string;
  /** How many times it was timed. */
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly unit?: string;
  /**
   * By baseline, how many times as good as it we are, in the same run: more is better, whatever the unit. Of the medians; a key
   * that ends in ` p95` is of the 95th percentiles.
   */
  readonly ratioTo?: Readonly<Record<string, number>>;
}

/** One part's results: what a run of one benchmark leaves in `bench/results/`. */
export interface Report {
  readonly part: string;
  readonly machine: Machine;
  /** Size of the data, number of queries, warm-up, repeats: all that a reader needs to judge the rows. */
  readonly data: Readonly<Record<string, string | number>>;
  readonly rows: readonly Row[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** GB */
  readonly memory: number;
  readonly node: string;
}

const RESULTS = new URL('results/', import.meta.url);

function machine(): Machine {
  const all = cpus();
  return {
    processor: all[0]?.model ?? 'unknown',
    cores: all.length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}

/** Three digits are all that a run can promise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Writes a part's results to `bench/results/PART.json` and its table to standard output. */
export function report(results: Omit<Report, 'machine'>): void {
  console.log(tableOf(writeReport(results)));
}

/** Writes a part's results to `bench/results/PART.json`. */
export function writeReport({ part, data, rows }: Omit<Report, 'machine'>): Report {
  const roundedRows = rows.map((row): Row => {
    const times = { p50: rounded(row.p50), p95: rounded(row.p95), p99: rounded(row.p99) };
    if (!row.ratioTo) return { ...row, ...times };
    const ratios = Object.entries(row.ratioTo).map(([baseline, ratio]) => [baseline, rounded(ratio)] as const);
    return { ...row, ...times, ratioTo: Object.fromEntries(ratios) };
  });
  const fullReport: Report = { part, machine: machine(), data, rows: roundedRows };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(resultsFile(part), `${JSON.stringify(fullReport, null, 2)}\n`);
  return fullReport;
}

/** Where the results of a part lie. */
export function resultsFile(part: string): string {
  return fileURLToPath(new URL(`${part}.json`, RESULTS));
}

export function readReport(part: string): Report {
  return JSON.parse(readFileSync(resultsFile(part), 'utf8')) as Report;
}

/** A Markdown table of a report, its circumstances before it. */
export function tableOf({ part, machine: { processor, cores, memory, node }, data, rows }: Report): string {
  const facts = Object.entries(data).map(([name, value]) => `${name}: ${value}`);
  return [
    `### ${part}`,
    '',
    [...facts, `${cores} × ${processor}, ${memory} GB, Node ${node}`].join('; '),
    '',
    '| what | n | p50 | p95 | p99 | unit | times as good as |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(({ name, n, p50, p95, p99, unit = 'ms', ratioTo = {} }) => {
      const ratios = Object.entries(ratioTo).map(([baseline, ratio]) => `${baseline} ${ratio}`);
      return `| ${name} | ${n} | ${p50} | ${p95} | ${p99} | ${unit} | ${ratios.join(', ')} |`;
    }),
    '',
  ].join('\n');
}
