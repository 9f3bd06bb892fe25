import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { randomNumbers } from '../../../indexer/random-numbers.ts';
import { issueKey } from '../../../src/metering/issue-keys.ts';
import { openMeteringStore } from '../../../src/metering/open.ts';
import type { ApiDocument } from '../../../src/openapi/openapi.ts';
import { freePort } from '../../servers/elasticsearch/node.ts';
import { operationsOf } from '../fuzz/operations.ts';
import { type Load, type Sample, startLoad, statusText, summarize } from '../load.ts';
import type { Drill, Reporter } from '../report.ts';
import { newDataDir, type RunningService, startService } from '../service.ts';
import { summarizeWarnings } from '../service-log.ts';
import { lexiconEntries } from './mixed-requests.ts';
import { soakRequests } from './soak-requests.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 36);
const SEED = Number(process.env.SOAK_SEED ?? 20261121);
const CLIENTS = 6;
/** Milliseconds between two requests of a client: the load is steady, and the process seldom at its limit. */
const PAUSE_MS = 15;
/** More than the tables of keys and of accounts hold. */
const KEY_COUNT = 25_000;
const SAMPLE_INTERVAL_MS = 3000;

/** Of the median of the second quarter. */
const MAX_GROWTH = 1.1;
/** MB a minute: at the drill's rate some 100 bytes a request. */
const MAX_MB_PER_MINUTE = 2;
/** MB: half of what version 1.0 came to. The alert LexiconMemory rings above it (deploy/helm/lexicon/alerts.yml). */
const MAX_MB = 530;

interface MemorySample {
  readonly minutes: number;
  /** Resident memory in MB. */
  readonly memory: number;
}

async function issueKeys(dataDir: string): Promise<string[]> {
  const store = await openMeteringStore({ dataDir, redisUrl: undefined }, pino({ enabled: false }));
  const keyRequest = {
    name: 'soak',
    plan: 'partner',
    scopes: ['lex_read', 'lex_ac', 'lex_workflow'] as const,
    origins: [],
  };
  const keys: string[] = [];
  while (keys.length < KEY_COUNT)
    keys.push((await issueKey(store, { ...keyRequest, expiresAt: undefined }, Date.now())).key);
  await store.close();
  return keys;
}

/** What of the memory is the heap's, for whoever wants to know why it grows. */
async function heapOf(metricsUrl: string): Promise<string> {
  const text = await fetch(metricsUrl).then((response) => response.text());
  const of = (name: string) => Math.round(Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]) / 1e6);
  const [heap, used, external] = ['heap_size_total', 'heap_size_used', 'external_memory'].map((name) =>
    of(`nodejs_${name}_bytes`),
  );
  return ` (heap ${heap}, of it used ${used}; outside it ${external})`;
}

async function sampleMemory(
  reporter: Reporter,
  { service, load, metricsUrl }: { service: RunningService; load: Load; metricsUrl: string },
): Promise<MemorySample[]> {
  const memorySamples: MemorySample[] = [];
  for (let lastMinute = 0; load.now() < MINUTES * 60_000; ) {
    await sleep(SAMPLE_INTERVAL_MS);
    const memorySample = { minutes: load.now() / 60_000, memory: service.memory() };
    memorySamples.push(memorySample);
    if (Math.floor(memorySample.minutes) === lastMinute) continue;
    lastMinute = Math.floor(memorySample.minutes);
    reporter.step(
      `minute ${lastMinute}: ${load.samples.length} requests, ${Math.round(memorySample.memory)} MB${await heapOf(metricsUrl)}`,
    );
  }
  return memorySamples;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** MB a minute, by least squares. */
function slopeOf(memorySamples: readonly MemorySample[]): number {
  const mean = (of: (memorySample: MemorySample) => number) =>
    memorySamples.reduce((sum, memorySample) => sum + of(memorySample), 0) / memorySamples.length;
  const [time, memory] = [mean(({ minutes }) => minutes), mean((memorySample) => memorySample.memory)];
  const common = mean((memorySample) => (memorySample.minutes - time) * (memorySample.memory - memory));
  return common / mean(({ minutes }) => (minutes - time) ** 2);
}

function expectFlat(reporter: Reporter, memorySamples: readonly MemorySample[]): void {
  const quarter = (n: number) =>
    memorySamples.slice((memorySamples.length * n) >> 2, (memorySamples.length * (n + 1)) >> 2);
  const medians = [0, 1, 2, 3].map((n) => median(quarter(n).map(({ memory }) => memory)));
  const [, second = Number.NaN, , last = Number.NaN] = medians;
  reporter.expect(
    'resident memory: the median of the last quarter is at most a tenth above that of the second',
    last <= second * MAX_GROWTH,
    `medians of the quarters ${medians.map((one) => one.toFixed(0)).join(', ')} MB`,
  );
  const slope = slopeOf(memorySamples.slice(memorySamples.length >> 1));
  reporter.expect(
    `resident memory: over the last half it grows by less than ${MAX_MB_PER_MINUTE} MB a minute`,
    slope < MAX_MB_PER_MINUTE,
    `${slope.toFixed(2)} MB a minute`,
  );
  const highest = Math.max(...memorySamples.map(({ memory }) => memory));
  reporter.expect(`resident memory: never above ${MAX_MB} MB`, highest < MAX_MB, `${highest.toFixed(0)} MB at most`);
}

function expectAnswered(reporter: Reporter, samples: readonly Sample[]): void {
  const { p50, p99, slowest } = summarize(samples);
  const failed = samples.filter(({ status }) => status === 0 || status >= 500);
  reporter.expect(
    'no 5xx, no broken connection',
    samples.length > 0 && failed.length === 0,
    `${statusText(summarize(samples))}; p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms${describeSamples(failed)}`,
  );
  const validSamples = samples.filter(({ mayBeInvalid }) => !mayBeInvalid);
  const refused = validSamples.filter(({ status }) => status !== 200);
  reporter.expect(
    'valid requests get 200',
    validSamples.length > 0 && refused.length === 0,
    `${validSamples.length} valid, ${refused.length} refused${describeSamples(refused)}`,
  );
}

function describeSamples(samples: readonly Sample[]): string {
  return samples
    .slice(0, 5)
    .map(
      ({ at, status, path, body }) =>
        `; at ${Math.round(at / 1000)} s ${status} ${path.slice(0, 200)} ${body.slice(0, 200)}`,
    )
    .join('');
}

/** SOAK_MINUTES makes it shorter or longer, SOAK_SEED other. */
export const soak: Drill = {
  name: 'soak',
  description: `${MINUTES} minutes of all kinds of requests, mostly unique, from 75,000 callers: memory is bounded`,
  async run(reporter) {
    const dataDir = newDataDir();
    reporter.step(`${KEY_COUNT} keys`);
    const keys = await issueKeys(dataDir);
    const metricsPort = await freePort();
    const environment = { TRUST_PROXY: '1', METRICS_PORT: String(metricsPort) };
    const service = await startService({ dataDir, environment });
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    try {
      const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument;
      const nextRequest = soakRequests({
        random: randomNumbers(SEED),
        entries: await lexiconEntries(),
        keys,
        operations: operationsOf(document),
      });
      await sleep(5000);
      reporter.step(`before: ${Math.round(service.memory())} MB${await heapOf(metricsUrl)}`);
      const load = startLoad({ urls: [service.url], clients: CLIENTS, pauseMs: PAUSE_MS, nextRequest });
      const memorySamples = await sampleMemory(reporter, { service, load, metricsUrl });
      const samples = await load.stop();
      expectFlat(reporter, memorySamples);
      expectAnswered(reporter, samples);
      const seconds = MINUTES * 60;
      reporter.expect(
        'callers changed during the whole run',
        samples.length > seconds * 20,
        `${samples.length} requests (${Math.round(samples.length / seconds)} a second)`,
      );
      const complaints = summarizeWarnings(service.log());
      reporter.expect('the log has no warning and no error', complaints === '', complaints || 'none');
    } finally {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
