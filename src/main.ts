import type { RequestListener } from 'node:http';
import { totalmem } from 'node:os';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { explainError, explainListening } from './explain-error.ts';
import { currentBuild, DamagedBuildError } from './generation/build-files.ts';
import { type AdmissionQueue, createAdmissionQueue } from './http/admission-queue.ts';
import { createApp } from './http/app.ts';
import { type ConnectionBounds, createConnectionBounds } from './http/connections.ts';
import { listen, type RunningServer } from './http/listen.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createBuilding, listenForOperators, type OperatorServer } from './http/operator-listener.ts';
import type { LexiconStore } from './lexicon/store.ts';
import { characterTableOf } from './lyrics/character-table.ts';
import { openMetering } from './metering/open.ts';
import { openPlans, PlansError, reloadOnHangup } from './metering/plans.ts';
import { FileDamaged } from './metering/sqlite/database.ts';
import { NewerSchemaError } from './metering/store.ts';
import { type EnsureBuild, openStore } from './stores/open.ts';
import { openLog } from './telemetry/log.ts';
import { VERSION } from './version.ts';

/** Opens the lexicon (composing it where there is none yet), listens, and goes down in good order. */
async function run(ensureBuild: EnsureBuild): Promise<void> {
  const config = readConfig();
  const { logger, countDropped } = openLog(config.logLevel);
  const plans = openPlans(config.plansFile);
  const metrics = createMetrics();
  metrics.counter('lexicon_log_lines_dropped_total', 'Lines of the log that could not be written', countDropped);
  const shutdown = new AbortController();
  const isDraining = () => shutdown.signal.aborted;
  const admissionQueue = createAdmissionQueue(logger);
  const connectionBounds = createConnectionBounds({ trustProxy: config.trustProxy, logger });
  const building = createBuilding({ logger, corsOrigins: config.corsOrigins });
  let opened: LexiconStore | undefined;
  const health: LexiconStore['health'] = () => (opened ?? building).health();
  let app = building.app;
  let listening: Promise<Listening> | undefined;
  const listenOnce = () =>
    (listening ??= openPorts(config, {
      app: (request, response) => app(request, response),
      operators: { metrics, store: { health }, isDraining },
      admissionQueue,
      connectionBounds,
    }));
  const portRefused = Promise.withResolvers<never>();
  const opening = openStore(config, logger, ensureBuild, {
    prepare: [characterTableOf],
    // Nobody should look at a dead port while a first start composes the lexicon.
    onProgress(percent) {
      building.report(percent);
      listenOnce().catch(portRefused.reject);
    },
  });
  const store = metrics.instrumented(await Promise.race([opening, portRefused.promise]));
  const metering = await openMetering({
    config,
    plans,
    logger,
    onCharge: metrics.recordCharge,
    onKeyCheck: metrics.recordKeyCheck,
    onKeyLookup: (hit) => metrics.recordCacheLookup('keys', hit),
  });
  registerGauges(metrics, { store, metering, admissionQueue, connectionBounds, isDraining });
  app = createApp({
    store,
    logger,
    config,
    plans,
    meter: metering.meter,
    onRequestEnd: metrics.recordRequest,
    onCacheLookup: metrics.recordCacheLookup,
    isDraining,
    admissionQueue,
  });
  opened = store;
  const { server, operatorServer } = await listenOnce();
  if (operatorServer) logger.info({ url: operatorServer.url }, 'metrics');
  const warmed = store.warm?.().catch((err: unknown) => logger.error({ err }, 'tables could not be made beforehand'));

  const stopService = async (signal: string) => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    logger.info({ signal }, 'going down: answers under way are finished first');
    await server.stop();
    await operatorServer?.stop();
    await metering.close();
    await store.close();
    logger.info('down');
  };
  reloadOnHangup(plans, logger);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stopService(signal));
  // Last: who reads that it has started may stop it at once.
  await greet(config, { store, url: server.url, logger });
  setTimeout(async () => {
    await warmed;
    collectGarbage();
  }, GARBAGE_DELAY_MS).unref();
}

interface MeasuredParts {
  readonly store: LexiconStore;
  readonly metering: Awaited<ReturnType<typeof openMetering>>;
  readonly admissionQueue: AdmissionQueue;
  readonly connectionBounds: ConnectionBounds;
  readonly isDraining: () => boolean;
}

/** Numbers of the parts of the service, which are read whenever the metrics are asked for. */
function registerGauges(metrics: Metrics, parts: MeasuredParts): void {
  const { store, metering, admissionQueue, connectionBounds, isDraining } = parts;
  const gauges: readonly (readonly [name: string, help: string, read: () => number | Promise<number>])[] = [
    ['lexicon_keys', 'Keys in the metering store', metering.countKeys],
    [
      'lexicon_clock_skew_seconds',
      "By how much this machine's clock is ahead of that of the metering store",
      metering.clockSkew,
    ],
    [
      'lexicon_metering_latency_seconds',
      'Of a round trip to the metering store, which each request waits for',
      metering.latency,
    ],
    ['lexicon_metering_down', '1 while the metering store cannot be reached', () => Number(metering.isDown())],
    [
      'lexicon_ready',
      '1 while requests should come here, as /readyz says',
      async () => Number(!isDraining() && (await store.health()).ready),
    ],
    [
      'lexicon_engine_up',
      '0 while a replica that starts now could not serve, or this one cannot answer everything, as /readyz says',
      async () => Number((await store.health()).engineUp ?? true),
    ],
    [
      'lexicon_engine_circuit_open',
      '1 while searches are refused unsent, as the engine has failed',
      () => Number(store.isCircuitOpen?.() ?? false),
    ],
    ['lexicon_memory_limit_bytes', 'At which the process is killed; 0 where there is no limit', memoryLimit],
    ['lexicon_requests_shed', 'Requests refused because there were too many', admissionQueue.countRefused],
    ['lexicon_requests_waiting', 'Requests that wait to be begun', admissionQueue.countWaiting],
    ['lexicon_connections', 'Open connections of callers', connectionBounds.countOpen],
    [
      'lexicon_connections_refused',
      'Connections closed at once because there were too many',
      connectionBounds.countRefused,
    ],
  ];
  for (const [name, help, read] of gauges) metrics.gauge(name, help, read);
}

function memoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit < totalmem() ? limit : 0;
}

interface Listening {
  readonly server: RunningServer;
  /** On `METRICS_PORT`, where that is set. */
  readonly operatorServer: OperatorServer | undefined;
}

async function openPorts(
  config: Config,
  {
    app,
    operators,
    ...options
  }: Pick<Parameters<typeof listen>[1], 'admissionQueue' | 'connectionBounds'> & {
    readonly app: RequestListener;
    readonly operators: Parameters<typeof listenForOperators>[0];
  },
): Promise<Listening> {
  const { host, port, metricsHost, metricsPort } = config;
  const server = await listen(app, { host, port, ...options }).catch(explainListening('PORT'));
  const operatorServer =
    metricsPort === undefined
      ? undefined
      : await listenForOperators(operators, { host: metricsHost, port: metricsPort }).catch(
          explainListening('METRICS_PORT'),
        );
  return { server, operatorServer };
}

/** By then the tables are mostly made that a start has no time for; where the machine is busy they are waited for. */
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
  // On a full disk, or without a reader, what people should read is lost, and nothing else.
  process.stderr.on('error', () => undefined);
  run(ensureBuild).catch((error: unknown) => {
    process.stderr.write(`${explainError(error, [PlansError, FileDamaged, DamagedBuildError, NewerSchemaError])}\n`);
    process.exit(1);
  });
}

// Without the indexer: what was built before is served, as an image without it or a unit file may want.
if (import.meta.main) main(currentBuild);

/** Says in one line what has started: to machines in the log, to people on standard error. */
async function greet(
  { elasticsearch, redisUrl }: Pick<Config, 'elasticsearch' | 'redisUrl'>,
  { store, url, logger }: { store: LexiconStore; url: string; logger: Pick<Logger, 'info'> },
): Promise<void> {
  const engine = elasticsearch ? 'Elasticsearch' : 'embedded';
  const metering = redisUrl ? 'Redis' : 'SQLite';
  // There may be none yet where the engine is away or empty; /readyz says why.
  const generation = await store.read(async (lexicon) => lexicon.generation.name).catch(() => null);
  logger.info({ version: VERSION, engine, generation, metering, url }, 'the service has started');
  process.stderr.write(
    `The lexicon ${VERSION} answers at ${url} (engine: ${engine}, generation: ${generation ?? 'none yet'}, metering: ${metering})\n` +
      `Try: curl '${url}/api/lexicon/synonyms?word=開心'\n`,
  );
}
