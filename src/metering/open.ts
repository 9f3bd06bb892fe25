import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryStore, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Meter } from '../api/meter.ts';
import { OperatorError } from '../explain-error.ts';
import { createFailedKeys } from './failed-keys.ts';
import { createKeyDirectory } from './key-directory.ts';
import { createMeter, type MeterOptions } from './meter.ts';
import { WrittenByNewer } from './newer-release.ts';
import { type ResilientStore, withstandOutages } from './outage.ts';
import type { PlanBook } from './plans.ts';
import { begun, createRates } from './rates.ts';
import { connectRedis, whenReady, whyNotReady } from './redis/client.ts';
import { migrateRedis, watchVersion } from './redis/migrations.ts';
import { sharedRateStore } from './redis/rate-store.ts';
import { openRedisStore } from './redis/redis-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { MeteringStore } from './store.ts';
import { createValidCredentials } from './valid-credentials.ts';

/** How long to wait for Redis at start, in milliseconds, before going on without it. */
const START_PATIENCE = 3_000;
const DATABASE = 'metering.sqlite';
/** How long the service waits for a locked file, in milliseconds, before it counts by itself. */
const BUSY_TIMEOUT = 200;

export interface MeteringConfig {
  /** Folder of the SQLite file; made when it is not there. */
  readonly dataDir: string;
  /** Redis instead of SQLite. */
  readonly redisUrl: string | undefined;
}

interface MeteringOptions {
  readonly config: MeteringConfig;
  readonly plans: PlanBook;
  readonly logger: Logger;
  readonly clock?: () => number;
  readonly onCharge?: MeterOptions['onCharge'];
  /** Told whether a key was at hand. */
  readonly onKeyLookup?: (atHand: boolean) => void;
  /** What every name in Redis begins with. */
  readonly prefix?: string;
}

export interface Metering {
  readonly meter: Meter;
  /** Whether accounts are counted in this process for now, because the store is down. */
  readonly isDown: () => boolean;
  /** Writes what is still to be written, and closes the store. */
  close(): Promise<void>;
}

const PREFIX = 'lexicon:';

/** Opens the store that the configuration names, and everything that counts. */
export async function openMetering(options: MeteringOptions): Promise<Metering> {
  const { config, plans, logger, clock = Date.now, onCharge } = options;
  const opened = config.redisUrl
    ? await openShared(config.redisUrl, { prefix: options.prefix ?? PREFIX, logger, clock })
    : {
        store: withstandOutages(await openLocalStore(config.dataDir, clock, BUSY_TIMEOUT), { logger, clock }),
        rateStore: ownRateStore,
      };
  const { store, rateStore } = opened;
  const stores: Store[] = [];
  const counted = (name: string): Store => {
    const one = rateStore(name);
    stores.push(one);
    return one;
  };
  const misses = begun(ownRateStore());
  stores.push(misses);
  const failures = createFailedKeys({ attempts: begun(counted('failures')), misses });
  const rates = createRates(counted);
  const keys = createKeyDirectory(store, clock, options.onKeyLookup);
  const valid = createValidCredentials(clock);
  const meter = createMeter({
    ...{ store, plans, keys, failures, valid, rates, clock, logger },
    ...(onCharge ? { onCharge } : {}),
  });
  return {
    meter,
    isDown: () => store.down,
    async close() {
      for (const one of stores) one.shutdown?.();
      await store.close();
    },
  };
}

/** The store itself, for the operator's tool: it either answers or fails. Throws when Redis cannot be reached. */
export async function openMeteringStore(
  config: MeteringConfig,
  logger: Logger,
  prefix: string = PREFIX,
): Promise<MeteringStore> {
  if (!config.redisUrl) return await openLocalStore(config.dataDir, Date.now);
  const client = connectRedis(config.redisUrl, logger);
  if (await whenReady(client, START_PATIENCE)) {
    await migrated(client, prefix);
    return openRedisStore({ client, prefix });
  }
  const why = whyNotReady(client);
  client.disconnect();
  throw new OperatorError(why);
}

/** The SQLite file of a data folder. */
export function localFile(dataDir: string): string {
  return join(dataDir, DATABASE);
}

/** @param busyTimeout milliseconds; the service waits for less than a command does: nothing else is answered meanwhile */
async function openLocalStore(dataDir: string, clock: () => number, busyTimeout?: number): Promise<MeteringStore> {
  await mkdir(dataDir, { recursive: true });
  return openSqliteStore({
    path: join(dataDir, DATABASE),
    clock,
    ...(busyTimeout === undefined ? {} : { busyTimeout }),
  });
}

function ownRateStore(): Store {
  return new MemoryStore();
}

/** Throws {@link WrittenByNewer}, the connection closed. A store that cannot be written to is found out by who uses it. */
async function migrated(client: Redis, prefix: string): Promise<void> {
  try {
    await migrateRedis(client, prefix);
  } catch (error) {
    if (!(error instanceof WrittenByNewer)) return;
    client.disconnect();
    throw error;
  }
}

async function openShared(
  url: string,
  { prefix, logger, clock }: { prefix: string; logger: Logger; clock: () => number },
): Promise<{ store: ResilientStore; rateStore: (name: string) => Store }> {
  const client = connectRedis(url, logger);
  const down = !(await whenReady(client, START_PATIENCE));
  if (!down) await migrated(client, prefix);
  watchVersion(client, prefix, logger);
  const store = withstandOutages(openRedisStore({ client, prefix }), {
    ...{ logger, clock },
    ...(down ? { down: whyNotReady(client) } : {}),
  });
  const isDown = () => store.down;
  const { reportDown } = store;
  const rateStore = (name: string) => sharedRateStore({ client, prefix: `${prefix}rate:${name}:`, isDown, reportDown });
  return { store, rateStore };
}
