import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { randomNumbers } from '../../indexer/random-numbers.ts';
import type { ApiDocument } from '../../src/api/document/openapi.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { issueKey } from '../../src/metering/issue-keys.ts';
import { openMeteringStore } from '../../src/metering/open.ts';
import { readBuild } from '../../src/stores/memory/built-file.ts';
import { linesOf } from '../../src/stores/memory/jsonl.ts';
import { currentBuild } from '../../test/elasticsearch/builds.ts';
import { freePort } from '../../test/elasticsearch/server/node.ts';
import { operationsOf } from '../fuzz/operations.ts';
import { type Load, type Sample, startLoad, statusText, summarize } from '../load.ts';
import type { Drill, Record } from '../report.ts';
import { freshDataDir, type RunningService, startService } from '../service.ts';
import { complaintsIn } from '../service-log.ts';
import { soakRequests } from './soak-requests.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 36);
const SEED = Number(process.env.SOAK_SEED ?? 20261121);
const CLIENTS = 6;
/** Milliseconds between two requests of a client: the load is steady, and the process seldom at its limit. */
const PAUSE = 15;
/** Streams of events that are open at a time, each for a while. */
const STREAMS = 10;
const STREAM_LASTS = 4000;
/** More than the tables of keys and of accounts hold. */
const KEYS = 25_000;
const LOOK_EVERY = 3000;

/** Of the median of the second quarter. */
const MOST_GROWTH = 1.1;
/** MB a minute: at the drill's rate some 100 bytes a request. */
const MOST_SLOPE = 2;
/** MB: where the alert LexiconMemory rings (ops/prometheus/alerts.yml), which no load may make it do. */
const CEILING = 1500;

interface Look {
  readonly minutes: number;
  /** Resident memory in MB. */
  readonly memory: number;
}

async function issueKeys(dataDir: string): Promise<string[]> {
  const store = await openMeteringStore({ dataDir, redisUrl: undefined }, pino({ enabled: false }));
  const wish = { name: 'soak', plan: 'partner', scopes: ['lex_read', 'lex_ac', 'lex_workflow'] as const, origins: [] };
  const keys: string[] = [];
  while (keys.length < KEYS) keys.push((await issueKey(store, { ...wish, expiresAt: undefined }, Date.now())).key);
  await store.close();
  return keys;
}

async function lexiconEntries(): Promise<EntryLine[]> {
  const lines = linesOf((await readBuild(await currentBuild())).entries);
  return Array.from({ length: lines.count }, (_, at) => lines.parse<EntryLine>(at));
}

/** Callers that follow the events for a while, go, and are followed by others. Answers how many streams there were. */
async function followEvents(url: string, isOver: () => boolean): Promise<number> {
  let opened = 0;
  const follower = async (me: number) => {
    while (!isOver()) {
      const headers = { 'x-forwarded-for': `192.168.${me}.${opened % 256}` };
      const signal = AbortSignal.timeout(STREAM_LASTS);
      await fetch(`${url}/api/lexicon/events`, { headers, signal })
        .then(async (answer) => {
          if (answer.ok) opened++;
          await answer.text();
        })
        .catch(() => sleep(50));
    }
  };
  await Promise.all(Array.from({ length: STREAMS }, (_, me) => follower(me)));
  return opened;
}

/** What of the memory is the heap's, for whoever wants to know why it grows. */
async function heapOf(metricsUrl: string): Promise<string> {
  const text = await fetch(metricsUrl).then((answer) => answer.text());
  const of = (name: string) => Math.round(Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]) / 1e6);
  const [heap, used, external] = ['heap_size_total', 'heap_size_used', 'external_memory'].map((name) =>
    of(`nodejs_${name}_bytes`),
  );
  return ` (heap ${heap}, of it used ${used}; outside it ${external})`;
}

async function lookOn(
  record: Record,
  { service, load, metricsUrl }: { service: RunningService; load: Load; metricsUrl: string },
): Promise<Look[]> {
  const looks: Look[] = [];
  for (let said = 0; load.now() < MINUTES * 60_000; ) {
    await sleep(LOOK_EVERY);
    const look = { minutes: load.now() / 60_000, memory: service.memory() };
    looks.push(look);
    if (Math.floor(look.minutes) === said) continue;
    said = Math.floor(look.minutes);
    record.step(
      `minute ${said}: ${load.samples.length} requests, ${Math.round(look.memory)} MB${await heapOf(metricsUrl)}`,
    );
  }
  return looks;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** MB a minute, by least squares. */
function slopeOf(looks: readonly Look[]): number {
  const mean = (of: (look: Look) => number) => looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const [time, memory] = [mean(({ minutes }) => minutes), mean((look) => look.memory)];
  const common = mean((look) => (look.minutes - time) * (look.memory - memory));
  return common / mean(({ minutes }) => (minutes - time) ** 2);
}

function expectFlat(record: Record, looks: readonly Look[]): void {
  const quarter = (n: number) => looks.slice((looks.length * n) >> 2, (looks.length * (n + 1)) >> 2);
  const medians = [0, 1, 2, 3].map((n) => median(quarter(n).map(({ memory }) => memory)));
  const [, second = Number.NaN, , last = Number.NaN] = medians;
  record.expect(
    'resident memory: the median of the last quarter is at most a tenth above that of the second',
    last <= second * MOST_GROWTH,
    `medians of the quarters ${medians.map((one) => one.toFixed(0)).join(', ')} MB`,
  );
  const slope = slopeOf(looks.slice(looks.length >> 1));
  record.expect(
    `resident memory: over the last half it grows by less than ${MOST_SLOPE} MB a minute`,
    slope < MOST_SLOPE,
    `${slope.toFixed(2)} MB a minute`,
  );
  const highest = Math.max(...looks.map(({ memory }) => memory));
  record.expect(
    `resident memory: never above the ${CEILING} MB at which LexiconMemory rings`,
    highest < CEILING,
    `${highest.toFixed(0)} MB at most`,
  );
}

function expectAnswered(record: Record, samples: readonly Sample[]): void {
  const { p50, p99, slowest } = summarize(samples);
  const failed = samples.filter(({ status }) => status === 0 || status >= 500);
  record.expect(
    'no 5xx, no broken connection',
    samples.length > 0 && failed.length === 0,
    `${statusText(summarize(samples))}; p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms${shown(failed)}`,
  );
  const right = samples.filter(({ isDoubtful }) => !isDoubtful);
  const refused = right.filter(({ status }) => status !== 200);
  record.expect(
    'no error but those provoked: what is right is answered by 200',
    right.length > 0 && refused.length === 0,
    `${right.length} right, ${refused.length} refused${shown(refused)}`,
  );
}

function shown(samples: readonly Sample[]): string {
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
  about: `${MINUTES} minutes of everything that callers ask, seldom the same twice, from 75,000 callers: memory is bounded`,
  async run(record) {
    const dataDir = freshDataDir();
    record.step(`${KEYS} keys`);
    const keys = await issueKeys(dataDir);
    const metricsPort = await freePort();
    const environment = { TRUST_PROXY: '1', METRICS_PORT: String(metricsPort) };
    const service = await startService({ dataDir, environment });
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    try {
      const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument;
      const arrivals = soakRequests({
        ...{ random: randomNumbers(SEED), entries: await lexiconEntries() },
        ...{ keys, operations: operationsOf(document) },
      });
      await sleep(5000);
      record.step(`before: ${Math.round(service.memory())} MB${await heapOf(metricsUrl)}`);
      const load = startLoad({ urls: [service.url], clients: CLIENTS, pause: PAUSE, arrivals });
      let isOver = false;
      const followed = followEvents(service.url, () => isOver);
      const looks = await lookOn(record, { service, load, metricsUrl });
      isOver = true;
      const samples = await load.stop();
      expectFlat(record, looks);
      expectAnswered(record, samples);
      const streams = await followed;
      const seconds = MINUTES * 60;
      record.expect(
        'callers came and went all the while',
        samples.length > seconds * 20 && streams > seconds,
        `${samples.length} requests (${Math.round(samples.length / seconds)} a second), ${streams} streams of events`,
      );
      const complaints = complaintsIn(service.log());
      record.expect('the log has no warning and no error', complaints === '', complaints || 'none');
    } finally {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
