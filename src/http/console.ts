import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { Problem } from '../problem.ts';
import { negotiateEncoding } from './compress.ts';
import { matchesEtag } from './entity-tag.ts';
import { contextOf } from './request-context.ts';
import { ENCODINGS, type StaticFile, staticFiles } from './static-files.ts';

/** Where `npm run build:console` puts the workbench. */
export const CONSOLE_DIRECTORY = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** The page loads nothing but its own files, and speaks to nobody but this service. */
const pageHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      connectSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'none'"],
    },
  },
});

const METHODS = ['GET', 'HEAD', 'OPTIONS'].join(', ');

/**
 * Serves the built workbench at `/`, and passes on whatever is no file of it. Knows no rate and costs nothing.
 * A build that is made while the service runs is found by the next visit of `/`.
 */
export function serveConsole(directory = CONSOLE_DIRECTORY): RequestHandler {
  const files = staticFiles(directory);
  return async (request, response, next) => {
    const isPage = request.path === '/';
    const known = await files(isPage && isReading(request));
    const file = known?.get(request.path);
    if (!file && !isPage) {
      next();
      return;
    }
    // Names of files are our own, never what a caller wrote.
    contextOf(response).route = file?.immutable ? '/assets/{file}' : request.path;
    if (!isReading(request))
      throw new Problem('method_not_allowed', { detail: `Use ${METHODS}.`, headers: { Allow: METHODS } });
    pageHeaders(request, response, () => {
      if (file) sendFile(request, response, file);
      else sendNotBuilt(request, response);
    });
  };
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function sendFile(request: Request, response: Response, file: StaticFile): void {
  response.setHeader('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('ETag', file.tag);
  response.vary('Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], file.tag)) {
    response.status(304).end();
    return;
  }
  const encoding = negotiateEncoding(
    request,
    ENCODINGS.filter((one) => file.compressed[one]),
  );
  if (encoding) response.setHeader('Content-Encoding', encoding);
  const body = (encoding && file.compressed[encoding]) ?? file.body;
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The workbench is not built</title>
<h1>The workbench is not built yet</h1>
<p>Run <code>npm ci &amp;&amp; npm run build:console</code> where this service was installed, then load this page again.</p>
<p>The interface itself answers all the same: <a href="/api/lexicon/synonyms?word=%E9%96%8B%E5%BF%83">words like 開心</a>.</p>
</html>
`;

function sendNotBuilt(request: Request, response: Response): void {
  response.status(503).setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(request.method === 'HEAD' ? undefined : NOT_BUILT);
}
