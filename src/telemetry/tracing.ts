import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Meter } from '../metering/meter-port.ts';

/** Exports traces of requests by OTLP. They contain no keys and no text of callers. */
export interface Tracing {
  /** Wraps the listener with a span for each request. */
  traceRequests(listener: RequestListener): RequestListener;
  /** Wraps the meter with spans for admission and charge. */
  traceMeter(meter: Meter): Meter;
  /** Exports pending spans; waits for the collector for some seconds at most. */
  close(): Promise<void>;
}

export interface TracingConfig {
  /** The OTLP endpoint (HTTP, JSON); undefined disables tracing. */
  readonly otlpTracesUrl: string | undefined;
}

/**
 * Undefined without a configured collector: the SDK is then not loaded. The SDK reads the other standard variables:
 * `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, …
 */
export async function openTracing(
  { otlpTracesUrl }: TracingConfig,
  logger: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> {
  if (otlpTracesUrl === undefined || process.env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const { startTracing } = await import('./opentelemetry.ts');
  return startTracing(otlpTracesUrl, logger);
}
