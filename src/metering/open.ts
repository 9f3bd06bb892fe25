import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { OperatorError } from '../explain-error.ts';
import { createFailedKeys, createKeyCache, MAX_FAILED_ATTEMPTS, MAX_MISSED_LOOKUPS } from './authenticate.ts';
import { type FailoverStore, withFailover } from './failover.ts';
import { createMeter, type MeterOptions } from './meter.ts';
import { type Meter, RATE_GROUPS, RATE_WINDOW_SECONDS } from './meter-port.ts';
import type { Plans } from './plans.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import { type MeteringStore, NewerSchemaError } from './store.ts';

/** Time that commands wait for Redis. */
const REDIS_COMMAND_PATIENCE_MS = 3_000;
/** Time that a starting service waits for a Redis that is silent; one that refuses connections is not waited for. */
const REDIS_START_PATIENCE_MS = 1_000;
const DATABASE_FILE = 'metering.sqlite';
/** Time that the service waits for a locked file before it counts in memory. */
const BUSY_TIMEOUT_MS = 200;

interface MeteringConfig {
  /** Folder of the SQLite file; created if necessary. */
  readonly dataDir: string;
  /** Redis instead of SQLite. */
  readonly redisUrl: string | undefined;
}

interface MeteringOptions {
  readonly config: MeteringConfig;
  readonly plans: Plans;
  readonly logger: Logger;
  readonly clock?: () => number;
  readonly onCharge?: MeterOptions['onCharge'];
  readonly onKeyCheck?: MeterOptions['onKeyCheck'];
  /** Called with whether a key was cached. */
  readonly onKeyLookup?: (hit: boolean) => void;
  /** Prefix of all keys in Redis. */
  readonly prefix?: string;
}

interface Metering {
  readonly meter: Meter;
  /** Whether the store is down, so that this process counts by itself. */
  readonly isDown: () => boolean;
  /** Keys in the store; NaN while it is down. */
  countKeys(): Promise<number>;
  /** Seconds of a round trip to the store; NaN while it is down. */
  latency(): Promise<number>;
  /** Seconds by which this machine's clock is ahead of the store's; NaN while that is down. */
  clockSkew(): Promise<number>;
  /** Flushes pending writes and closes the store. */
  close(): Promise<void>;
}

/** More than this is reported: days of quota, expiry and rates go by the clock. */
const MAX_CLOCK_SKEW_SECONDS = 30;
const REDIS_PREFIX = 'lexicon:';

/** Opens the configured store and the meter. */
export async function openMetering(options: MeteringOptions): Promise<Metering> {
  const { config, plans, logger, clock = Date.now, onCharge, onKeyCheck } = options;
  const backend = config.redisUrl
    ? await openRedisBackend(config.redisUrl, options.prefix ?? REDIS_PREFIX, logger)
    : {
        store: withFailover(await openLocalStore(config.dataDir, clock, BUSY_TIMEOUT_MS), { logger }),
        openCounter: memoryCounter,
      };
  const { store, openCounter } = backend;
  const failures = createFailedKeys({
    attempts: openCounter('failures', MAX_FAILED_ATTEMPTS),
    misses: memoryCounter('misses', MAX_MISSED_LOOKUPS),
  });
  const counters = new Map([...RATE_GROUPS, 'page' as const].map((name) => [name, openCounter(name, COUNT_ONLY)]));
  const keys = createKeyCache(store, clock, options.onKeyLookup);
  const meter = createMeter({
    store,
    plans,
    keys,
    failures,
    counters,
    clock,
    logger,
    ...(onCharge ? { onCharge } : {}),
    ...(onKeyCheck ? { onKeyCheck } : {}),
  });
  const clockSkew = async () => {
    const sentAt = clock();
    const storeTime = await store.now().catch(() => Number.NaN);
    return ((sentAt + clock()) / 2 - storeTime) / 1000;
  };
  clockSkew().then((seconds) => {
    if (Math.abs(seconds) > MAX_CLOCK_SKEW_SECONDS)
      logger.warn({ seconds: Math.round(seconds) }, 'the clocks of this machine and of Redis differ: set both by NTP');
  });
  return {
    meter,
    isDown: () => store.down,
    countKeys: () => store.countKeys().catch(() => Number.NaN),
    async latency() {
      const sentAt = performance.now();
      const storeTime = await store.now().catch(() => Number.NaN);
      return Number.isNaN(storeTime) ? storeTime : (performance.now() - sentAt) / 1000;
    },
    clockSkew,
    async close() {
      await meter.flush();
      await store.close();
    },
  };
}

/** The store without failover, for commands. Throws when Redis cannot be reached. */
export async function openMeteringStore(
  config: MeteringConfig,
  logger: Logger,
  prefix: string = REDIS_PREFIX,
): Promise<MeteringStore> {
  if (!config.redisUrl) return await openLocalStore(config.dataDir, Date.now);
  const { connectionProblem, connectRedis, openRedisStore, whenReady } = await redis();
  const client = connectRedis(config.redisUrl, logger);
  if (await whenReady(client, REDIS_COMMAND_PATIENCE_MS)) {
    await runMigrations(client, prefix);
    return openRedisStore({ client, prefix });
  }
  const problem = connectionProblem(client);
  client.disconnect();
  throw new OperatorError(problem);
}

/** Loaded where it is used: its client takes 5 MB. */
async function redis() {
  return {
    ...(await import('./redis/client.ts')),
    ...(await import('./redis/redis-store.ts')),
  };
}

/** The SQLite file of a data folder. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** @param busyTimeoutMs shorter for the service than for commands, because waiting blocks its event loop */
async function openLocalStore(dataDir: string, clock: () => number, busyTimeoutMs?: number): Promise<MeteringStore> {
  await mkdir(dataDir, { recursive: true });
  return openSqliteStore({
    path: join(dataDir, DATABASE_FILE),
    clock,
    ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
  });
}

/** Throws {@link NewerSchemaError} after closing the connection. Other errors are left to the first use of the store. */
async function runMigrations(client: Redis, prefix: string): Promise<void> {
  const { migrateRedis } = await redis();
  try {
    await migrateRedis(client, prefix);
  } catch (error) {
    if (!(error instanceof NewerSchemaError)) return;
    client.disconnect();
    throw error;
  }
}

async function openRedisBackend(
  url: string,
  prefix: string,
  logger: Logger,
): Promise<{ store: FailoverStore; openCounter: OpenCounter }> {
  const { connectionProblem, connectRedis, openRedisStore, watchVersion, whenReady } = await redis();
  const client = connectRedis(url, logger);
  const down = !(await whenReady(client, REDIS_START_PATIENCE_MS, { isHasty: true }));
  if (!down) await runMigrations(client, prefix);
  watchVersion(client, prefix, logger);
  const store = withFailover(openRedisStore({ client, prefix }), {
    logger,
    ...(down ? { down: connectionProblem(client) } : {}),
  });
  return { store, openCounter: redisCounter(client, prefix) };
}

/** Opens a counter of requests in windows of one minute, which start with the first request. `points` is the limit. */
type OpenCounter = (name: string, points: number) => RateLimiterAbstract;

export const memoryCounter: OpenCounter = (name, points) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: RATE_WINDOW_SECONDS });

/** Counts in Redis for all replicas together, and in this process while Redis is away. */
function redisCounter(client: Redis, prefix: string): OpenCounter {
  return (name, points) =>
    new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `${prefix}rate:${name}`,
      points,
      duration: RATE_WINDOW_SECONDS,
      // Requests over the limit are refused in this process, without Redis.
      inMemoryBlockOnConsumed: points + 1,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCounter(name, points),
    });
}

/** Practically unlimited: the count is compared with the limit of the caller's plan. */
const COUNT_ONLY = Number.MAX_SAFE_INTEGER - 1;
