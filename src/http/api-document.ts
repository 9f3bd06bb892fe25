import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Express, RequestHandler } from 'express';
import { cachePerGeneration, type LexiconStore } from '../lexicon/store.ts';
import { readingTableOf } from '../lyrics/character-table.ts';
import { openPlans, type Plans } from '../metering/plans.ts';
import { plansTable } from '../openapi/metering-text.ts';
import { apiDocument } from '../openapi/openapi.ts';
import { DOCUMENT_PATH } from '../openapi/paths.ts';
import type { Endpoint } from '../operations/operation.ts';
import { contextOf, pageSecurityHeaders } from './request-context.ts';
import { type PublicFile, publicFile, sendPublicFile, weakEtag } from './send.ts';

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
