import type { IncomingMessage, RequestListener } from 'node:http';
import compression from 'compression';
import cors from 'cors';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { ownAccount, ownUsage } from './api/account.ts';
import { annotate } from './api/annotate.ts';
import { autocomplete } from './api/autocomplete.ts';
import { browse } from './api/browse.ts';
import type { Scope } from './api/caller.ts';
import { categoryWords } from './api/category-words.ts';
import { check } from './api/check.ts';
import { DOCUMENT_PATHS, mountDocument } from './api/document/mount.ts';
import { type Endpoint, endpoint } from './api/endpoint.ts';
import { feedback } from './api/feedback.ts';
import { fixContour } from './api/fix-contour.ts';
import { homophones } from './api/homophones.ts';
import { answerCache } from './api/http/answers.ts';
import { addressReader } from './api/http/caller-address.ts';
import { withDeadline } from './api/http/deadline.ts';
import { EVENTS_PATH, events } from './api/http/events.ts';
import { health, readiness } from './api/http/health.ts';
import { jsonBodyReader } from './api/http/json-body.ts';
import type { Overload } from './api/http/overload.ts';
import { addressParser } from './api/http/parsed-address.ts';
import {
  explainProblem,
  methodNotAllowed,
  notFound,
  problemHandler,
  problemSender,
  sendProblem,
} from './api/http/problem-response.ts';
import { boundAddress, contextOf, type Ended, requestOpener, setContextHeaders } from './api/http/request-context.ts';
import { type ServeEndpoint, type Services, serve } from './api/http/serve.ts';
import { standingHeaders } from './api/http/standing-headers.ts';
import { workbench } from './api/http/static.ts';
import { anonymousMeter, type Meter } from './api/meter.ts';
import { creditForCharacter, creditForEachRelation, creditForWord, credits } from './api/price.ts';
import { PROBLEMS, Problem } from './api/problem.ts';
import { antonyms, synonyms } from './api/relations.ts';
import { rhymeClose } from './api/rhyme-close.ts';
import { search } from './api/search.ts';
import { sources } from './api/sources.ts';
import { categories, vocabulary } from './api/vocabulary.ts';
import { word } from './api/word.ts';
import type { LexiconStore } from './lexicon/store.ts';
import type { PlanBook } from './metering/plans.ts';

const READ: readonly Scope[] = ['lex_read'];

const WORK: readonly Scope[] = ['lex_workflow'];
/** Not those keys that may do autocomplete and nothing else. */
const ACCOUNT: readonly Scope[] = ['lex_read', 'lex_workflow'];

const credit = credits(1);
const workflow = { group: 'workflow', scopes: WORK, ...credits(5) } as const;
const free = credits(0);
const lasting = { lasting: 'query' } as const;

/** Every endpoint of the lexicon: where it is, what it does, which rate counts it, which scopes open it, what a success costs. */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('GET', '/api/lexicon/synonyms', synonyms, { group: 'other', scopes: READ, ...creditForWord, ...lasting }),
  endpoint('GET', '/api/lexicon/antonyms', antonyms, { group: 'other', scopes: READ, ...creditForWord, ...lasting }),
  endpoint('GET', '/api/lexicon/word/{text}', word, {
    group: 'other',
    scopes: READ,
    ...creditForEachRelation,
    ...lasting,
  }),
  endpoint('GET', '/api/lexicon/browse', browse, { group: 'browse', scopes: READ, ...credit, ...lasting }),
  endpoint('GET', '/api/lexicon/search', search, { group: 'search', scopes: READ, ...credit, ...lasting }),
  endpoint('GET', '/api/lexicon/categories', categories, {
    group: 'other',
    scopes: READ,
    ...credit,
    lasting: 'generation',
  }),
  endpoint('GET', '/api/lexicon/category/{name}/words', categoryWords, {
    group: 'other',
    scopes: READ,
    ...credit,
    ...lasting,
  }),
  endpoint('GET', '/api/lexicon/vocabulary', vocabulary, {
    group: 'other',
    scopes: READ,
    ...credit,
    lasting: 'generation',
  }),
  endpoint('GET', '/api/lexicon/homophones/{char}', homophones, {
    group: 'other',
    scopes: READ,
    ...creditForCharacter,
    ...lasting,
  }),
  endpoint('GET', '/api/lexicon/autocomplete', autocomplete, {
    group: 'autocomplete',
    scopes: ['lex_ac', 'lex_read'],
    ...credit,
    ...lasting,
  }),
  endpoint('POST', '/api/lexicon/annotate', annotate, {
    group: 'annotate',
    scopes: ['lex_read', 'lex_workflow'],
    ...credit,
  }),
  endpoint('POST', '/api/lexicon/workflow/fix-contour', fixContour, workflow),
  endpoint('POST', '/api/lexicon/workflow/check', check, workflow),
  endpoint('GET', '/api/lexicon/workflow/rhyme-close', rhymeClose, { ...workflow, ...lasting }),
  endpoint('POST', '/api/lexicon/feedback', feedback, { group: 'feedback', scopes: ACCOUNT, ...free, status: 202 }),
  endpoint('GET', '/api/lexicon/sources', sources, { group: 'other', scopes: READ, ...free, lasting: 'generation' }),
  endpoint('GET', '/api/account', ownAccount, { group: 'other', scopes: ACCOUNT, ...free }),
  endpoint('GET', '/api/account/usage', ownUsage, { group: 'other', scopes: ACCOUNT, ...free }),
];

const EXPOSED_HEADERS = [
  ...['X-Quota-Remaining', 'X-Quota-Limit', 'X-Quota-Reset', 'X-Quota-Cost', 'RateLimit', 'RateLimit-Policy'],
  ...['Retry-After', 'X-Lexicon-Generation', 'X-Request-Id', 'Link', 'ETag', 'WWW-Authenticate'],
];

/** Largest request body in bytes: 5,000 characters of four bytes, written as JSON escapes, and room for the rest. */
const BODY_LIMIT = 128 * 1024;
const HANDLER_DEADLINE = 10_000;
/** Most that answers which are kept may take, in bytes. */
const CACHE_BYTES = 32 * 2 ** 20;
const PREFLIGHT_SECONDS = 86_400;

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
  readonly plans?: PlanBook;
  /** Told how each request ended, to count it. */
  readonly observe?: (ended: Ended) => void;
  /** Told whether a cache had what was asked of it. */
  readonly cacheAsked?: (cache: string, hit: boolean) => void;
  /** Most bytes of answers that are kept; 0 keeps nothing, the meaning of addresses neither. */
  readonly cacheBytes?: number;
  /** Whether the process is going down. */
  readonly isDraining?: () => boolean;
  /** Aborted when the process goes down: streams of events end then. */
  readonly goingDown?: AbortSignal;
  readonly endpoints?: readonly Endpoint[];
  /** Longest time in milliseconds that a handler may take. */
  readonly deadline?: number;
  /** Lets requests wait and sheds them; without it everything is begun at once, however much it is. */
  readonly overload?: Overload;
  /** Where the built workbench lies; the project's own by default. */
  readonly consoleDirectory?: string;
}

/**
 * The service as a request listener. Rows of the table without a part of their own in the path are found by one look, before
 * Express; everything else is routed by it. Either way the same functions answer.
 */
export function createApp({ store, logger, config, ...options }: AppOptions): RequestListener {
  const { meter = anonymousMeter, isDraining = () => false, endpoints = ENDPOINTS, overload } = options;
  const { cacheBytes = CACHE_BYTES, cacheAsked } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).enable('case sensitive routing');
  app.set('trust proxy', typeof config.trustProxy === 'number' ? config.trustProxy : [...config.trustProxy]);
  const sendError = problemSender(logger);
  const crossOrigin = crossOriginHeaders(config.corsOrigins);
  const open = requestOpener({
    logger,
    standingHeaders: standingHeaders([securityHeaders, crossOrigin], config.corsOrigins),
    generation: liveGeneration(store),
    observe: options.observe,
  });

  const addressOf = addressReader(app, config.trustProxy);
  const services: Services = {
    ...{ store, meter, addressOf },
    readAddress: addressParser(cacheBytes > 0),
    readBody: jsonBodyReader(BODY_LIMIT),
    answers: answerCache(cacheBytes, (hit) => cacheAsked?.('answers', hit)),
    inTime: withDeadline(options.deadline ?? HANDLER_DEADLINE),
  };
  const direct = new Map<string, ServeEndpoint>();
  for (const row of endpoints) {
    const answer = serve(row, services);
    if (row.method === 'GET' && !row.path.includes('{')) direct.set(row.path, answer);
    app[row.method === 'GET' ? 'get' : 'post'](routerPath(row.path), routed(answer));
  }

  app.use(setContextHeaders, crossOrigin);
  app.get('/healthz', health);
  app.get('/readyz', readiness(store, isDraining));
  app.use(compression());
  app.get(EVENTS_PATH, events({ store, meter, addressOf, goingDown: options.goingDown }));
  app.get('/problems/:code', explainProblem(describeProblem));
  mountDocument(app, endpoints, options.plans);

  const paths = new Set(['/healthz', '/readyz', EVENTS_PATH, ...DOCUMENT_PATHS, ...endpoints.map(({ path }) => path)]);
  for (const path of paths) app.all(routerPath(path), methodNotAllowed(methodsOf(path, endpoints)));
  // Last, so that no file can stand before an endpoint.
  app.use(workbench(options.consoleDirectory), notFound([...paths]), problemHandler(sendError));

  const hasValidKey = ({ headers: { authorization } }: IncomingMessage) =>
    authorization !== undefined && (meter.wasValid?.(authorization) ?? false);

  return (request, response) => {
    const exchange = open(request, response);
    try {
      boundAddress(exchange.context);
    } catch (error) {
      sendError(error, exchange);
      return;
    }
    const [path = ''] = exchange.context.url.split('?', 1);
    const serveIt = () => {
      // Whoever asked may have gone while it waited.
      if (request.socket.destroyed) return;
      const answer = request.method === 'GET' ? direct.get(path) : undefined;
      if (answer) answer(exchange, NO_PARTS).catch((error: unknown) => sendError(error, exchange));
      else app(request, response);
    };
    if (!overload || HEALTH_PATHS.has(path)) serveIt();
    else
      overload.take(() => hasValidKey(request), {
        serve: serveIt,
        // Not an error of ours, and not a line in the log for each.
        refuse: () => sendProblem(exchange, BUSY),
      });
  };
}

const NO_PARTS = {};
/** Whoever looks after the process must hear that it lives. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Made once: refusing must cost next to nothing. */
const BUSY = new Problem('backend_unavailable', {
  detail: 'The service is asked more than it can answer in time. Try again shortly.',
  headers: { 'Retry-After': '1' },
});

/** A row of the table as Express calls it. */
function routed(answer: ServeEndpoint): RequestHandler {
  return (request, response) =>
    answer({ request, response, context: contextOf(response) }, request.params as Record<string, string>);
}

/** `/word/{text}` as the router writes it: `/word/:text`. */
function routerPath(path: string): string {
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

function crossOriginHeaders(origins: readonly string[]) {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'Last-Event-ID', 'X-Request-Id'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** Errors too say which generation is live; an answer says the one that it was read from. */
function liveGeneration(store: LexiconStore): () => string | undefined {
  let live: string | undefined;
  const learn = (generation: string) => {
    live = generation;
  };
  store.onGeneration(learn);
  store.read(async ({ generation }) => learn(generation.name)).catch(() => undefined);
  return () => live;
}
