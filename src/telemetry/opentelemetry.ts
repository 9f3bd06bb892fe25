import { DiagLogLevel, diag, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { VERSION } from '../version.ts';
import { tracedMeter } from './meter-spans.ts';
import { tracedRequests } from './request-spans.ts';
import type { Tracing, TracingLogger } from './traces.ts';

/** Milliseconds that a batch may take, its repetitions too, unless the environment says otherwise: a stop waits for the last one. */
const EXPORT_TIMEOUT = 3_000;
/** A collector that is away is told of once a minute, not every five seconds. */
const QUIET_MS = 60_000;
const NAME = 'cantonese-lyric-lexicon';

/** Starts the SDK, which sends spans in batches and drops them when they cannot be sent; no request ever waits for it. */
export function startTracing(url: string, logger: TracingLogger): Tracing {
  diag.setLogger(diagnostics(logger), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  warnOfProtocol(logger);
  const { OTEL_EXPORTER_OTLP_TIMEOUT, OTEL_EXPORTER_OTLP_TRACES_TIMEOUT } = process.env;
  const patient = OTEL_EXPORTER_OTLP_TIMEOUT || OTEL_EXPORTER_OTLP_TRACES_TIMEOUT;
  const exporter = new OTLPTraceExporter({ url, ...(patient ? {} : { timeoutMillis: EXPORT_TIMEOUT }) });
  const provider = new NodeTracerProvider({
    resource: describeService(),
    spanProcessors: [ofRequestsOnly(new BatchSpanProcessor(exporter))],
    // An exception's message may quote what a caller wrote; `error.type` says enough.
    spanLimits: { eventCountLimit: 0 },
  });
  provider.register();
  const tracer = trace.getTracer(NAME);
  return {
    requests: (listener) => tracedRequests(tracer, listener),
    metered: (meter) => tracedMeter(tracer, meter),
    close: () => provider.shutdown().catch((error: unknown) => diag.error(String(error))),
  };
}

/** Name and version of the service; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` win. */
function describeService() {
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': NAME, 'service.version': VERSION }))
    .merge(detectResources({ detectors: [envDetector] }));
}

/** Leaves out what the service asks the engine by itself, as whether there is a new generation, once a second. */
function ofRequestsOnly(batch: BatchSpanProcessor): SpanProcessor {
  const isOfRequest = (span: ReadableSpan) => span.kind === SpanKind.SERVER || span.parentSpanContext !== undefined;
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if (isOfRequest(span)) batch.onEnd(span);
    },
    forceFlush: () => batch.forceFlush(),
    shutdown: () => batch.shutdown(),
  };
}

function warnOfProtocol(logger: TracingLogger): void {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = process.env;
  const protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  if (protocol !== 'http/json')
    logger.warn({ protocol }, 'traces are sent as http/json, whatever protocol is asked for: give an HTTP endpoint');
}

function diagnostics(logger: TracingLogger) {
  let quietUntil = 0;
  const say = (reason: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    logger.warn({ reason: reason.slice(0, 300) }, 'traces cannot be sent; requests are answered all the same');
  };
  const silent = () => undefined;
  return { error: say, warn: silent, info: silent, debug: silent, verbose: silent };
}
