import { pino } from 'pino';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import { openMetering } from '../../src/metering/open.ts';
import { openPlans, reloadOnHangup } from '../../src/metering/plans.ts';
import { smallStore } from '../http/service.ts';

/** The service over the small lexicon, as a process of its own. Prints its address, then its log. */
const { DATA_DIR = '', REDIS_URL, PREFIX = 'lexicon:', PLANS_FILE } = process.env;
const logger = pino({ base: null }, pino.destination({ dest: 1, sync: true }));
const plans = openPlans(PLANS_FILE);
const config = { dataDir: DATA_DIR, redisUrl: REDIS_URL };
const metering = await openMetering({ config, plans, logger, prefix: PREFIX });
const app = createApp({
  store: smallStore(),
  logger,
  meter: metering.meter,
  config: { corsOrigins: ['*'], trustProxy: 1 },
});
const server = await listen(app, { host: '127.0.0.1', port: 0 });
reloadOnHangup(plans, logger);
process.once('SIGTERM', async () => {
  await server.stop();
  await metering.close();
});
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
