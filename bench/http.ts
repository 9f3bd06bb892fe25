import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../indexer/build.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { isRedisAvailable, startRedis } from '../test/servers/redis.ts';
import { isInstalled } from './baselines/baselines.ts';
import { type BenchRequest, type Case, httpCases } from './http-cases.ts';
import { load, type Round } from './http-client.ts';
import type { ServerSpec } from './http-server.ts';
import { type ServerProcess, startServer, unlimitedPlans } from './http-start.ts';
import { type Row, report } from './report.ts';

/**
 * The whole service (validation, metering, logging, headers) beside bare Express and bare node:http that serve the same bytes
 * from fixed strings, and beside Express with the usual middlewares, which serves them from objects. Each server is a process of its own, and so is the client (this one); the servers take turns in every
 * round, so that what else the machine does falls on all of them, and ratios are of one round. One process of the same program is
 * faster than the next by up to a third, as its compiler and its memory happened to fall out: so all are started anew several times.
 *
 *   node bench/http.ts [--smoke] [--only TEXT] [--variants NAME,NAME] [--starts N] [--rounds N] [--connections N]
 *     [--build DIRECTORY]
 */
const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    variants: { type: 'string', default: '' },
    starts: { type: 'string' },
    rounds: { type: 'string' },
    connections: { type: 'string', default: '16' },
    build: { type: 'string' },
  },
});
const STARTS = Number(options.starts ?? (options.smoke ? 1 : 3));
const ROUNDS = Number(options.rounds ?? (options.smoke ? 2 : 3));
const SECONDS = options.smoke ? 0.4 : 1.5;
const REQUESTS = options.smoke ? 200 : 1000;
const CONNECTIONS = Number(options.connections);
const CACHE_BYTES = 64 * 2 ** 20;
/** Measured unless others are named, beside Express without an entity tag and the service on SQLite; there are `express-etag`, `anonymous`, `none` too. */
const DEFAULT_VARIANTS = ['node', 'usual', 'redis'];
const hasUsualStack = isInstalled({ packageName: 'pino-http' });

interface Variant extends ServerProcess {
  readonly name: string;
  /** Whether it is the service, not a baseline. */
  readonly ours: boolean;
}

const startedServers: ServerProcess[] = [];

async function start(name: string, spec: ServerSpec): Promise<Variant> {
  const server = await startServer(spec);
  startedServers.push(server);
  return { name, ours: spec.kind === 'service', ...server };
}

async function send({ url, key }: Pick<Variant, 'url' | 'key'>, { method, path, body }: BenchRequest): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** Starts the servers of one case. The service's responses are the fixed strings of the baselines. */
async function startAll(one: Case, service: ServerSpec & { kind: 'service' }, redisUrl: string | undefined) {
  const cacheBytes = one.cached ? CACHE_BYTES : 0;
  const ours = (metering: 'none' | 'sqlite' | 'redis'): ServerSpec => ({ ...service, metering, cacheBytes, redisUrl });
  const sqlite = await start('service, SQLite, with a key', ours('sqlite'));
  const bodies: [string, string][] = [];
  for (const request of one.requests) bodies.push([`${request.method} ${request.path}`, await send(sqlite, request)]);
  const startFixed = async (name: string, kind: Exclude<ServerSpec['kind'], 'service'>) =>
    await start(name, { kind, dataDir, responses: bodies });
  const chosen = options.variants === '' ? (options.smoke ? [] : DEFAULT_VARIANTS) : options.variants.split(',');
  const isSelected = (name: string) => chosen.includes(name);
  const variants = [await startFixed('Express', 'express-lean')];
  if (isSelected('express-etag')) variants.push(await startFixed('Express with its etag', 'express'));
  if (isSelected('node')) variants.push(await startFixed('node:http', 'node'));
  if (hasUsualStack && isSelected('usual')) variants.push(await startFixed('usual stack', 'usual-stack'));
  variants.push(sqlite);
  if (isSelected('anonymous')) variants.push({ ...sqlite, name: 'service, SQLite, anonymous', key: undefined });
  if (isSelected('none')) variants.push(await start('service, no meter', ours('none')));
  if (redisUrl && isSelected('redis')) variants.push(await start('service, Redis, with a key', ours('redis')));
  await checkEqual(one, variants, new Map(bodies));
  return variants;
}

/** Verifies before timing that every variant sends the same bytes for every request. */
async function checkEqual(one: Case, variants: readonly Variant[], bodies: ReadonlyMap<string, string>): Promise<void> {
  for (const variant of variants) {
    for (const request of one.requests) {
      if ((await send(variant, request)) !== bodies.get(`${request.method} ${request.path}`))
        throw new Error(`${variant.name} sends other bytes for ${request.path}`);
    }
  }
}

interface Measured extends Round {
  /** CPU time of the server's main thread for one request, in microseconds. */
  readonly work: number;
}

/** All rounds of a variant, over all starts. */
interface VariantRounds {
  readonly variant: Variant;
  readonly measured: readonly Measured[];
}

async function measure({ url, key, work }: Variant, { requests }: Case, seconds: number): Promise<Measured> {
  const before = await work();
  const round = await load({ url, key, requests, connections: CONNECTIONS, seconds });
  return { ...round, work: ((await work()) - before) / round.times.length };
}

function quantile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** Throughput and latency of each variant of a case; ratios are medians of the ratios within a round. */
function rowsOf({ name }: Case, all: readonly VariantRounds[]): Row[] {
  return all.flatMap(({ variant, measured: measurements }): Row[] => {
    const throughputs = measurements.map(({ throughput }) => throughput).sort((a, b) => b - a);
    const baselines = all.filter((baseline) => !baseline.variant.ours);
    const ratios = (of: (ours: Measured, theirs: Measured) => number) =>
      Object.fromEntries(
        baselines.map((baseline) => [
          baseline.variant.name,
          median(measurements.map((one, at) => of(one, baseline.measured[at]!))),
        ]),
      );
    const times = Float64Array.from(measurements.flatMap((one) => [...one.times])).sort();
    const speed = {
      p50: quantile(throughputs, 0.5),
      p95: quantile(throughputs, 0.95),
      p99: quantile(throughputs, 0.99),
    };
    const work = measurements.map((one) => one.work).sort((a, b) => a - b);
    const label = `${name}: ${variant.name}`;
    return [
      {
        name: label,
        n: times.length,
        ...speed,
        unit: 'requests/s',
        ...(variant.ours ? { ratioTo: ratios((ours, theirs) => ours.throughput / theirs.throughput) } : {}),
      },
      {
        name: `${label}, latency`,
        n: times.length,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        p99: quantile(times, 0.99),
      },
      {
        name: `${label}, work of the thread`,
        n: measurements.length,
        unit: 'µs',
        p50: quantile(work, 0.5),
        p95: quantile(work, 0.95),
        p99: quantile(work, 0.99),
        ...(variant.ours ? { ratioTo: ratios((ours, theirs) => theirs.work / ours.work) } : {}),
      },
    ];
  });
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-http-'));
const directory = options.build ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
const redis = isRedisAvailable && !options.smoke ? await startRedis() : undefined;
const rows: Row[] = [];
if (!hasUsualStack) console.log('The usual stack is not measured: npm ci --prefix bench');
try {
  const service = { kind: 'service', directory, plansFile: await unlimitedPlans(dataDir), dataDir } as const;
  const store = await openMemoryStore({ directory });
  const { cases, entries } = await store.read(async (lexicon) => ({
    cases: await httpCases(lexicon, REQUESTS),
    entries: lexicon.generation.entries,
  }));
  await store.close();
  for (const one of cases.filter(({ name, smoke }) => name.includes(options.only) && (smoke || !options.smoke))) {
    const rounds = new Map<string, VariantRounds>();
    for (let start = 0; start < STARTS; start++) {
      const variants = await startAll(one, { ...service, metering: 'sqlite', cacheBytes: 0 }, redis?.url);
      // Once through to warm up.
      for (const variant of variants) await measure(variant, one, SECONDS);
      for (let at = 0; at < ROUNDS; at++) {
        for (const variant of variants) {
          const measured = await measure(variant, one, SECONDS);
          const before = rounds.get(variant.name)?.measured ?? [];
          rounds.set(variant.name, { variant, measured: [...before, measured] });
        }
      }
      for (const server of startedServers.splice(0)) server.stop();
    }
    rows.push(...rowsOf(one, [...rounds.values()]));
  }
  report({
    part: 'http',
    data: {
      entries,
      'different requests a case': REQUESTS,
      connections: CONNECTIONS,
      starts: STARTS,
      'rounds a start': ROUNDS,
      'seconds a round': SECONDS,
      'warm-up': 'one round',
    },
    rows,
  });
} finally {
  for (const server of startedServers) server.stop();
  await redis?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
