import type { RequestListener, ServerResponse } from 'node:http';
import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { contextOf } from '../http/request-context.ts';
import type { Meter } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import { VERSION } from '../version.ts';
import type { Tracing } from './tracing.ts';

/** Timeout of exporting a batch, with retries, unless the environment sets another: a shutdown waits for the last batch. */
const EXPORT_TIMEOUT_MS = 3_000;
/** An unreachable collector is logged once a minute, not with every batch. */
const WARNING_INTERVAL_MS = 60_000;
const SERVICE_NAME = 'cantonese-lyric-lexicon';

/** Starts the SDK. It exports spans in batches and drops them when that fails; no request waits for it. */
export function startTracing(url: string, logger: Pick<Logger, 'warn'>): Tracing {
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

function warnAboutProtocol(logger: Pick<Logger, 'warn'>): void {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = process.env;
  const protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  if (protocol !== 'http/json')
    logger.warn({ protocol }, 'traces are sent as http/json, whatever protocol is asked for: give an HTTP endpoint');
}

function diagnostics(logger: Pick<Logger, 'warn'>) {
  let nextWarningAt = 0;
  const report = (reason: string) => {
    if (performance.now() < nextWarningAt) return;
    nextWarningAt = performance.now() + WARNING_INTERVAL_MS;
    logger.warn({ reason: reason.slice(0, 300) }, 'traces cannot be sent; requests are answered all the same');
  };
  const ignore = () => undefined;
  return { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}

/** Wraps a meter with a span for each access to the store. */
function tracedMeter(tracer: Tracer, meter: Meter): Meter {
  return {
    ...meter,
    admit: (credentials, endpoint) =>
      withSpan(tracer, 'meter.admit', async () => {
        const admission = await meter.admit(credentials, endpoint);
        return {
          ...admission,
          charge: (cost) =>
            withSpan(tracer, 'meter.charge', (span) => {
              span.setAttribute('lexicon.credits', cost.credits);
              return admission.charge(cost);
            }),
        };
      }),
  };
}

function withSpan<T>(tracer: Tracer, name: string, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // A refusal is a normal result, not an error of the span.
      if (error instanceof Problem) span.setAttribute('error.type', error.code);
      else span.setAttribute('error.type', (error as Error).name).setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']);
/** Not traced: health checks come every few seconds. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * A server span for each request, by the stable HTTP conventions, under the caller's W3C `traceparent`. Of the URL only the route is
 * recorded: path and query contain the words that are looked up.
 */
function tracedRequests(tracer: Tracer, listener: RequestListener): RequestListener {
  return (request, response) => {
    if (HEALTH_PATHS.has(request.url ?? '')) {
      listener(request, response);
      return;
    }
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const method = KNOWN_METHODS.has(request.method ?? '') ? request.method! : '_OTHER';
    const attributes = {
      'http.request.method': method,
      'url.scheme': 'http',
      'network.protocol.version': request.httpVersion,
    };
    const span = tracer.startSpan(spanName(method), { kind: SpanKind.SERVER, attributes }, parent);
    if (span.isRecording()) {
      // Express keeps what is there: the line of the log leads to the trace.
      Object.assign(response, { locals: { traceId: span.spanContext().traceId } });
      response.once('close', () => endSpan(span, method, response));
    }
    context.with(trace.setSpan(parent, span), () => listener(request, response));
  };
}

function spanName(method: string, route?: string): string {
  const methodName = method === '_OTHER' ? 'HTTP' : method;
  return route === undefined ? methodName : `${methodName} ${route}`;
}

function endSpan(span: Span, method: string, response: ServerResponse): void {
  const { route, requestId } = contextOf(response);
  const attributes: Attributes = {
    'http.response.status_code': response.statusCode,
    // The log has it too.
    'lexicon.request_id': requestId,
  };
  if (route !== '-') {
    span.updateName(spanName(method, route));
    attributes['http.route'] = route;
  }
  if (response.statusCode >= 500) {
    attributes['error.type'] = String(response.statusCode);
    span.setStatus({ code: SpanStatusCode.ERROR });
  } else if (!response.writableFinished) attributes['error.type'] = 'aborted';
  span.setAttributes(attributes).end();
}
