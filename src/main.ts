import { pino } from 'pino';
import { readConfig } from './config.ts';
import { explainError, explainListening } from './explain-error.ts';
import { openFeedbackStore } from './feedback/open-store.ts';
import { greet } from './greeting.ts';
import { createAdmissionQueue } from './http/admission-queue.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { createMetrics, listenForMetrics } from './http/metrics.ts';
import { NewerSchemaError } from './metering/newer-schema-error.ts';
import { openMetering } from './metering/open.ts';
import { openPlans, PlansError } from './metering/plans.ts';
import { reloadOnHangup } from './metering/reload.ts';
import { FileDamaged } from './metering/sqlite/errors.ts';
import { DamagedBuildError } from './stores/memory/image/build-files.ts';
import { currentBuild } from './stores/memory/image/current-build.ts';
import { type EnsureBuild, openStore } from './stores/open.ts';
import { batchedDestination } from './telemetry/batched-destination.ts';
import { openTracing } from './telemetry/tracing.ts';
import { characterTableOf } from './workflow/character-table.ts';

/** Opens the lexicon (composing it where there is none yet), listens, and goes down in good order. */
async function run(ensureBuild: EnsureBuild): Promise<void> {
  const config = readConfig();
  const logger = pino({ level: config.logLevel, base: null }, batchedDestination(1));
  // First, so that what the engine's client does at the start is known to it.
  const tracing = await openTracing(config, logger);
  const plans = openPlans(config.plansFile);
  const metrics = createMetrics();
  const baseStore = await openStore(config, logger, ensureBuild, [characterTableOf]);
  const store = metrics.instrumented(baseStore);
  const metering = await openMetering({
    ...{ config, plans, logger, onCharge: metrics.recordCharge },
    onKeyLookup: (hit) => metrics.recordCacheLookup('keys', hit),
  });
  const shutdown = new AbortController();
  metrics.gauge('lexicon_metering_down', '1 while the metering store cannot be reached', () =>
    Number(metering.isDown()),
  );

  metrics.gauge('lexicon_ready', '1 while requests should come here, as /readyz says', async () =>
    Number(!shutdown.signal.aborted && (await store.health()).ready),
  );
  metrics.gauge('lexicon_engine_circuit_open', '1 while searches are refused unsent, as the engine has failed', () =>
    Number(baseStore.isCircuitOpen?.() ?? false),
  );

  const feedback = await openFeedbackStore(config, logger);
  const admissionQueue = createAdmissionQueue(logger);
  metrics.gauge('lexicon_requests_shed', 'Requests refused because there were too many', admissionQueue.countRefused);
  metrics.gauge('lexicon_requests_waiting', 'Requests that wait to be begun', admissionQueue.countWaiting);
  const meter = { ...metering.meter, feedback };
  const app = createApp({
    ...{ store, logger, config, plans, meter: tracing?.traceMeter(meter) ?? meter },
    ...{
      onRequestEnd: metrics.recordRequest,
      onCacheLookup: metrics.recordCacheLookup,
      shutdownSignal: shutdown.signal,
      isDraining: () => shutdown.signal.aborted,
      admissionQueue,
    },
  });
  const server = await listen(tracing?.traceRequests(app) ?? app, {
    ...config,
    onConnection: admissionQueue.connected,
  }).catch(explainListening('PORT'));
  const metricsServer =
    config.metricsPort === undefined
      ? undefined
      : await listenForMetrics(metrics, { host: config.host, port: config.metricsPort }).catch(
          explainListening('METRICS_PORT'),
        );
  if (metricsServer) logger.info({ url: metricsServer.url }, 'metrics');
  baseStore.warm?.().catch((err: unknown) => logger.error({ err }, 'tables could not be made beforehand'));

  const stopService = async (signal: string) => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    logger.info({ signal }, 'going down: answers under way are finished first');
    await server.stop();
    await metricsServer?.stop();
    await metering.close();
    await feedback.close();
    await store.close();
    await tracing?.close();
    logger.info('down');
  };
  reloadOnHangup(plans, logger);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stopService(signal));
  // Last: who reads that it has started may stop it at once.
  await greet(config, { store: baseStore, url: server.url, logger });
  setTimeout(collectGarbage, GARBAGE_DELAY_MS).unref();
}

/** By then the tables are made that a start has no time for. */
const GARBAGE_DELAY_MS = 3000;

/**
 * Gives back the 60 MB that a start leaves, which otherwise stay for good. It takes a tenth of a second, once. Needs `--expose-gc`; the
 * ordinary collection keeps the memory for the process.
 */
function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Runs the service until a signal ends it; on an error it writes what to do to standard error and exits with 1. */
export function main(ensureBuild: EnsureBuild): void {
  run(ensureBuild).catch((error: unknown) => {
    process.stderr.write(`${explainError(error, [PlansError, FileDamaged, DamagedBuildError, NewerSchemaError])}\n`);
    process.exit(1);
  });
}

// Without the indexer: what was built before is served, as an image without it or a unit file may want.
if (import.meta.main) main(currentBuild);
