import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Express, Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import { cachePerGeneration, type LexiconStore } from '../lexicon/store.ts';
import { readingTableOf } from '../lyrics/character-table.ts';
import { openPlans, type Plans } from '../metering/plans.ts';
import { plansTable } from '../openapi/metering-text.ts';
import { apiDocument } from '../openapi/openapi.ts';
import { DOCUMENT_PATH } from '../openapi/paths.ts';
import type { Endpoint } from '../operations/operation.ts';
import { Problem } from '../problem.ts';
import { contextOf, pageSecurityHeaders } from './request-context.ts';
import { compress, matchesEtag, negotiateEncoding, weakEtag } from './send.ts';

const REFERENCE_PATH = '/docs';
const OWN_DIRECTORY = new URL('../openapi/reference/', import.meta.url);
const PACKAGE_DIRECTORY = pathToFileURL(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Paths that {@link mountDocument} answers, for hints at what was meant. */
export const DOCUMENT_PATHS: readonly string[] = [DOCUMENT_PATH, REFERENCE_PATH];

/**
 * The API document of these endpoints at /openapi.json, and a page that shows it and tries it out at /docs.
 * @param admit lets in a caller of one of them, which are large
 * @param plans whose limits it tells; read with each request, as operators change them while the service runs
 */
export function mountDocument(
  app: Express,
  admit: RequestHandler,
  endpoints: readonly Endpoint[],
  plans: Plans = openPlans(),
): void {
  app.get(DOCUMENT_PATH, admit, serveDocument(endpoints, plans));
  app.get([REFERENCE_PATH, `${REFERENCE_PATH}/{:file}`], admit, pageSecurityHeaders(), serveReference());
}

/** Bytes that are the same for everybody, with their compressed forms. */
interface PublicFile {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

async function publicFile(plain: Buffer, etag: string): Promise<PublicFile> {
  return { etag, plain, br: await compress(plain, 'br'), gzip: await compress(plain, 'gzip') };
}

/** Sends the file with the Content-Type and Cache-Control set on the response, or a 304 where the caller has it. */
function sendPublicFile(request: Request, response: Response, file: PublicFile): void {
  response.setHeader('ETag', file.etag);
  response.vary('Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  const encoding = negotiateEncoding(request);
  const bytes = encoding ? file[encoding] : file.plain;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

const etagOf = (bytes: Buffer) => `W/"${hash('sha256', bytes, 'base64url').slice(0, 16)}"`;

/** Made and compressed when it is first asked for (a service that nobody reads about starts sooner), and when the plans change. */
function serveDocument(endpoints: readonly Endpoint[], plans: Plans): RequestHandler {
  let cached: { readonly plansMarkdown: string; readonly file: Promise<PublicFile> } | undefined;
  const buildDocument = () => {
    const bytes = Buffer.from(JSON.stringify(apiDocument(endpoints, { plans })));
    return publicFile(bytes, etagOf(bytes));
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

/** Our own page about the package's files: the package's page has inline styles. Each is compressed once, when it is first asked for. */
const REFERENCE_FILES: Readonly<Record<string, readonly [type: string, directory: URL]>> = {
  'index.html': ['text/html', OWN_DIRECTORY],
  'reference.js': ['text/javascript', OWN_DIRECTORY],
  'reference.css': ['text/css', OWN_DIRECTORY],
  'swagger-ui.css': ['text/css', PACKAGE_DIRECTORY],
  'swagger-ui-bundle.js': ['text/javascript', PACKAGE_DIRECTORY],
  'favicon-32x32.png': ['image/png', PACKAGE_DIRECTORY],
};

function serveReference(): RequestHandler {
  const files = new Map<string, Promise<PublicFile>>();
  const open = (name: string, directory: URL) => {
    const bytes = readFileSync(new URL(name, directory));
    return publicFile(bytes, etagOf(bytes));
  };
  return async (request, response, next) => {
    contextOf(response).route = REFERENCE_PATH;
    const { file: name = 'index.html' } = request.params as { file?: string };
    const described = Object.hasOwn(REFERENCE_FILES, name) ? REFERENCE_FILES[name] : undefined;
    if (!described) {
      next();
      return;
    }
    const [type, directory] = described;
    let file = files.get(name);
    if (!file) files.set(name, (file = open(name, directory)));
    response.setHeader('Cache-Control', 'no-cache').type(type);
    sendPublicFile(request, response, await file);
  };
}

/** A file of the page like its scripts: it costs nothing, and is the same for all until the generation changes. */
export const READING_TABLE_PATH = '/readings.txt';

const MAX_AGE_SECONDS = 24 * 60 * 60;

const readingFile = cachePerGeneration(async (lexicon) =>
  publicFile(await readingTableOf(lexicon), weakEtag(lexicon.generation.name, READING_TABLE_PATH)),
);

export function serveReadingTable(store: LexiconStore): RequestHandler {
  return async (request, response) => {
    const { generation, file } = await store.read(async (lexicon) => ({
      generation: lexicon.generation.name,
      file: await readingFile(lexicon),
    }));
    response.setHeader('X-Lexicon-Generation', generation);
    response.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    sendPublicFile(request, response, file);
  };
}

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
