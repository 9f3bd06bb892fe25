import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../indexer/build.ts';
import { RATE_GROUPS } from '../src/metering/meter-port.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { START_ARGUMENTS, START_ENVIRONMENT } from '../test/support/start-arguments.ts';
import { type BenchRequest, type Case, httpCases } from './http-cases.ts';
import type { ServerSpec, StartedServer } from './http-server.ts';
import { type Row, report, rowOf } from './report.ts';

/**
 * The whole service (validation, metering in SQLite, log, headers) beside bare Express, which sends the same bytes from fixed strings,
 * and Express with the usual middlewares, which sends them from objects. Each server is a process of its own; they take turns, so that
 * other work of the machine falls on all of them. Load is autocannon's, whose own work bounds the requests a second: the processor time
 * of the serving thread is the measure that does not depend on it.
 *
 *   node bench/http.ts [--smoke]
 */
const SMOKE = process.argv.includes('--smoke');
const STARTS = SMOKE ? 1 : 3;
const ROUNDS = SMOKE ? 2 : 3;
const SECONDS = SMOKE ? 1 : 3;
const REQUESTS = SMOKE ? 200 : 1000;
const CONNECTIONS = 16;
const CACHE_BYTES = 64 * 2 ** 20;

/** As much of autocannon as is used; it is of bench/package.json, so the root's compiler does not know it. */
interface AutocannonClient {
  setRequests(requests: readonly object[]): void;
}
type Autocannon = (options: {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly requests: readonly object[];
  readonly setupClient: (client: AutocannonClient) => void;
}) => Promise<{ readonly '2xx': number; readonly non2xx: number; readonly errors: number; readonly duration: number }>;

const AUTOCANNON: string = 'autocannon';
const autocannon = await import(AUTOCANNON).then(
  (module) => (module as { default: Autocannon }).default,
  () => undefined,
);
if (!autocannon) {
  console.log('Not measured: npm ci --prefix bench installs autocannon and the usual stack.');
  process.exit();
}

type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** A server in a process of its own, with the flags and the environment of `npm start`, the baselines too. */
async function startServer(spec: ServerSpec) {
  const execArgv = START_ARGUMENTS.filter((argument) => argument.startsWith('--'));
  const child = fork(new URL('./http-server.ts', import.meta.url), {
    stdio: 'inherit',
    execArgv,
    env: { ...process.env, ...START_ENVIRONMENT },
  });
  child.send(spec);
  const [{ url, key }] = (await Promise.race([once(child, 'message'), rejectOnExit(child)])) as [StartedServer];
  /** Microseconds of processor time that its thread has taken so far. */
  const work = async () => {
    child.send('work');
    return ((await once(child, 'message')) as [{ work: number }])[0].work;
  };
  return { url, key, work, stop: () => child.disconnect() };
}

/** Throws when the process ends. */
async function rejectOnExit(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`a server ended by itself (${signal ?? code})`);
}

const UNLIMITED = 1_000_000_000;

/** Writes plans that no benchmark exhausts, and answers where they lie. */
async function unlimitedPlans(directory: string): Promise<string> {
  const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, UNLIMITED]));
  const plan = { max_limit: 100, daily_credits: UNLIMITED, rates };
  const path = join(directory, 'plans.json');
  await writeFile(path, JSON.stringify({ plans: { anonymous: plan, free: plan, partner: plan } }));
  return path;
}

interface Measured {
  /** Requests a second. */
  readonly throughput: number;
  /** Processor time of the server's main thread for one request, in microseconds. */
  readonly work: number;
}

const headersOf = (key: string | undefined, { body }: BenchRequest) => ({
  'accept-encoding': 'identity',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
});

async function send({ url, key }: ServerProcess, request: BenchRequest): Promise<string> {
  const { method, path, body } = request;
  const response = await fetch(url + path, { method, headers: headersOf(key, request), body: body ?? null });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

async function measure({ url, key, work }: ServerProcess, { requests }: Case): Promise<Measured> {
  const sent = requests.map((request) => ({ ...request, headers: headersOf(key, request) }));
  let connection = 0;
  const before = await work();
  const result = await autocannon!({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: sent,
    // Each connection begins at another request.
    setupClient(client) {
      const start = Math.floor((connection++ * sent.length) / CONNECTIONS);
      client.setRequests([...sent.slice(start), ...sent.slice(0, start)]);
    },
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  return { throughput: result['2xx'] / result.duration, work: ((await work()) - before) / result['2xx'] };
}

/** Starts the servers of a case anew several times: one process is faster than the next by up to a third by chance. */
async function measureCase(one: Case, service: ServerSpec & { kind: 'service' }): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>();
  for (let start = 0; start < STARTS; start++) {
    const ours = await startServer({ ...service, cacheBytes: one.cached ? CACHE_BYTES : 0 });
    const responses: [string, string][] = [];
    for (const request of one.requests)
      responses.push([`${request.method} ${request.path}`, await send(ours, request)]);
    const fixed = (kind: 'express' | 'usual-stack') => startServer({ kind, dataDir: service.dataDir, responses });
    const servers = { Express: await fixed('express'), 'usual stack': await fixed('usual-stack'), service: ours };
    try {
      const bodies = new Map(responses);
      for (const [name, server] of Object.entries(servers))
        for (const request of one.requests)
          if ((await send(server, request)) !== bodies.get(`${request.method} ${request.path}`))
            throw new Error(`${name} sends other bytes for ${request.path}`);
      for (let round = 0; round <= ROUNDS; round++)
        for (const [name, server] of Object.entries(servers)) {
          const result = await measure(server, one);
          // The first round warms up.
          if (round > 0) measured.set(name, [...(measured.get(name) ?? []), result]);
        }
    } finally {
      for (const server of Object.values(servers)) server.stop();
    }
  }
  return measured;
}

const MEASURES = [
  { key: 'work', suffix: ', work', unit: 'µs of the thread', ratio: (one: number, other: number) => other / one },
  { key: 'throughput', suffix: '', unit: 'requests/s', ratio: (one: number, other: number) => one / other },
] as const;

/** Ratios are medians of the ratios within a round. */
function rowsOf({ name }: Case, measured: ReadonlyMap<string, readonly Measured[]>): Row[] {
  const ours = measured.get('service')!;
  const baselines = [...measured].filter(([variant]) => variant !== 'service');
  return [...measured].flatMap(([variant, rounds]) =>
    MEASURES.map(({ key, suffix, unit, ratio }) => {
      const ratios = baselines.map(([baseline, others]) => {
        const values = ours.map((one, round) => ratio(one[key], others[round]![key]));
        return [baseline, rowOf('', values).p50] as const;
      });
      const ratioTo = variant === 'service' ? { ratioTo: Object.fromEntries(ratios) } : {};
      const values = rounds.map((round) => round[key]);
      return rowOf(`${name}: ${variant}${suffix}`, values, { unit, ...ratioTo });
    }),
  );
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-http-'));
try {
  const { dir: directory } = await ensureBuild({ out: process.env.DATA_DIR ?? '.data' });
  const service = { kind: 'service', directory, plansFile: await unlimitedPlans(dataDir), dataDir } as const;
  const store = await openMemoryStore({ directory });
  const { cases, words } = await store.read(async (lexicon) => ({
    cases: await httpCases(lexicon, REQUESTS),
    words: lexicon.generation.entries,
  }));
  await store.close();
  const rows: Row[] = [];
  for (const one of cases.filter(({ smoke }) => smoke || !SMOKE))
    rows.push(...rowsOf(one, await measureCase(one, { ...service, cacheBytes: 0 })));
  const data = { words, 'requests a case': REQUESTS, connections: CONNECTIONS, starts: STARTS, rounds: ROUNDS };
  report({ part: 'http', data: { ...data, 'seconds a round': SECONDS }, rows });
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
