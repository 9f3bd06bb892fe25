import type { IncomingMessage, RequestListener } from 'node:http';
import compression from 'compression';
import cors from 'cors';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { LexiconStore } from '../lexicon/store.ts';
import type { Scope } from '../metering/caller.ts';
import { anonymousMeter, type Meter } from '../metering/meter-port.ts';
import type { Plans } from '../metering/plans.ts';
import { creditForCharacter, creditForEachRelation, creditForWord, credits } from '../metering/price.ts';
import { DOCUMENT_PATHS, mountDocument } from '../openapi/mount.ts';
import { callerAccount, callerUsage } from '../operations/account.ts';
import { annotate } from '../operations/annotate.ts';
import { autocomplete } from '../operations/autocomplete.ts';
import { browse } from '../operations/browse.ts';
import { categoryWords } from '../operations/category-words.ts';
import { check } from '../operations/check.ts';
import { feedback } from '../operations/feedback.ts';
import { fixContour } from '../operations/fix-contour.ts';
import { homophones } from '../operations/homophones.ts';
import { type Endpoint, endpoint } from '../operations/operation.ts';
import { antonyms, synonyms } from '../operations/relations.ts';
import { rhymeClose } from '../operations/rhyme-close.ts';
import { search } from '../operations/search.ts';
import { sources } from '../operations/sources.ts';
import { categories, vocabulary } from '../operations/vocabulary.ts';
import { word } from '../operations/word.ts';
import { PROBLEMS, Problem } from '../problem.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { clientIpReader } from './client-ip.ts';
import { serveConsole } from './console.ts';
import { defaultHeaders } from './default-headers.ts';
import { type EndpointHandler, endpointHandler, type Services } from './endpoint-handler.ts';
import { EVENTS_PATH, events } from './events.ts';
import { health, readiness } from './health.ts';
import { jsonBodyReader } from './json-body.ts';
import { requestParser } from './parsed-request.ts';
import {
  errorHandler,
  errorResponder,
  explainProblem,
  methodNotAllowed,
  notFound,
  sendProblem,
} from './problem-response.ts';
import {
  type CompletedRequest,
  contextOf,
  exchangeFactory,
  rejectLongUrl,
  setContextHeaders,
} from './request-context.ts';
import { responseCache } from './response-cache.ts';
import { withTimeout } from './timeout.ts';

const READ_SCOPES: readonly Scope[] = ['lex_read'];

const WORKFLOW_SCOPES: readonly Scope[] = ['lex_workflow'];
/** Not those keys that may do autocomplete and nothing else. */
const ACCOUNT_SCOPES: readonly Scope[] = ['lex_read', 'lex_workflow'];

const oneCredit = credits(1);
const workflowOptions = { group: 'workflow', scopes: WORKFLOW_SCOPES, ...credits(5) } as const;
const noCharge = credits(0);
const cachedPerQuery = { cacheScope: 'query' } as const;

/** Every endpoint of the lexicon: where it is, what it does, which rate counts it, which scopes open it, what a success costs. */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('GET', '/api/lexicon/synonyms', synonyms, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForWord,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/antonyms', antonyms, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForWord,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/word/{text}', word, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForEachRelation,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/browse', browse, {
    group: 'browse',
    scopes: READ_SCOPES,
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/search', search, {
    group: 'search',
    scopes: READ_SCOPES,
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/categories', categories, {
    group: 'other',
    scopes: READ_SCOPES,
    ...oneCredit,
    cacheScope: 'generation',
  }),
  endpoint('GET', '/api/lexicon/category/{name}/words', categoryWords, {
    group: 'other',
    scopes: READ_SCOPES,
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/vocabulary', vocabulary, {
    group: 'other',
    scopes: READ_SCOPES,
    ...oneCredit,
    cacheScope: 'generation',
  }),
  endpoint('GET', '/api/lexicon/homophones/{char}', homophones, {
    group: 'other',
    scopes: READ_SCOPES,
    ...creditForCharacter,
    ...cachedPerQuery,
  }),
  endpoint('GET', '/api/lexicon/autocomplete', autocomplete, {
    group: 'autocomplete',
    scopes: ['lex_ac', 'lex_read'],
    ...oneCredit,
    ...cachedPerQuery,
  }),
  endpoint('POST', '/api/lexicon/annotate', annotate, {
    group: 'annotate',
    scopes: ['lex_read', 'lex_workflow'],
    ...oneCredit,
  }),
  endpoint('POST', '/api/lexicon/workflow/fix-contour', fixContour, workflowOptions),
  endpoint('POST', '/api/lexicon/workflow/check', check, workflowOptions),
  endpoint('GET', '/api/lexicon/workflow/rhyme-close', rhymeClose, { ...workflowOptions, ...cachedPerQuery }),
  endpoint('POST', '/api/lexicon/feedback', feedback, {
    group: 'feedback',
    scopes: ACCOUNT_SCOPES,
    ...noCharge,
    status: 202,
  }),
  endpoint('GET', '/api/lexicon/sources', sources, {
    group: 'other',
    scopes: READ_SCOPES,
    ...noCharge,
    cacheScope: 'generation',
  }),
  endpoint('GET', '/api/account', callerAccount, { group: 'other', scopes: ACCOUNT_SCOPES, ...noCharge }),
  endpoint('GET', '/api/account/usage', callerUsage, { group: 'other', scopes: ACCOUNT_SCOPES, ...noCharge }),
];

const EXPOSED_HEADERS = [
  ...['X-Quota-Remaining', 'X-Quota-Limit', 'X-Quota-Reset', 'X-Quota-Cost', 'RateLimit', 'RateLimit-Policy'],
  ...['Retry-After', 'X-Lexicon-Generation', 'X-Request-Id', 'Link', 'ETag', 'WWW-Authenticate'],
];

/** Largest request body in bytes: 5,000 characters of four bytes, written as JSON escapes, and room for the rest. */
const MAX_BODY_BYTES = 128 * 1024;
const HANDLER_TIMEOUT_MS = 10_000;
/** Most that answers which are kept may take, in bytes. */
const DEFAULT_CACHE_BYTES = 32 * 2 ** 20;
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

export interface AppOptions {
  readonly store: LexiconStore;
  readonly logger: Logger;
  readonly config: {
    /** Origins whose pages may call; `*` stands for all. */
    readonly corsOrigins: readonly string[];
    /** Express's "trust proxy": how many proxies, or which addresses, stand before the service. */
    readonly trustProxy: number | readonly string[];
  };
  readonly meter?: Meter;
  /** Whose limits the API document tells; those that the service is delivered with unless given. */
  readonly plans?: Plans;
  /** Told how each request ended, to count it. */
  readonly onRequestEnd?: (completed: CompletedRequest) => void;
  /** Told whether a cache had what was asked of it. */
  readonly onCacheLookup?: (cache: string, hit: boolean) => void;
  /** Most bytes of answers that are kept; 0 keeps nothing, the meaning of addresses neither. */
  readonly cacheBytes?: number;
  /** Whether the process is going down. */
  readonly isDraining?: () => boolean;
  /** Aborted when the process goes down: streams of events end then. */
  readonly shutdownSignal?: AbortSignal;
  readonly endpoints?: readonly Endpoint[];
  /** Longest time in milliseconds that a handler may take. */
  readonly handlerTimeoutMs?: number;
  /** Lets requests wait and sheds them; without it everything is begun at once, however much it is. */
  readonly admissionQueue?: AdmissionQueue;
  /** Where the built workbench lies; the project's own by default. */
  readonly consoleDirectory?: string;
}

/**
 * The service as a request listener. Rows of the table without a part of their own in the path are found by one look, before
 * Express; everything else is routed by it. Either way the same functions answer.
 */
export function createApp({ store, logger, config, ...options }: AppOptions): RequestListener {
  const { meter = anonymousMeter, isDraining = () => false, endpoints = ENDPOINTS, admissionQueue } = options;
  const { cacheBytes = DEFAULT_CACHE_BYTES, onCacheLookup } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).enable('case sensitive routing');
  app.set('trust proxy', typeof config.trustProxy === 'number' ? config.trustProxy : [...config.trustProxy]);
  const sendError = errorResponder(logger);
  const corsHeaders = corsMiddleware(config.corsOrigins);
  const createExchange = exchangeFactory({
    logger,
    defaultHeaders: defaultHeaders([securityHeaders, corsHeaders], config.corsOrigins),
    generation: liveGeneration(store),
    onRequestEnd: options.onRequestEnd,
  });

  const clientIpOf = clientIpReader(app, config.trustProxy);
  const services: Services = {
    ...{ store, meter, clientIpOf },
    parseRequest: requestParser(cacheBytes > 0),
    readBody: jsonBodyReader(MAX_BODY_BYTES),
    responseCache: responseCache(cacheBytes, (hit) => onCacheLookup?.('answers', hit)),
    withTimeout: withTimeout(options.handlerTimeoutMs ?? HANDLER_TIMEOUT_MS),
  };
  const directRoutes = new Map<string, EndpointHandler>();
  for (const row of endpoints) {
    const handler = endpointHandler(row, services);
    if (row.method === 'GET' && !row.path.includes('{')) directRoutes.set(row.path, handler);
    app[row.method === 'GET' ? 'get' : 'post'](toExpressPath(row.path), expressHandler(handler));
  }

  app.use(setContextHeaders, corsHeaders);
  app.get('/healthz', health);
  app.get('/readyz', readiness(store, isDraining));
  app.use(compression());
  app.get(EVENTS_PATH, events({ store, meter, clientIpOf, shutdownSignal: options.shutdownSignal }));
  app.get('/problems/:code', explainProblem(describeProblem));
  mountDocument(app, endpoints, options.plans);

  const paths = new Set(['/healthz', '/readyz', EVENTS_PATH, ...DOCUMENT_PATHS, ...endpoints.map(({ path }) => path)]);
  for (const path of paths) app.all(toExpressPath(path), methodNotAllowed(methodsOf(path, endpoints)));
  // Last, so that no file can stand before an endpoint.
  app.use(serveConsole(options.consoleDirectory), notFound([...paths]), errorHandler(sendError));

  const hasValidKey = ({ headers: { authorization } }: IncomingMessage) =>
    authorization !== undefined && (meter.wasValid?.(authorization) ?? false);

  return (request, response) => {
    const exchange = createExchange(request, response);
    try {
      rejectLongUrl(exchange.context);
    } catch (error) {
      sendError(error, exchange);
      return;
    }
    const [path = ''] = exchange.context.url.split('?', 1);
    const dispatch = () => {
      // Whoever asked may have gone while it waited.
      if (request.socket.destroyed) return;
      const handler = request.method === 'GET' ? directRoutes.get(path) : undefined;
      if (handler) handler(exchange, NO_PATH_PARAMS).catch((error: unknown) => sendError(error, exchange));
      else app(request, response);
    };
    if (!admissionQueue || HEALTH_PATHS.has(path)) dispatch();
    else
      admissionQueue.enqueue(() => hasValidKey(request), {
        serve: dispatch,
        // Not an error of ours, and not a line in the log for each.
        refuse: () => sendProblem(exchange, OVERLOADED),
      });
  };
}

const NO_PATH_PARAMS = {};
/** Whoever looks after the process must hear that it lives. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Made once: refusing must cost next to nothing. */
const OVERLOADED = new Problem('backend_unavailable', {
  detail: 'The service is asked more than it can answer in time. Try again shortly.',
  headers: { 'Retry-After': '1' },
});

/** A row of the table as Express calls it. */
function expressHandler(handler: EndpointHandler): RequestHandler {
  return (request, response) =>
    handler({ request, response, context: contextOf(response) }, request.params as Record<string, string>);
}

/** `/word/{text}` as the router writes it: `/word/:text`. */
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

/**
 * Answers are data: no page is made of them, and any page may read them. What would be said of a page alone is left to pages: each
 * header costs as much as a look into a cache.
 */
const securityHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  ...{ crossOriginOpenerPolicy: false, originAgentCluster: false, xDnsPrefetchControl: false },
  ...{ xDownloadOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
});

function corsMiddleware(origins: readonly string[]) {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'Last-Event-ID', 'X-Request-Id'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
}

/** Errors too say which generation is live; an answer says the one that it was read from. */
function liveGeneration(store: LexiconStore): () => string | undefined {
  let live: string | undefined;
  const setLive = (generation: string) => {
    live = generation;
  };
  store.onGeneration(setLive);
  store.read(async ({ generation }) => setLive(generation.name)).catch(() => undefined);
  return () => live;
}
