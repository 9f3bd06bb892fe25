import type { RequestListener } from 'node:http';
import type { Meter } from '../metering/meter-port.ts';

/** Traces of requests, sent by OpenTelemetry's protocol. They hold no key and nothing of what a caller wrote. */
export interface Tracing {
  /** The same listener, with a span for each request. */
  traceRequests(listener: RequestListener): RequestListener;
  /** The same meter, with a span for letting a request in and one for charging it. */
  traceMeter(meter: Meter): Meter;
  /** Sends what is not sent yet, waiting for the collector for some seconds at most. */
  close(): Promise<void>;
}

export interface TracingLogger {
  warn(fields: object, message: string): void;
}
