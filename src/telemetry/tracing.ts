import type { RequestListener } from 'node:http';
import type { Meter } from '../api/meter.ts';

/** Traces of requests, sent by OpenTelemetry's protocol. They hold no key and nothing of what a caller wrote. */
export interface Tracing {
  /** The same listener, with a span for each request. */
  requests(listener: RequestListener): RequestListener;
  /** The same meter, with a span for letting a request in and one for charging it. */
  metered(meter: Meter): Meter;
  /** Sends what is not sent yet, waiting for the collector for some seconds at most. */
  close(): Promise<void>;
}

export interface TracingLogger {
  warn(fields: object, message: string): void;
}

export interface TracingConfig {
  /** Where spans are sent to (OTLP over HTTP, as JSON); undefined sends none. */
  readonly otlpTracesUrl: string | undefined;
}

/**
 * Undefined where no collector is configured: then nothing of the SDK is loaded, and requests are answered as if there were no tracing.
 * The SDK itself reads the other standard variables: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, …
 */
export async function openTracing(
  { otlpTracesUrl }: TracingConfig,
  logger: TracingLogger,
): Promise<Tracing | undefined> {
  if (otlpTracesUrl === undefined || process.env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const { startTracing } = await import('./opentelemetry.ts');
  return startTracing(otlpTracesUrl, logger);
}
