import { type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Meter } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';

/** Wraps a meter with a span for each access to the store. */
export function tracedMeter(tracer: Tracer, meter: Meter): Meter {
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
