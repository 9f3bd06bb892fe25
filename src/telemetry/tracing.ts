import type { Tracing, TracingLogger } from './tracing-types.ts';

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
  logger: TracingLogger,
): Promise<Tracing | undefined> {
  if (otlpTracesUrl === undefined || process.env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const { startTracing } = await import('./opentelemetry.ts');
  return startTracing(otlpTracesUrl, logger);
}
