import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { ensureBuild } from '../indexer/build.ts';
import { createApp } from '../src/http/app.ts';
import { listen } from '../src/http/listen.ts';
import { RATE_GROUPS } from '../src/metering/caller.ts';
import { issueKey } from '../src/metering/issue-keys.ts';
import { anonymousMeter, type Meter } from '../src/metering/meter-port.ts';
import { openMetering, openMeteringStore } from '../src/metering/open.ts';
import { openPlans } from '../src/metering/plans.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { isRedisAvailable, startRedis } from '../test/servers/redis.ts';
import { type Row, report } from './report.ts';

/**
 * What keys, rates and credits add to a browse request: the same app without a meter, with one on SQLite, with one on Redis.
 * The variants take turns, so that what else the machine does falls on all of them. The client is a thread of its own.
 *
 *   node bench/metering.ts [--smoke]
 */
const SMOKE = process.argv.includes('--smoke');
const ROUNDS = SMOKE ? 3 : 15;
const REQUESTS = SMOKE ? 300 : 1500;
const PATH = '/api/lexicon/browse?emotion=%E5%96%9C%E6%82%85&code=33&limit=50';
const UNLIMITED = 1_000_000_000;

const logger = pino({ enabled: false });
const dir = await mkdtemp(join(tmpdir(), 'bench-metering-'));
const store = await openMemoryStore({ directory: (await ensureBuild()).dir });

async function unlimitedPlans() {
  const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, UNLIMITED]));
  const plan = { max_limit: 100, daily_credits: UNLIMITED, rates };
  await writeFile(join(dir, 'plans.json'), JSON.stringify({ plans: { anonymous: plan, free: plan } }));
  return openPlans(join(dir, 'plans.json'));
}

interface Variant {
  readonly name: string;
  readonly url: string;
  readonly key: string | undefined;
  stop(): Promise<void>;
}

async function start(
  name: string,
  meter: Meter,
  key: string | undefined,
  close: () => Promise<void>,
): Promise<Variant> {
  const config = { corsOrigins: ['*'], trustProxy: 0 };
  const server = await listen(createApp({ store, logger, config, meter, cacheBytes: 0 }), {
    host: '127.0.0.1',
    port: 0,
  });
  const stop = async () => {
    await server.stop();
    await close();
  };
  return { name, url: server.url, key, stop };
}

async function startMetered(name: string, redisUrl: string | undefined, onStop: () => Promise<void>): Promise<Variant> {
  const config = { dataDir: dir, redisUrl };
  const metering = await openMetering({ config, plans: await unlimitedPlans(), logger, prefix: 'bench:' });
  const operator = await openMeteringStore(config, logger, 'bench:');
  const keyRequest = { name, plan: 'free', scopes: ['lex_read'] as const, origins: [], expiresAt: undefined };
  const { key } = await issueKey(operator, keyRequest, Date.now());
  await operator.close();
  return await start(name, metering.meter, key, async () => {
    await metering.close();
    await onStop();
  });
}

interface Timing {
  /** Milliseconds for one request in the middle, one after the other. */
  readonly median: number;
  /** Requests per second, eight at a time. */
  readonly throughput: number;
}

interface Round extends Timing {
  /** Microseconds of processor time that the serving thread took for one request. */
  readonly work: number;
}

const client = new Worker(new URL('./metering-client.ts', import.meta.url));
const requestTiming = (url: string, key: string | undefined, requests: number): Promise<Timing> =>
  new Promise((resolve, reject) => {
    client.once('error', reject);
    client.once('message', (timing: Timing) => {
      client.off('error', reject);
      resolve(timing);
    });
    client.postMessage({ url: url + PATH, key, requests });
  });

async function round({ url, key }: Variant): Promise<Round> {
  const cpuBefore = process.threadCpuUsage();
  const timing = await requestTiming(url, key, REQUESTS);
  const { user, system } = process.threadCpuUsage(cpuBefore);
  return { ...timing, work: (user + system) / REQUESTS };
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const variants = [await start('no meter', anonymousMeter, undefined, async () => undefined)];
variants.push(await startMetered('SQLite', undefined, async () => undefined));
if (isRedisAvailable) {
  const redis = await startRedis();
  variants.push(await startMetered('Redis', redis.url, redis.stop));
} else {
  console.log('Redis is not measured: install redis-server, or set REDIS_URL, or start a container engine.');
}

const rounds = variants.map((): Round[] => []);
for (const variant of variants) await round(variant);
for (let at = 0; at < ROUNDS; at++)
  for (const [index, variant] of variants.entries()) rounds[index]!.push(await round(variant));

const baselineRounds = rounds[0]!;

/** Of the rounds: the middle, and what the slower ones took. Ratios are of one round: what slows it slows all of its variants. */
function rowOf(
  label: string,
  variantRounds: readonly Round[],
  unit: string,
  pick: (one: Round) => number,
  isSpeed = false,
): Row {
  const sorted = variantRounds.map(pick).sort((a, b) => (isSpeed ? b - a : a - b));
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  const ratios = variantRounds.map((one, round) =>
    isSpeed ? pick(one) / pick(baselineRounds[round]!) : pick(baselineRounds[round]!) / pick(one),
  );
  const ratioTo = variantRounds === baselineRounds ? {} : { ratioTo: { 'no meter': medianOf(ratios) } };
  return { name: label, n: variantRounds.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), unit, ...ratioTo };
}

report({
  part: 'metering',
  data: {
    request: `GET ${decodeURIComponent(PATH)}`,
    rounds: ROUNDS,
    'requests a round': REQUESTS,
    'warm-up': 'one round',
    'at once': 'one, then eight',
  },
  rows: variants.flatMap(({ name }, index) => [
    rowOf(`${name}: work of the thread`, rounds[index]!, 'µs', ({ work }) => work),
    rowOf(`${name}: latency`, rounds[index]!, 'ms', ({ median }) => median),
    rowOf(`${name}: throughput`, rounds[index]!, 'requests/s', ({ throughput }) => throughput, true),
  ]),
});
await client.terminate();
for (const variant of variants) await variant.stop();
await store.close();
await rm(dir, { recursive: true, force: true });
