import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../indexer/build.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { redisHere, startRedis } from '../test/metering/redis-server.ts';
import { type Asked, type Case, httpCases } from './http-cases.ts';
import { load, type Round } from './http-client.ts';
import type { ServerSpec } from './http-server.ts';
import { plentifulPlans, type ServerProcess, startServer } from './http-start.ts';
import { type Row, report } from './report.ts';

/**
 * The whole service (validation, metering, logging, headers) beside bare Express and bare node:http that serve the same bytes
 * from fixed strings. Each server is a process of its own, and so is the client (this one); the servers take turns in every
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
const USUAL_VARIANTS = ['node', 'redis'];

interface Variant extends ServerProcess {
  readonly name: string;
  /** Whether it is the service; the others are what it is compared with. */
  readonly ours: boolean;
}

const started: ServerProcess[] = [];

async function start(name: string, spec: ServerSpec): Promise<Variant> {
  const server = await startServer(spec);
  started.push(server);
  return { name, ours: spec.kind === 'service', ...server };
}

async function ask({ url, key }: Pick<Variant, 'url' | 'key'>, { method, path, body }: Asked): Promise<string> {
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

/** The servers of one case. The service answers first; what it says is what the others are given to say. */
async function startAll(one: Case, service: ServerSpec & { kind: 'service' }, redisUrl: string | undefined) {
  const cacheBytes = one.cached ? CACHE_BYTES : 0;
  const ours = (metering: 'none' | 'sqlite' | 'redis'): ServerSpec => ({ ...service, metering, cacheBytes, redisUrl });
  const sqlite = await start('service, SQLite, with a key', ours('sqlite'));
  const bodies: [string, string][] = [];
  for (const asked of one.requests) bodies.push([`${asked.method} ${asked.path}`, await ask(sqlite, asked)]);
  const fixed = async (name: string, kind: 'node' | 'express' | 'express-lean') =>
    await start(name, { kind, answers: bodies });
  const chosen = options.variants === '' ? (options.smoke ? [] : USUAL_VARIANTS) : options.variants.split(',');
  const wanted = (name: string) => chosen.includes(name);
  const variants = [await fixed('Express', 'express-lean')];
  if (wanted('express-etag')) variants.push(await fixed('Express with its etag', 'express'));
  if (wanted('node')) variants.push(await fixed('node:http', 'node'));
  variants.push(sqlite);
  if (wanted('anonymous')) variants.push({ ...sqlite, name: 'service, SQLite, anonymous', key: undefined });
  if (wanted('none')) variants.push(await start('service, no meter', ours('none')));
  if (redisUrl && wanted('redis')) variants.push(await start('service, Redis, with a key', ours('redis')));
  await checkEqual(one, variants, new Map(bodies));
  return variants;
}

/** Every variant must answer every request with the same bytes before anything is timed. */
async function checkEqual(one: Case, variants: readonly Variant[], bodies: ReadonlyMap<string, string>): Promise<void> {
  for (const variant of variants) {
    for (const asked of one.requests) {
      if ((await ask(variant, asked)) !== bodies.get(`${asked.method} ${asked.path}`))
        throw new Error(`${variant.name} answers ${asked.path} with other bytes`);
    }
  }
}

interface Measured extends Round {
  /** Microseconds of processor time that the serving thread took for one request. */
  readonly work: number;
}

/** All rounds of a variant, of whichever start. */
interface VariantRounds {
  readonly variant: Variant;
  readonly measured: readonly Measured[];
}

async function measure({ url, key, work }: Variant, { requests }: Case, seconds: number): Promise<Measured> {
  const before = await work();
  const round = await load({ url, key, requests, connections: CONNECTIONS, seconds });
  return { ...round, work: ((await work()) - before) / round.times.length };
}

function share(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

function middle(values: readonly number[]): number {
  return share(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** Throughput of each variant of a case, and latency; ratios within a round, then the middle one. */
function rowsOf({ name }: Case, all: readonly VariantRounds[]): Row[] {
  return all.flatMap(({ variant, measured: own }): Row[] => {
    const throughputs = own.map(({ throughput }) => throughput).sort((a, b) => b - a);
    const peers = all.filter((peer) => !peer.variant.ours);
    const ratios = (of: (ours: Measured, theirs: Measured) => number) =>
      Object.fromEntries(
        peers.map((peer) => [peer.variant.name, middle(own.map((one, at) => of(one, peer.measured[at]!)))]),
      );
    const times = Float64Array.from(own.flatMap((one) => [...one.times])).sort();
    const speed = { p50: share(throughputs, 0.5), p95: share(throughputs, 0.95), p99: share(throughputs, 0.99) };
    const work = own.map((one) => one.work).sort((a, b) => a - b);
    const both = `${name}: ${variant.name}`;
    return [
      {
        ...{ name: both, n: times.length, ...speed, unit: 'requests/s' },
        ...(variant.ours ? { ratioTo: ratios((ours, theirs) => ours.throughput / theirs.throughput) } : {}),
      },
      {
        name: `${both}, latency`,
        n: times.length,
        p50: share(times, 0.5),
        p95: share(times, 0.95),
        p99: share(times, 0.99),
      },
      {
        ...{ name: `${both}, work of the thread`, n: own.length, unit: 'µs' },
        ...{ p50: share(work, 0.5), p95: share(work, 0.95), p99: share(work, 0.99) },
        ...(variant.ours ? { ratioTo: ratios((ours, theirs) => theirs.work / ours.work) } : {}),
      },
    ];
  });
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-http-'));
const directory = options.build ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
const redis = redisHere && !options.smoke ? await startRedis() : undefined;
const rows: Row[] = [];
try {
  const service = { kind: 'service', directory, plansFile: await plentifulPlans(dataDir), dataDir } as const;
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
      for (const server of started.splice(0)) server.stop();
    }
    rows.push(...rowsOf(one, [...rounds.values()]));
  }
  report({
    part: 'http',
    data: {
      entries,
      ...{ 'different requests a case': REQUESTS, connections: CONNECTIONS },
      ...{ starts: STARTS, 'rounds a start': ROUNDS },
      ...{ 'seconds a round': SECONDS, 'warm-up': 'one round' },
    },
    rows,
  });
} finally {
  for (const server of started) server.stop();
  await redis?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
