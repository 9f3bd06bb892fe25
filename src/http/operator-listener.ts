import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import type { LexiconStore, StoreHealth } from '../lexicon/store.ts';
import { Problem } from '../problem.ts';
import type { Metrics } from './metrics.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf, requestContext } from './request-context.ts';
import { sendJson } from './send.ts';

export interface OperatorServer {
  /** Of the metrics. */
  readonly url: string;
  stop(): Promise<void>;
}

interface OperatorServices {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  readonly store: Pick<LexiconStore, 'health'>;
  /** Whether the process is shutting down. */
  readonly isDraining: () => boolean;
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a port of their own: never on the internet by mistake, and open to probes when callers
 * hold all connections of the other one.
 */
export async function listenForOperators(
  { metrics, store, isDraining }: OperatorServices,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<OperatorServer> {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  // Probes and scrapes come every few seconds: they are not logged.
  app.use(requestContext({ logger: pino({ enabled: false }), generation: () => undefined }));
  app.get('/healthz', health);
  app.get('/readyz', readiness(store, isDraining));
  app.get('/metrics', serveMetrics(metrics));
  app.use((_request, response) => {
    response.status(404).type('text/plain').end('Here are /metrics, /healthz and /readyz.\n');
  });
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { address, family, port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serveMetrics({ text, contentType }: OperatorServices['metrics']): RequestHandler {
  return async (_request, response) => {
    try {
      response.setHeader('Content-Type', contentType).end(await text());
    } catch {
      response.status(500).type('text/plain').end('The metrics cannot be read.\n');
    }
  };
}

/** Whether the process lives. Asks nobody. */
export const health: RequestHandler = (request, response) => {
  contextOf(response).isProbe = true;
  response.setHeader('Cache-Control', 'no-store');
  sendJson(request, response, { status: 'ok' });
};

/**
 * Whether requests should come here: the store has what it needs and the process is not going down. `degraded` while its engine is away:
 * what needs none is answered, the rest refused, and another instance may be better off.
 */
export function readiness(store: Pick<LexiconStore, 'health'>, isDraining: () => boolean): RequestHandler {
  return async (request, response) => {
    contextOf(response).isProbe = true;
    const { ready, engineUp, detail }: StoreHealth = isDraining()
      ? { ready: false, detail: 'The service is going down. Ask another instance.' }
      : await store.health();
    // Not thrown: that would be logged as an error, for each look of each balancer.
    if (!ready) {
      sendProblem(request, response, new Problem('backend_unavailable', { detail, headers: { 'Retry-After': '5' } }));
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    sendJson(request, response, { status: engineUp === false ? 'degraded' : 'ready', detail });
  };
}
