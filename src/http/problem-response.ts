import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { BackendError } from '../lexicon/store.ts';
import { invalidRequest, nearestName, Problem, problemDocument } from '../problem.ts';
import { contextOf } from './request-context.ts';
import { sendJson } from './send.ts';

/** The problem that a caller is told of. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof BackendError) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    return error.kind === 'timeout'
      ? new Problem('backend_timeout', { headers })
      : new Problem('backend_unavailable', { headers });
  }
  // The router's answer to a path that cannot be decoded.
  if (error instanceof URIError) {
    const message = 'the path is not percent-encoded UTF-8; encode its parts with encodeURIComponent or the like';
    return invalidRequest([{ in: 'path', name: '', message }]);
  }
  return new Problem('internal');
}

/** Refusals for rate on one connection, after which it is closed: its client does not heed them. */
const MAX_REFUSALS = 20;
const refusalsOn = new WeakMap<object, number>();

function closesConnection({ socket }: IncomingMessage): boolean {
  const refusals = (refusalsOn.get(socket) ?? 0) + 1;
  refusalsOn.set(socket, refusals);
  return refusals >= MAX_REFUSALS;
}

/** Sends a problem document, and logs nothing. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  if (problem.code === 'rate_limited' && closesConnection(request)) response.setHeader('Connection', 'close');
  const [instance = ''] = request.url!.split('?');
  const context = contextOf(response);
  context.problem = problem.code;
  const document = problemDocument(problem, instance, context.requestId);
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store').setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.statusCode = document.status;
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(document));
}

/**
 * The last middleware: whatever was thrown becomes a problem document. Faults of the service are logged with their stack, failures of an
 * engine with their reason, unless they are counted where they come from.
 */
export function errorHandler(logger: Logger) {
  // Express knows by its four parameters that it takes errors.
  return (error: unknown, request: IncomingMessage, response: ServerResponse, _next?: unknown): void => {
    const { requestId, route, admission } = contextOf(response);
    admission?.recordFailure?.();
    const problem = toProblem(error);
    if (problem.code === 'internal') logger.error({ request_id: requestId, route, err: error }, 'a request failed');
    else if (error instanceof BackendError && !error.isCounted)
      logger.warn({ request_id: requestId, route, reason: error.message }, 'an engine failed a request');
    if (response.headersSent) response.destroy();
    else sendProblem(request, response, problem);
  };
}

/** The 404 of a path without an endpoint. Names the endpoint that was probably meant. */
export function notFound(paths: readonly string[]): RequestHandler {
  return (request) => {
    const nearest = nearestName(request.path, paths);
    throw nearest ? new Problem('not_found', { detail: `Did you mean ${nearest}?` }) : new Problem('not_found');
  };
}

export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  return () => {
    throw new Problem('method_not_allowed', { detail: `Use ${allow}.`, headers: { Allow: allow } });
  };
}

/** Explains the `type` of a problem to whoever follows it. */
export function explainProblem(describe: (code: string) => unknown): RequestHandler {
  return (request, response) => {
    contextOf(response).route = '/problems/{code}';
    const description = describe(String(request.params.code));
    if (description === undefined) throw new Problem('not_found');
    sendJson(request, response, description);
  };
}
