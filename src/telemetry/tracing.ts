import type { Tracing, TracingLogger } from './tracing-types.ts';

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
