import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import type { LexiconStore, StoreHealth } from '../lexicon/store.ts';
import { Problem } from '../problem.ts';
import { rejectMalformed } from './malformed.ts';
import type { Metrics } from './metrics.ts';
import { errorHandler, sendProblem } from './problem-response.ts';
import { commonHeaders, contextOf, pageSecurityHeaders, requestContext } from './request-context.ts';
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

/** Stand-in for the service while its lexicon is built: an app, its health and its progress. */
export interface Building {
  readonly app: RequestListener;
  readonly health: LexiconStore['health'];
  /** @param percent how much of the build is done, 0 to 100 */
  report(percent: number): void;
}

const RETRY_AFTER_SECONDS = 5;
const RELOAD_SECONDS = 2;

/** Liveness, readiness, a page with the progress, and a refusal for everything else. */
export function createBuilding({
  logger,
  corsOrigins,
}: {
  readonly logger: Logger;
  readonly corsOrigins: readonly string[];
}): Building {
  let done = 0;
  const storeHealth: Building['health'] = async () => ({ ready: false, detail: `building, ${done} %` });
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(requestContext({ logger, generation: () => undefined }));
  app.use(commonHeaders(corsOrigins), rejectMalformed);
  app.get('/healthz', health);
  app.get(
    '/readyz',
    readiness({ health: storeHealth }, () => false),
  );
  app.get('/', pageSecurityHeaders(), (_request, response) => {
    contextOf(response).route = '/';
    response.status(503).setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
    response.setHeader('Cache-Control', 'no-store').setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pageOf(done));
  });
  const refuse: RequestHandler = () => {
    const detail = `The lexicon is being built, ${done} % of it is done: a first start composes it. Try again in a moment.`;
    throw new Problem('backend_unavailable', { detail, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
  };
  app.use(refuse, errorHandler(logger));
  return {
    app: app as RequestListener,
    health: storeHealth,
    report: (percent) => {
      done = Math.min(100, Math.floor(percent));
    },
  };
}

/** Loads itself again until the workbench stands in its place; without scripts, which the policy of pages allows from files alone. */
function pageOf(percent: number): string {
  return `<!doctype html>
<html lang="zh-HK">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}">
<title>填詞檯：${percent} %</title>
<h1>填詞檯</h1>
<p>第一次開，要砌好本詞典先，大約一分鐘。砌好咗會自己開。</p>
<p lang="en">The first start composes the lexicon, which takes about a minute. The workbench opens by itself when it is done.</p>
<p><progress max="100" value="${percent}">${percent} %</progress> ${percent} %</p>
</html>
`;
}
