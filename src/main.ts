import { pino } from 'pino';
import { listen } from './api/http/listen.ts';
import { createMetrics, listenForMetrics } from './api/http/metrics.ts';
import { overloadGuard } from './api/http/overload.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { explainError, explainListening } from './explain-error.ts';
import { openFeedbackBox } from './feedback/open-box.ts';
import { greet } from './greeting.ts';
import { WrittenByNewer } from './metering/newer-release.ts';
import { openMetering } from './metering/open.ts';
import { openPlans, PlansError } from './metering/plans.ts';
import { reloadOnHangup } from './metering/reload.ts';
import { FileDamaged } from './metering/sqlite/errors.ts';
import { BuildDamaged } from './stores/memory/built-file.ts';
import { openStore } from './stores/open.ts';
import { gatheredLines } from './telemetry/gathered-lines.ts';
import { openTracing } from './telemetry/tracing.ts';
import { characterTableOf } from './workflow/character-table.ts';
import { wordTableOf } from './workflow/word-table.ts';

/** Opens the lexicon (composing it where there is none yet), listens, and goes down in good order. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = pino({ level: config.logLevel, base: null }, gatheredLines(1));
  // First, so that what the engine's client does at the start is known to it.
  const tracing = await openTracing(config, logger);
  const plans = openPlans(config.plansFile);
  const metrics = createMetrics();
  const opened = await openStore(config, logger, [wordTableOf, characterTableOf]);
  const store = metrics.observed(opened);
  const metering = await openMetering({
    ...{ config, plans, logger, onCharge: metrics.charged },
    onKeyLookup: (atHand) => metrics.cacheAsked('keys', atHand),
  });
  const down = new AbortController();
  metrics.gauge('lexicon_metering_down', '1 while the metering store cannot be reached', () =>
    Number(metering.isDown()),
  );

  metrics.gauge('lexicon_ready', '1 while requests should come here, as /readyz says', async () =>
    Number(!down.signal.aborted && (await store.health()).ready),
  );
  metrics.gauge('lexicon_engine_circuit_open', '1 while searches are refused unsent, as the engine has failed', () =>
    Number(opened.isCircuitOpen?.() ?? false),
  );

  const feedback = await openFeedbackBox(config, logger);
  const overload = overloadGuard({ logger });
  metrics.gauge('lexicon_requests_shed', 'Requests refused because there were too many', () => overload.refused);
  metrics.gauge('lexicon_requests_waiting', 'Requests that wait to be begun', () => overload.waiting);
  const meter = { ...metering.meter, feedback };
  const app = createApp({
    ...{ store, logger, config, plans, meter: tracing?.metered(meter) ?? meter },
    ...{
      observe: metrics.requests,
      cacheAsked: metrics.cacheAsked,
      goingDown: down.signal,
      isDraining: () => down.signal.aborted,
      overload,
    },
  });
  const server = await listen(tracing?.requests(app) ?? app, { ...config, onConnection: overload.connected }).catch(
    explainListening('PORT'),
  );
  const metricsServer =
    config.metricsPort === undefined
      ? undefined
      : await listenForMetrics(metrics, { host: config.host, port: config.metricsPort }).catch(
          explainListening('METRICS_PORT'),
        );
  if (metricsServer) logger.info({ url: metricsServer.url }, 'metrics');
  opened.warm?.().catch((err: unknown) => logger.error({ err }, 'tables could not be made beforehand'));

  const goDown = async (signal: string) => {
    if (down.signal.aborted) return;
    down.abort();
    logger.info({ signal }, 'going down: answers under way are finished first');
    await server.stop();
    overload.stop();
    await metricsServer?.stop();
    await metering.close();
    await feedback.close();
    await store.close();
    await tracing?.close();
    logger.info('down');
  };
  reloadOnHangup(plans, logger);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void goDown(signal));
  // Last: who reads that it has started may stop it at once.
  await greet(config, { store: opened, url: server.url, logger });
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainError(error, [PlansError, FileDamaged, BuildDamaged, WrittenByNewer])}\n`);
  process.exit(1);
});
