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
export const securityHeaders: RequestHandler = setConstantHeaders(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/** A page loads nothing but this host's own files and talks to nobody else. Icons may be data URLs. */
export function pageSecurityHeaders(moreSources: Readonly<Record<string, readonly string[]>> = {}): RequestHandler {
  const sources = { scriptSrc: ["'self'"], styleSrc: ["'self'"], connectSrc: ["'self'"], imgSrc: ["'self'", 'data:'] };
  const nowhere = { baseUri: ["'none'"], frameAncestors: ["'none'"], formAction: ["'none'"] };
  const directives = { defaultSrc: ["'none'"], ...sources, ...moreSources, ...nowhere };
  return helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
}

/** @param origins those whose pages may call; `*` stands for all */
export function corsHeaders(origins: readonly string[]): RequestHandler {
  const allowsAll = origins.includes('*');
  const handleCors: RequestHandler = cors({
    origin: allowsAll ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
  if (!allowsAll) return handleCors;
  const setHeaders = setConstantHeaders(handleCors);
  return (request, response, next) => {
    if (request.method === 'OPTIONS') handleCors(request, response, next);
    else setHeaders(request, response, next);
  };
}

/** Sets what `middleware` sets, where that is the same for every request: it is run once, and not at each of them. */
function setConstantHeaders(middleware: RequestHandler): RequestHandler {
  const headers = new Map<string, string>();
  const collector = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  middleware({ method: 'GET', headers: {} } as Request, collector as unknown as Response, () => undefined);
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}
