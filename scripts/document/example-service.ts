import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { formatKey, hashSecret } from '../../src/metering/key.ts';
import { SCOPES } from '../../src/metering/meter-port.ts';
import { openMetering, openMeteringStore } from '../../src/metering/open.ts';
import { DEFAULT_PLANS_FILE, openPlans } from '../../src/metering/plans.ts';

/** Morning in Hong Kong, on the day that every example has. */
const EXAMPLE_TIME = Date.UTC(2026, 10, 21, 2);

/** Keys of the examples, by what they are for. None is known to any other service. */
const KEYS = {
  writer: { id: 'songwriter01', name: 'songbook', plan: 'free', scopes: SCOPES, origins: [] },
  completing: { id: 'searchfield1', name: 'search field', plan: 'free', scopes: ['lex_ac'], origins: [] },
  page: { id: 'browserpage1', name: 'page', plan: 'free', scopes: SCOPES, origins: ['https://lyrics.example'] },
  poor: { id: 'almostempty1', name: 'almost empty', plan: 'tight', scopes: SCOPES, origins: [] },
} as const;

export type KeyName = keyof typeof KEYS;

const SECRET = 'example'.padEnd(43, '0');

export type ExampleService = Awaited<ReturnType<typeof startExampleService>>;

export interface ServiceOptions {
  /** Longest time in milliseconds that a handler may take. */
  readonly handlerTimeoutMs?: number;
  readonly timeouts?: Parameters<typeof listen>[1]['timeouts'];
}

/** The whole service, metered, at a time of day that stands still, with an account book that is thrown away. */
export async function startExampleService(store: LexiconStore, { timeouts, ...options }: ServiceOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lexicon-examples-'));
  const logger = pino({ enabled: false });
  const metering = await openMetering({
    config: { dataDir, redisUrl: undefined },
    plans: openPlans(await writePlans(dataDir)),
    logger,
    clock: () => EXAMPLE_TIME,
  });
  const keyStore = await openMeteringStore({ dataDir, redisUrl: undefined }, logger);
  for (const key of Object.values(KEYS))
    await keyStore.addKey({ ...key, secretHash: hashSecret(SECRET), createdAt: EXAMPLE_TIME });
  await keyStore.close();
  const config = { corsOrigins: ['*'], trustProxy: 1 };
  const app = createApp({ store, logger, config, meter: metering.meter, ...options });
  const server = await listen(app, { host: '127.0.0.1', port: 0, ...(timeouts ? { timeouts } : {}) });
  return {
    url: server.url,
    /** The Authorization header of a key. */
    bearer: (key: KeyName) => ({ Authorization: `Bearer ${formatKey({ id: KEYS[key].id, secret: SECRET })}` }),
    async stop() {
      await server.stop();
      await metering.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The plans as they are delivered, and one whose quota is soon used up. */
async function writePlans(dataDir: string): Promise<string> {
  const { plans } = JSON.parse(await readFile(DEFAULT_PLANS_FILE, 'utf8'));
  const path = join(dataDir, 'plans.json');
  await writeFile(path, JSON.stringify({ plans: { ...plans, tight: { ...plans.free, daily_credits: 20 } } }));
  return path;
}
