import type { IncomingMessage, RequestListener } from 'node:http';
import compression from 'compression';
import express from 'express';
import type { Logger } from 'pino';
import { ENDPOINTS } from '../endpoints.ts';
import type { LexiconStore } from '../lexicon/store.ts';
import { anonymousMeter, type Meter } from '../metering/meter-port.ts';
import type { Plans } from '../metering/plans.ts';
import { DOCUMENT_PATH } from '../openapi/paths.ts';
import type { Endpoint } from '../operations/operation.ts';
import { PROBLEMS } from '../problem.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { admissionControl, admittance, callerNamer } from './admit.ts';
import { endpointHandler, type Services } from './endpoint-handler.ts';
import { jsonBody } from './json-body.ts';
import { rejectMalformed } from './malformed.ts';
import { health, readiness } from './operator-listener.ts';
import { DOCUMENT_PATHS, mountDocument, READING_TABLE_PATH, serveConsole, serveReadingTable } from './pages.ts';
import { requestParser } from './parse-request.ts';
import { errorHandler, explainProblem, methodNotAllowed, notFound } from './problem-response.ts';
import {
  type CompletedRequest,
  commonHeaders,
  contextOf,
  requestContext,
  type Step,
  type TrustProxy,
} from './request-context.ts';
import { responseCache } from './send.ts';

/** Largest request body in bytes: 5,000 characters of four bytes, written as JSON escapes, and room for the rest. */
const MAX_BODY_BYTES = 128 * 1024;
const HANDLER_TIMEOUT_MS = 10_000;
const DEFAULT_CACHE_BYTES = 16 * 2 ** 20;

export interface AppOptions {
  readonly store: LexiconStore;
  readonly logger: Logger;
  readonly config: {
    /** Origins whose pages may call; `*` stands for all. */
    readonly corsOrigins: readonly string[];
    readonly trustProxy: TrustProxy;
  };
  readonly meter?: Meter;
  /** Whose limits the OpenAPI document tells; the shipped ones unless given. */
  readonly plans?: Plans;
  /** Called at the end of each request, for the metrics. */
  readonly onRequestEnd?: (completed: CompletedRequest) => void;
  /** Called with whether a cache had what was looked up. */
  readonly onCacheLookup?: (cache: string, hit: boolean) => void;
  /** Bounds the response cache; 0 turns it and the cache of parsed requests off. */
  readonly cacheBytes?: number;
  /** Whether the process is shutting down. */
  readonly isDraining?: () => boolean;
  readonly endpoints?: readonly Endpoint[];
  readonly handlerTimeoutMs?: number;
  /** Queues requests and sheds load; without it every request is handled at once. */
  readonly admissionQueue?: AdmissionQueue;
  /** Where the built console lies; the project's own by default. */
  readonly consoleDirectory?: string;
}

/** The service. Every request goes through these steps, in this order; who asks for no endpoint is answered by Express. */
export function createApp({ store, logger, config, ...options }: AppOptions): RequestListener {
  const { meter = anonymousMeter, isDraining = () => false, endpoints = ENDPOINTS, admissionQueue } = options;
  const { cacheBytes = DEFAULT_CACHE_BYTES, onCacheLookup, onRequestEnd } = options;
  const { trustProxy, corsOrigins } = config;
  const fail = errorHandler(logger);
  const services: Services = {
    store,
    meter,
    parseRequest: requestParser(cacheBytes > 0),
    responseCache: responseCache(cacheBytes, (hit) => onCacheLookup?.('answers', hit)),
    handlerTimeoutMs: options.handlerTimeoutMs ?? HANDLER_TIMEOUT_MS,
  };
  const waitForTurn = admissionQueue ? admissionControl(admissionQueue) : serveAtOnce;
  const admit = admittance(meter, waitForTurn);
  const findEndpoint = endpointFinder(endpoints, (row) => {
    const steps = [admit(row), ...(row.request.body ? [jsonBody(MAX_BODY_BYTES)] : []), endpointHandler(row, services)];
    return inTurn(steps, fail);
  });

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).enable('case sensitive routing');
  app.get('/healthz', health);
  app.get('/readyz', readiness(store, isDraining));
  app.get(READING_TABLE_PATH, admit({ path: READING_TABLE_PATH, group: 'other' }), serveReadingTable(store));
  app.use(compression());
  mountDocument(app, admit({ path: DOCUMENT_PATH, group: 'other' }), endpoints, options.plans);
  app.use(waitForTurn);
  app.get('/problems/:code', explainProblem(describeProblem));
  const paths = new Set([
    '/healthz',
    '/readyz',
    READING_TABLE_PATH,
    ...DOCUMENT_PATHS,
    ...endpoints.map(({ path }) => path),
  ]);
  for (const path of paths) app.all(toExpressPath(path), methodNotAllowed(methodsOf(path, endpoints)));
  // Last, so that no file can shadow an endpoint.
  app.use(serveConsole(options.consoleDirectory), notFound([...paths]), fail);

  const answer: Step = (request, response) => {
    const found = findEndpoint(request);
    if (!found) return (app as RequestListener)(request, response);
    contextOf(response).params = found.params;
    found.serve(request, response);
  };
  const begin = requestContext({
    logger,
    trustProxy,
    generation: liveGeneration(store),
    onRequestEnd,
    nameCaller: callerNamer(meter),
  });
  return inTurn([begin, commonHeaders(corsOrigins), rejectMalformed, answer], fail);
}

const serveAtOnce: Step = (_request, _response, next) => next();

/** Runs the steps one after another. An error that one of them throws, passes on or rejects with ends in `fail`. */
function inTurn(steps: readonly Step[], fail: ReturnType<typeof errorHandler>): RequestListener {
  return (request, response) => {
    const failed = (error: unknown) => fail(error, request, response);
    const run = (index: number) => {
      try {
        const pending = steps[index]!(request, response, (error) => (error ? failed(error) : run(index + 1)));
        if (pending) pending.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
    run(0);
  };
}

interface FoundEndpoint {
  /** The values in its path. */
  readonly params: Readonly<Record<string, string>>;
  readonly serve: RequestListener;
}

/** Finds what serves a request by its path, with a slash at its end or without. Throws a URIError where a value in it cannot be decoded. */
function endpointFinder(endpoints: readonly Endpoint[], serverOf: (row: Endpoint) => RequestListener) {
  const byPath = new Map<string, RequestListener>();
  const withValues: { readonly template: readonly string[]; readonly serve: RequestListener }[] = [];
  for (const row of endpoints) {
    const [asked, serve] = [`${row.method} ${row.path}`, serverOf(row)];
    if (asked.includes('{')) withValues.push({ template: asked.split('/'), serve });
    else byPath.set(asked, serve);
  }
  return ({ method, url = '' }: IncomingMessage): FoundEndpoint | undefined => {
    const path = url.startsWith('/') ? /^[^?#]*/.exec(url)![0] : URL.canParse(url) ? new URL(url).pathname : '';
    const asked = `${method === 'HEAD' ? 'GET' : method} ${path.endsWith('/') ? path.slice(0, -1) : path}`;
    const serve = byPath.get(asked);
    if (serve) return { params: NO_VALUES, serve };
    const parts = asked.split('/');
    for (const { template, serve } of withValues) {
      const params = valuesIn(template, parts);
      if (params) return { params, serve };
    }
    return undefined;
  };
}

const NO_VALUES = {};

/** The values where the template has names, `{text}`; undefined where the rest differs. */
function valuesIn(template: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined;
  const isAlike = template.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]));
  if (!isAlike) return undefined;
  const named = template.flatMap((part, at) =>
    part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(parts[at]!)]] : [],
  );
  return Object.fromEntries(named);
}

/** `/word/{text}` as Express writes it: `/word/:text`. */
function toExpressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function methodsOf(path: string, endpoints: readonly Endpoint[]): string[] {
  const methods = endpoints.filter((row) => row.path === path).map(({ method }) => method);
  const all = methods.length > 0 ? methods : ['GET'];
  return [...all.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
}

function describeProblem(code: string): unknown {
  return Object.hasOwn(PROBLEMS, code) ? { code, ...PROBLEMS[code as keyof typeof PROBLEMS] } : undefined;
}

/** Errors name the live generation too; a success names the one that it was read from. */
function liveGeneration(store: LexiconStore): () => string | undefined {
  let live: string | undefined;
  const update = (generation: string) => {
    live = generation;
  };
  store.onGeneration(update);
  store.read(async ({ generation }) => update(generation.name)).catch(() => undefined);
  return () => live;
}
