import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { LexiconStore } from '../lexicon/store.ts';
import { Problem } from '../problem.ts';
import { rejectMalformed } from './malformed.ts';
import { health, readiness } from './operator-listener.ts';
import { errorHandler } from './problem-response.ts';
import { commonHeaders, contextOf, pageSecurityHeaders, requestContext } from './request-context.ts';

/** What the service answers while its lexicon is built. */
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
