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
import type { Tracing, TracingLogger } from './tracing-types.ts';

/** Timeout of exporting a batch, with retries, unless the environment sets another: a shutdown waits for the last batch. */
const EXPORT_TIMEOUT_MS = 3_000;
/** An unreachable collector is logged once a minute, not with every batch. */
const WARNING_INTERVAL_MS = 60_000;
const SERVICE_NAME = 'cantonese-lyric-lexicon';

/** Starts the SDK. It exports spans in batches and drops them when that fails; no request waits for it. */
export function startTracing(url: string, logger: TracingLogger): Tracing {
  diag.setLogger(diagnostics(logger), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  warnAboutProtocol(logger);
  const { OTEL_EXPORTER_OTLP_TIMEOUT, OTEL_EXPORTER_OTLP_TRACES_TIMEOUT } = process.env;
  const configuredTimeout = OTEL_EXPORTER_OTLP_TIMEOUT || OTEL_EXPORTER_OTLP_TRACES_TIMEOUT;
  const exporter = new OTLPTraceExporter({ url, ...(configuredTimeout ? {} : { timeoutMillis: EXPORT_TIMEOUT_MS }) });
  const provider = new NodeTracerProvider({
    resource: describeService(),
    spanProcessors: [requestSpansOnly(new BatchSpanProcessor(exporter))],
    // An exception's message may quote private text; `error.type` is enough.
    spanLimits: { eventCountLimit: 0 },
  });
  provider.register();
  const tracer = trace.getTracer(SERVICE_NAME);
  return {
    traceRequests: (listener) => tracedRequests(tracer, listener),
    traceMeter: (meter) => tracedMeter(tracer, meter),
    close: () => provider.shutdown().catch((error: unknown) => diag.error(String(error))),
  };
}

/** Name and version of the service; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` win. */
function describeService() {
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': VERSION }))
    .merge(detectResources({ detectors: [envDetector] }));
}

/** Drops spans of the service's own polling, such as the check for a new generation each second. */
function requestSpansOnly(processor: BatchSpanProcessor): SpanProcessor {
  const belongsToRequest = (span: ReadableSpan) =>
    span.kind === SpanKind.SERVER || span.parentSpanContext !== undefined;
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if (belongsToRequest(span)) processor.onEnd(span);
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

function warnAboutProtocol(logger: TracingLogger): void {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = process.env;
  const protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  if (protocol !== 'http/json')
    logger.warn({ protocol }, 'traces are sent as http/json, whatever protocol is asked for: give an HTTP endpoint');
}

function diagnostics(logger: TracingLogger) {
  let nextWarningAt = 0;
  const report = (reason: string) => {
    if (performance.now() < nextWarningAt) return;
    nextWarningAt = performance.now() + WARNING_INTERVAL_MS;
    logger.warn({ reason: reason.slice(0, 300) }, 'traces cannot be sent; requests are answered all the same');
  };
  const ignore = () => undefined;
  return { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
