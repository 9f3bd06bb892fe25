import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { BackendError } from '../lexicon/backend-error.ts';
import { nearestName } from '../nearest-name.ts';
import { invalidRequest, PROBLEMS, Problem, problemDocument } from '../problem.ts';
import { contextOf, type Exchange, responseHeaders } from './request-context.ts';
import { sendJson } from './send.ts';

/** What any thrown thing is to the caller. */
export function toProblem(error: unknown): Problem {
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

/** Answers with a problem document, and logs nothing. */
export function sendProblem({ request, response, context }: Exchange, problem: Problem): void {
  const [instance = ''] = context.url.split('?');
  const document = problemDocument(problem, instance, context.requestId);
  // Handlers that set headers one by one have begun with the standing ones.
  const defaultHeaders = response.hasHeader('X-Request-Id') ? [] : responseHeaders(context);
  for (let index = 0; index < defaultHeaders.length; index += 2)
    response.appendHeader(defaultHeaders[index]!, defaultHeaders[index + 1]!);
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store').setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.statusCode = document.status;
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(document));
}

/** Answers with what was thrown, as a problem document. Faults of ours are logged, with their stack. */
export function errorResponder(logger: Logger): (error: unknown, exchange: Exchange) => void {
  return (error, exchange) => {
    const { response, context } = exchange;
    const problem = toProblem(error);
    if (PROBLEMS[problem.code].status >= 500)
      logger.error({ request_id: context.requestId, route: context.route, err: error }, 'a request failed');
    if (response.headersSent) response.destroy();
    else sendProblem(exchange, problem);
  };
}

/** The last middleware: whatever was thrown becomes a problem document. */
export function errorHandler(sendError: ReturnType<typeof errorResponder>): ErrorRequestHandler {
  return (error, request, response, _next) => sendError(error, { request, response, context: contextOf(response) });
}

/** What no endpoint answers. Names the endpoint that was probably meant. */
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
