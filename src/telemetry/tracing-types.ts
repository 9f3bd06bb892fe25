import type { RequestListener } from 'node:http';
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

export interface TracingLogger {
  warn(fields: object, message: string): void;
}
