import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../../src/http/app.ts';
import { listen } from '../../../src/http/listen.ts';
import { issueKey } from '../../../src/metering/issue-keys.ts';
import { openMetering, openMeteringStore } from '../../../src/metering/open.ts';
import { DEFAULT_PLANS_FILE, openPlans } from '../../../src/metering/plans.ts';
import { fullStore } from '../../support/full-build.ts';
import { shared } from '../../support/shared.ts';

/** The whole service on a free port: the full lexicon, a meter of its own, the workbench built from the present sources. */
export interface ConsoleServer {
  readonly url: string;
  /** A key of the free plan with few credits left for today, few searches a minute, and all scopes. */
  issueKey(): Promise<string>;
  /** As when the network is gone. */
  stop(): Promise<void>;
}

/** Searches a minute with a key. */
export const MAX_SEARCHES = 6;

const logger = pino({ enabled: false });

export async function startConsoleServer(): Promise<ConsoleServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-'));
  const [store, consoleDirectory] = await Promise.all([fullStore(), shared('console')]);
  const plansFile = await writePlans(dataDir);
  const config = { dataDir, redisUrl: undefined };
  const noop = () => undefined;
  const metering = await openMetering({
    config,
    plans: openPlans(plansFile),
    logger,
    clock: Date.now,
    prefix: 'lexicon:',
    onCharge: noop,
    onKeyLookup: noop,
  });
  const keys = await openMeteringStore(config, logger, 'lexicon:');
  const app = createApp({
    store,
    logger,
    meter: metering.meter,
    consoleDirectory,
    config: { corsOrigins: ['*'], trustProxy: 0 },
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    url: server.url,
    async issueKey() {
      const { key } = await issueKey(
        keys,
        {
          name: 'lyrics',
          plan: 'free',
          origins: [],
          expiresAt: undefined,
          scopes: ['lex_read', 'lex_ac', 'lex_workflow'],
        },
        Date.now(),
      );
      return key;
    },
    async stop() {
      await server.stop();
      await metering.close();
      await keys.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function writePlans(directory: string): Promise<string> {
  const text = JSON.parse(await readFile(DEFAULT_PLANS_FILE, 'utf8'));
  const { rates } = text.plans.anonymous;
  // A story sends many requests from one address.
  for (const group of Object.keys(rates)) rates[group] = 5000;
  text.plans.anonymous.daily_credits = 100_000;
  text.plans.free.daily_credits = 50;
  text.plans.free.rates.search = MAX_SEARCHES;
  const path = join(directory, 'plans.json');
  await writeFile(path, JSON.stringify(text));
  return path;
}
