import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import { Problem } from '../problem.ts';
import { contextOf, pageSecurityHeaders } from './request-context.ts';
import { negotiateEncoding } from './send.ts';

/** Where `npm run build:console` puts the workbench. */
const CONSOLE_DIRECTORY = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** Lists the files that may be served. The build writes it last: without it there is no workbench, or half of one. */
export const MANIFEST_FILE = 'built.json';

const METHODS = ['GET', 'HEAD', 'OPTIONS'].join(', ');
const setPageHeaders = pageSecurityHeaders({ fontSrc: ["'self'"], manifestSrc: ["'self'"], workerSrc: ["'self'"] });

/**
 * Serves the built workbench at `/`, and passes on whatever is no file of it. Knows no rate and costs nothing.
 * A build that is made while the service runs is found by the next visit of `/`.
 */
export function serveConsole(directory = CONSOLE_DIRECTORY): RequestHandler {
  // `dev` looks at the disk with each request: the files of a build that was replaced are gone.
  const serveFile = sirv(directory, { dev: true, etag: true, brotli: true, gzip: true });
  let paths: ReadonlySet<string> | undefined;
  return async (request, response, next) => {
    const isPage = request.path === '/';
    if (isPage || !paths) paths = await readManifest(directory);
    if (!isPage && !paths?.has(request.path)) {
      next();
      return;
    }
    // Names of files are our own, never what a caller wrote.
    const isImmutable = request.path.startsWith('/assets/');
    contextOf(response).route = isImmutable ? '/assets/{file}' : request.path;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem('method_not_allowed', { detail: `Use ${METHODS}.`, headers: { Allow: METHODS } });
    setPageHeaders(request, response, () => {
      if (!paths) {
        sendNotBuilt(request, response);
        return;
      }
      response.setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.vary('Accept-Encoding');
      // sirv leaves a file that cannot be opened, say for want of descriptors, to the process's last resort, which ends it.
      response.once('pipe', (file) => file.once('error', () => response.destroy()));
      serveFile(requestForSirv(request), response, next);
    });
  };
}

/** @returns paths on the server; undefined where nothing has been built */
async function readManifest(directory: string): Promise<ReadonlySet<string> | undefined> {
  const text = await readFile(join(directory, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const names: readonly string[] = JSON.parse(text);
  return new Set(names.map((name) => (name === 'index.html' ? '/' : `/${name}`)));
}

/** sirv fails on a Range that ends before it begins, and does not heed the weights of Accept-Encoding. */
function requestForSirv(request: Request): Request {
  const headers = { ...request.headers, range: undefined, 'accept-encoding': negotiateEncoding(request) };
  return Object.create(request, { headers: { value: headers } });
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
