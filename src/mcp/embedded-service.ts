import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { openFeedbackStore } from '../feedback/open-store.ts';
import { createApp } from '../http/app.ts';
import { listen } from '../http/listen.ts';
import { openMetering } from '../metering/open.ts';
import { openPlans } from '../metering/plans.ts';
import { type EnsureBuild, openStore } from '../stores/open.ts';

const DATA_DIR = fileURLToPath(new URL('../../.data', import.meta.url));
const STDERR_FD = 2;

export interface EmbeddedService {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Runs the service in this process on a free loopback port, configured by the environment and metered as usual. Logs warnings to
 * standard error, because standard output belongs to the protocol. Hosts start programs in arbitrary folders, so DATA_DIR defaults
 * to this project's.
 */
export async function startEmbeddedService(
  ensureBuild: EnsureBuild,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<EmbeddedService> {
  const config = readConfig({ LOG_LEVEL: 'warn', DATA_DIR, ...variables });
  const logger = pino({ level: config.logLevel, base: null }, pino.destination({ dest: STDERR_FD, sync: true }));
  const store = await openStore(config, logger, ensureBuild);
  const plans = openPlans(config.plansFile);
  const metering = await openMetering({ config, plans, logger });
  const feedback = await openFeedbackStore(config, logger);
  const app = createApp({ store, logger, config, plans, meter: { ...metering.meter, feedback } });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await metering.close();
      await feedback.close();
      await store.close();
    },
  };
}
