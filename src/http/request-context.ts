import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import express, { type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Admission, Credentials } from '../metering/meter-port.ts';

/** A handler that ends a request or calls the next one; an Express handler that needs nothing of Express. */
export type Step = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void | Promise<void>;

/** State of a request that the steps share: Express's `response.locals`. */
export interface RequestContext {
  readonly requestId: string;
  /** IP address of the client, behind trusted proxies. */
  readonly clientIp: string;
  /** The values in the path of an endpoint. */
  params: Readonly<Record<string, string>>;
  /** The parsed body, for endpoints that take one. */
  body?: unknown;
  /** Path of the endpoint as the table writes it; `-` while none is known. Never what the caller wrote. */
  route: string;
  /** Credentials as sent, valid or not; set for endpoints whose requests are counted. */
  credentials?: Credentials;
  /** Set once the caller is authenticated. */
  admission?: Admission;
  /** The caller was refused for its rate before: this refusal is counted, but not logged. */
  isRepeatedRefusal?: true;
  /** A health check, every few seconds: neither logged nor counted, as it would thin the share of errors. */
  isProbe?: true;
  /** Milliseconds in the admission queue. */
  waitedMs?: number;
  /** Costly parts of the query: `facets`, `like` or `facets+like`. */
  costly?: string | undefined;
  /** Whether the response was cached; undefined where none is kept. */
  isCached?: boolean | undefined;
  /** The code of the problem document that was sent. */
  problem?: string;
}

export interface CallerName {
  readonly key?: string | undefined;
  readonly caller?: string | undefined;
  readonly plan?: string | undefined;
}

/** How a request ended. */
export interface CompletedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** Seconds from its head to the end of its response. */
  readonly seconds: number;
  readonly costly?: string | undefined;
  readonly isCached?: boolean | undefined;
}

interface ContextOptions {
  readonly logger: Logger;
  readonly trustProxy?: TrustProxy;
  /** The live generation. */
  readonly generation: () => string | undefined;
  readonly onRequestEnd?: ((completed: CompletedRequest) => void) | undefined;
  /**
   * Names the caller in the log: by the id of its key, else by a name that is its own for the day. Never by its address. No closure of the
   * request: V8 keeps such a one, and with it the request, until the next full collection.
   */
  readonly nameCaller?: (context: RequestContext) => CallerName | Promise<CallerName> | undefined;
}

const NO_PARAMS = {};

export function contextOf(response: ServerResponse): RequestContext {
  return (response as ServerResponse & { locals: RequestContext }).locals;
}

const SAFE_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives each request an id (its own `X-Request-Id` when that is safe to log) and writes its line of the access log: who asked, and how much
 * work it was. No URL, no headers, no body, as those hold what callers write; no key and no address.
 */
export function requestContext({ logger, trustProxy = 0, generation, ...options }: ContextOptions): Step {
  const isProxy = proxyTest(trustProxy);
  return (request, response, next) => {
    const startedAt = performance.now();
    const clientRequestId = request.headers['x-request-id'];
    const requestId = isSafeRequestId(clientRequestId) ? clientRequestId : randomUUID();
    const context: RequestContext = {
      requestId,
      clientIp: clientIpOf(request, isProxy),
      params: NO_PARAMS,
      route: '-',
    };
    (response as ServerResponse & { locals: RequestContext }).locals = context;
    response.setHeader('X-Request-Id', requestId);
    const live = generation();
    if (live !== undefined) response.setHeader('X-Lexicon-Generation', live);
    response.on('close', () => {
      const ms = performance.now() - startedAt;
      const { method = '' } = request;
      const { route, costly, isCached } = context;
      const status = response.statusCode;
      if (context.isProbe) return;
      options.onRequestEnd?.({ method, route, status, seconds: ms / 1000, costly, isCached });
      if (context.isRepeatedRefusal || !logger.isLevelEnabled('info')) return;
      const line = {
        request_id: requestId,
        method,
        route,
        status,
        ms: tenths(ms),
        // Undefined is left out of the line.
        aborted: response.writableFinished ? undefined : true,
        generation: response.getHeader('X-Lexicon-Generation'),
        problem: context.problem,
        costly,
        cached: isCached,
        wait: context.waitedMs === undefined || context.waitedMs < 1 ? undefined : tenths(context.waitedMs),
      };
      const log = (name?: CallerName) => logger.info(Object.assign(line, name));
      const name = options.nameCaller?.(context);
      if (name instanceof Promise) name.then(log, () => log());
      else log(name);
    });
    next();
  };
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

/** A key that was sent here by mistake, whatever stands before it, must not come into the log. */
function isSafeRequestId(id: string | string[] | undefined): id is string {
  return typeof id === 'string' && SAFE_REQUEST_ID.test(id) && !id.toLowerCase().includes('lex_');
}

/** `192.0.2.1:4711` or `[2001:db8::1]:4711` or `[2001:db8::1]`. An IPv6 address without brackets has more than one colon. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/** Express's "trust proxy": how many proxies, or which addresses, stand before the service. */
export type TrustProxy = number | readonly string[];

type ProxyTest = (address: string, hop: number) => boolean;

/** Whether an address, so many hops before the service, is that of a trusted proxy: as Express understands it. */
export function proxyTest(trust: TrustProxy): ProxyTest {
  return express()
    .set('trust proxy', typeof trust === 'number' ? trust : [...trust])
    .get('trust proxy fn');
}

/**
 * The nearest address that is no trusted proxy's, else the first of X-Forwarded-For. Some proxies (of Azure, IIS, some settings of AWS)
 * write the port of the client's connection too.
 */
function clientIpOf({ headers, socket }: IncomingMessage, isProxy: ProxyTest): string {
  let address = socket.remoteAddress ?? '';
  const header = headers['x-forwarded-for'];
  if (header === undefined || !isProxy(address, 0)) return address;
  const forwarded = String(header).split(',').map(withoutPort).filter(Boolean);
  for (let hop = 0; hop < forwarded.length && isProxy(address, hop); hop++) address = forwarded.at(-1 - hop)!;
  return address;
}

function withoutPort(entry: string): string {
  const address = entry.trim();
  const [, inBrackets, beforePort] = WITH_PORT.exec(address) ?? [];
  return inBrackets ?? beforePort ?? address;
}

const EXPOSED_HEADERS = [
  ...['X-Quota-Remaining', 'X-Quota-Limit', 'X-Quota-Reset', 'X-Quota-Cost', 'RateLimit', 'RateLimit-Policy'],
  ...['Retry-After', 'X-Lexicon-Generation', 'X-Request-Id', 'Link', 'ETag', 'WWW-Authenticate'],
];
const ALLOWED_HEADERS = [
  ...['Authorization', 'Content-Type', 'If-None-Match', 'X-Request-Id'],
  // What traces of a page add by themselves to each request (W3C Trace Context).
  ...['traceparent', 'tracestate'],
];
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** Responses are data that any page may read: the headers that browsers heed on documents alone are left to the console. */
const setSecurityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** A page loads nothing but this host's own files and talks to nobody else. Icons may be data URLs. */
export function pageSecurityHeaders(moreSources: Readonly<Record<string, readonly string[]>> = {}): RequestHandler {
  const sources = { scriptSrc: ["'self'"], styleSrc: ["'self'"], connectSrc: ["'self'"], imgSrc: ["'self'", 'data:'] };
  const nowhere = { baseUri: ["'none'"], frameAncestors: ["'none'"], formAction: ["'none'"] };
  const directives = { defaultSrc: ["'none'"], ...sources, ...moreSources, ...nowhere };
  return helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
}

/**
 * Security and CORS headers of every response.
 *
 * @param origins those whose pages may call; `*` stands for all
 */
export function commonHeaders(origins: readonly string[]): Step {
  const allowsAll = origins.includes('*');
  const handleCors: RequestHandler = cors({
    origin: allowsAll ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
  const constantHeaders = headersOf(setSecurityHeaders);
  // Of a list of origins, the caller's decides.
  const headersForAll = allowsAll ? headersOf(setSecurityHeaders, handleCors) : constantHeaders;
  return (request, response, next) => {
    const isSameForAll = allowsAll && request.method !== 'OPTIONS';
    response.setHeaders(isSameForAll ? headersForAll : constantHeaders);
    if (isSameForAll) next();
    else handleCors(request as Request, response as Response, next);
  };
}

/** The headers that these middlewares set for every request: they are run once, and not at each of them. */
function headersOf(...middlewares: readonly RequestHandler[]): Map<string, string> {
  const headers = new Map<string, string>();
  const collector = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  for (const middleware of middlewares)
    middleware({ method: 'GET', headers: {} } as Request, collector as unknown as Response, () => undefined);
  return headers;
}
