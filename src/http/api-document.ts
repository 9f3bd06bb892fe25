import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Express, RequestHandler } from 'express';
import { serve as swaggerAssets } from 'swagger-ui-express';
import { openPlans, type Plans } from '../metering/plans.ts';
import { plansTable } from '../openapi/metering-text.ts';
import { apiDocument } from '../openapi/openapi.ts';
import { DOCUMENT_PATH } from '../openapi/service-items.ts';
import type { Endpoint } from '../operations/operation.ts';
import { type PublicFile, publicFile, sendPublicFile } from './public-file.ts';
import { contextOf } from './request-context.ts';
import { pageSecurityHeaders } from './security-headers.ts';

export const REFERENCE_PATH = '/docs';

/** Paths that {@link mountDocument} answers, for hints at what was meant. */
export const DOCUMENT_PATHS: readonly string[] = [DOCUMENT_PATH, REFERENCE_PATH];

/**
 * The API document of these endpoints at /openapi.json, and a page that shows it and tries it out at /docs.
 * @param limits of the document, which is large
 * @param plans whose limits it tells; read with each request, as operators change them while the service runs
 */
export function mountDocument(
  app: Express,
  limits: readonly RequestHandler[],
  endpoints: readonly Endpoint[],
  plans: Plans = openPlans(),
): void {
  app.get(DOCUMENT_PATH, ...limits, serveDocument(endpoints, plans));
  app.use(REFERENCE_PATH, pageSecurityHeaders(), setRoute, referencePage(), ...swaggerAssets.map(packageFilesOnly));
}

/** Made and compressed when it is first asked for (a service that nobody reads about starts sooner), and when the plans change. */
function serveDocument(endpoints: readonly Endpoint[], plans: Plans): RequestHandler {
  let cached: { readonly plansMarkdown: string; readonly file: Promise<PublicFile> } | undefined;
  const buildDocument = () => {
    const bytes = Buffer.from(JSON.stringify(apiDocument(endpoints, { plans })));
    return publicFile(bytes, `W/"${hash('sha256', bytes, 'base64url').slice(0, 16)}"`);
  };
  return async (request, response) => {
    const plansMarkdown = plansTable(plans);
    if (cached?.plansMarkdown !== plansMarkdown) cached = { plansMarkdown, file: buildDocument() };
    const file = await cached.file;
    response
      .setHeader('Cache-Control', 'public, no-cache')
      .setHeader('Content-Type', 'application/json; charset=utf-8');
    sendPublicFile(request, response, file);
  };
}

/** The files of the package that our page asks for. It has others, and answers of its own to some names, which are no business of callers. */
const PACKAGE_FILES: ReadonlySet<string> = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);

function packageFilesOnly(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (PACKAGE_FILES.has(request.path)) handler(request, response, next);
    else next();
  };
}

const setRoute: RequestHandler = (_request, response, next) => {
  contextOf(response).route = REFERENCE_PATH;
  next();
};

/** Our own page about the package's files: the package's page has inline styles. */
function referencePage(): RequestHandler {
  const read = (name: string) => readFileSync(new URL(`../openapi/reference/${name}`, import.meta.url));
  const page = { type: 'text/html', bytes: read('index.html') };
  const files: Readonly<Record<string, { readonly type: string; readonly bytes: Buffer }>> = {
    '/': page,
    '/index.html': page,
    '/reference.js': { type: 'text/javascript', bytes: read('reference.js') },
    '/reference.css': { type: 'text/css', bytes: read('reference.css') },
  };
  return (request, response, next) => {
    const file = Object.hasOwn(files, request.path) ? files[request.path] : undefined;
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-cache').type(file.type).send(file.bytes);
  };
}
