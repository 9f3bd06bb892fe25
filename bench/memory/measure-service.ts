import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadRequest, startLoad, statusText, summarize } from '../../test/drills/load.ts';
import { type RunningService, startService, waitUntil } from '../../test/drills/service.ts';
import { freePort } from '../../test/servers/elasticsearch/node.ts';
import type { Figure } from './figures.ts';
import { memoryOf, resetPeak } from './process-memory.ts';

/** Long enough for the tables that are made after the start, and for the garbage collector to see that nothing happens. */
const QUIET_MS = 5000;
const CLIENTS = 6;
/** Between two requests of a client: the load is steady, and the process seldom at its limit. */
const PAUSE_MS = 15;
const SWITCH_TIMEOUT_MS = 120_000;
const ANNOTATED_LINE = '我在期待未來';

/** Goals in MB and seconds, as far as there is one. */
export interface Goals {
  readonly ready?: number;
  readonly afterStart: number;
  readonly afterLoad: number;
}

export interface MeasuredService {
  /** What the figures' names begin with. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly goals: Goals;
  readonly minutes: number;
  readonly nextRequest: () => LoadRequest;
  /** Brings another generation in, where the engine can do so while the service runs; resolves when it is live in the engine. */
  readonly switchGeneration?: () => void;
}

export const MAX_SWITCH_MB = 60;
export const MAX_SWITCH_DELAY_MS = 50;

async function start({ environment, dataDir }: MeasuredService, metricsPort: number) {
  const startedAt = performance.now();
  const service = await startService({
    environment: { TRUST_PROXY: '1', METRICS_PORT: String(metricsPort), ...environment },
    dataDir,
  });
  return { service, seconds: (performance.now() - startedAt) / 1000 };
}

/** The figures of one process from its start to a switch of generations. */
export async function measureService(measured: MeasuredService): Promise<Figure[]> {
  const { name, goals } = measured;
  const metricsPort = await freePort();
  // The first start brings files and the engine into memory, and leaves compiled modules at its end.
  await (await start(measured, metricsPort)).service.terminate('SIGTERM');
  const { service, seconds } = await start(measured, metricsPort);
  const pid = service.process.pid!;
  const figures: Figure[] = [];
  const note = (what: string, goal?: number) => {
    const memory = memoryOf(pid);
    figures.push({ name: `${name}, ${what}`, value: memory.resident, unit: 'MB', memory, ...(goal ? { goal } : {}) });
    console.error(`${name}, ${what}: ${memory.resident.toFixed(0)} MB`);
    return memory;
  };
  const notePeak = (what: string) => figures.push({ name: `${name}, ${what}`, value: memoryOf(pid).peak, unit: 'MB' });
  try {
    const ready = { name: `${name}, from the start of the process to ready`, value: seconds, unit: 's' } as const;
    figures.push(goals.ready === undefined ? ready : { ...ready, goal: goals.ready });
    await sleep(QUIET_MS);
    note('after the start', goals.afterStart);
    notePeak('peak of the start');
    await annotateOnce(service);
    note('after the first annotate');
    resetPeak(pid);
    await applyLoad(service, measured);
    note('after the load', goals.afterLoad);
    notePeak('peak under load');
    if (measured.switchGeneration) {
      await sleep(QUIET_MS);
      figures.push(...(await measureSwitch(service, `http://127.0.0.1:${metricsPort}/metrics`, measured)));
    }
    return figures;
  } finally {
    await service.stop();
  }
}

async function annotateOnce({ url }: RunningService): Promise<void> {
  const body = JSON.stringify({ text: ANNOTATED_LINE });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/lexicon/annotate`, { method: 'POST', headers, body });
  await response.text();
  if (!response.ok) throw new Error(`annotate answered ${response.status}`);
}

/** Several callers at once, each with an address of its own, asking for all kinds of things. */
async function applyLoad({ url }: RunningService, { minutes, nextRequest }: MeasuredService): Promise<void> {
  const load = startLoad({
    urls: [url],
    clients: CLIENTS,
    pauseMs: PAUSE_MS,
    nextRequest: (sequence) => {
      const request = nextRequest();
      const json = request.body === undefined ? {} : { 'content-type': 'application/json' };
      return { ...request, headers: { 'x-forwarded-for': `10.0.${sequence % 7}.${sequence % 251}`, ...json } };
    },
  });
  await sleep(minutes * 60_000);
  const summary = summarize(await load.stop());
  console.error(`${statusText(summary)}; p50 ${summary.p50.toFixed(1)}, p99 ${summary.p99.toFixed(0)} ms`);
  if (summary.ok < summary.count) throw new Error('requests of the load were refused');
}

async function measureSwitch(
  service: RunningService,
  metricsUrl: string,
  { name, switchGeneration }: MeasuredService,
): Promise<Figure[]> {
  const pid = service.process.pid!;
  const before = memoryOf(pid).resident;
  const previous = await liveGeneration(service);
  resetPeak(pid);
  // Reading it begins it anew. What it is without a switch tells how busy the machine is.
  await longestDelayMs(metricsUrl);
  await sleep(QUIET_MS);
  const delayBefore = await longestDelayMs(metricsUrl);
  switchGeneration!();
  const isDone = await waitUntil(async () => (await liveGeneration(service)) !== previous, SWITCH_TIMEOUT_MS);
  if (!isDone) throw new Error('the service did not follow the switch of generations');
  await sleep(QUIET_MS);
  const delay = await longestDelayMs(metricsUrl);
  const { peak, resident } = memoryOf(pid);
  return [
    { name: `${name}, more at a switch, peak`, value: peak - before, unit: 'MB', goal: MAX_SWITCH_MB },
    { name: `${name}, more after a switch`, value: resident - before, unit: 'MB' },
    { name: `${name}, longest delay of the event loop before a switch`, value: delayBefore, unit: 'ms' },
    {
      name: `${name}, longest delay of the event loop at a switch`,
      value: delay,
      unit: 'ms',
      goal: MAX_SWITCH_DELAY_MS,
    },
  ];
}

async function liveGeneration({ url }: RunningService): Promise<string> {
  const response = await fetch(`${url}/readyz`);
  return ((await response.json()) as { detail: string }).detail;
}

/** The longest delay since this was last asked, as the service's metrics tell it. */
async function longestDelayMs(metricsUrl: string): Promise<number> {
  const text = await fetch(metricsUrl).then((response) => response.text());
  return Number(/^nodejs_eventloop_lag_max_seconds (.+)$/m.exec(text)?.[1]) * 1000;
}
