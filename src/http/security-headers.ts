import cors from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

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
export function commonHeaders(origins: readonly string[]): RequestHandler {
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
    else handleCors(request, response, next);
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
