import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../indexer/build.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { isRedisAvailable, startRedis } from '../test/servers/redis.ts';
import { httpCases } from './http-cases.ts';
import { load, type Round } from './http-client.ts';
import { type ServerProcess, startServer, unlimitedPlans } from './http-start.ts';
import { type Row, report } from './report.ts';

/**
 * One process of the service against two that count in one Redis, uncached browsing, the same number of connections in all.
 * The client takes a core, and so does each process: with fewer than four cores the second process shows less than it is worth.
 *
 *   node bench/http-replicas.ts [--smoke] [--build DIRECTORY]
 */
const { values: options } = parseArgs({
  options: { smoke: { type: 'boolean', default: false }, build: { type: 'string' } },
});
const ROUNDS = options.smoke ? 2 : 7;
const SECONDS = options.smoke ? 0.5 : 2;
const CONNECTIONS = 32;

if (!isRedisAvailable) {
  console.log('Replicas are not measured: install redis-server, or set REDIS_URL, or start a container engine.');
  process.exit();
}
const dataDir = await mkdtemp(join(tmpdir(), 'bench-replicas-'));
const directory = options.build ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
const store = await openMemoryStore({ directory });
const cases = await store.read((lexicon) => httpCases(lexicon, 1000));
await store.close();
const { name, requests } = cases[0]!;
const redis = await startRedis();
const plansFile = await unlimitedPlans(dataDir);
const spec = {
  kind: 'service',
  directory,
  plansFile,
  dataDir,
  metering: 'redis',
  redisUrl: redis.url,
  cacheBytes: 0,
} as const;
const servers = await Promise.all([startServer(spec), startServer(spec)]);

/** Requests a second of all of them together. Any replica takes the key that another one issued. */
async function measureTogether(
  processes: readonly ServerProcess[],
): Promise<{ throughput: number; rounds: readonly Round[] }> {
  const connections = CONNECTIONS / processes.length;
  const { key } = servers[0]!;
  const rounds = await Promise.all(
    processes.map(({ url }) => load({ url, key, requests, connections, seconds: SECONDS })),
  );
  return { throughput: rounds.reduce((sum, { throughput }) => sum + throughput, 0), rounds };
}

const measured: { one: number[]; two: number[] } = { one: [], two: [] };
for (let round = 0; round <= ROUNDS; round++) {
  const one = await measureTogether(servers.slice(round % 2, (round % 2) + 1));
  const two = await measureTogether(servers);
  // The first round warms up.
  if (round === 0) continue;
  measured.one.push(one.throughput);
  measured.two.push(two.throughput);
}

function rowOf(label: string, throughputs: readonly number[], ratioTo?: Row['ratioTo']): Row {
  const sorted = [...throughputs].sort((a, b) => b - a);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  const row = { name: `${name}: ${label}`, n: ROUNDS, p50: at(0.5), p95: at(0.95), p99: at(0.99), unit: 'requests/s' };
  return ratioTo ? { ...row, ratioTo } : row;
}

const ratios = measured.two.map((throughput, at) => throughput / measured.one[at]!).sort((a, b) => a - b);
report({
  part: 'http-replicas',
  data: { connections: CONNECTIONS, rounds: ROUNDS, 'seconds a round': SECONDS, cores: cpus().length },
  rows: [
    rowOf('one process', measured.one),
    rowOf('two processes', measured.two, { 'one process': ratios[Math.floor(ratios.length / 2)]! }),
  ],
});
for (const server of servers) server.stop();
await redis.stop();
await rm(dataDir, { recursive: true, force: true });
