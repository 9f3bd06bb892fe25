import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Admission } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';

/** What the middlewares know of a request: Express's `response.locals`. */
export interface RequestContext {
  readonly requestId: string;
  /** Path of the endpoint as the table writes it; `-` while none is known. Never what the caller wrote. */
  route: string;
  /** Once the caller is known. */
  admission?: Admission;
}

/** How a request ended. */
export interface CompletedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** Seconds from its head to the end of its response. */
  readonly seconds: number;
}

interface ContextOptions {
  readonly logger: Logger;
  /** The live generation. */
  readonly generation: () => string | undefined;
  readonly onRequestEnd?: ((completed: CompletedRequest) => void) | undefined;
}

export function contextOf(response: ServerResponse): RequestContext {
  return (response as ServerResponse & { locals: RequestContext }).locals;
}

/** A key that was sent here by mistake must not come into the log. */
const SAFE_REQUEST_ID = /^(?!lex_)[\w.:-]{1,64}$/;
const MAX_URL_BYTES = 8192;

/**
 * Gives each request an id (its own `X-Request-Id` when that is safe to log) and writes its line of the access log: no URL, no headers,
 * no body, as those hold what callers write.
 */
export function requestContext({ logger, generation, onRequestEnd }: ContextOptions): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const clientRequestId = request.headers['x-request-id'];
    const requestId =
      typeof clientRequestId === 'string' && SAFE_REQUEST_ID.test(clientRequestId) ? clientRequestId : randomUUID();
    const context = Object.assign(response.locals, { requestId, route: '-' });
    response.setHeader('X-Request-Id', requestId);
    const live = generation();
    if (live !== undefined) response.setHeader('X-Lexicon-Generation', live);
    response.on('close', () => {
      const ms = performance.now() - startedAt;
      const { method } = request;
      const { route } = context;
      const status = response.statusCode;
      const aborted = response.writableFinished ? {} : { aborted: true };
      logger.info({ request_id: requestId, method, route, status, ms: Math.round(ms * 10) / 10, ...aborted });
      onRequestEnd?.({ method, route, status, seconds: ms / 1000 });
    });
    next();
  };
}

export const rejectLongUrl: RequestHandler = ({ originalUrl: { length } }, _response, next) => {
  if (length > MAX_URL_BYTES) {
    const detail = `The address has ${length} bytes; at most ${MAX_URL_BYTES} are taken. Ask for fewer values in one request.`;
    throw new Problem('uri_too_long', { detail });
  }
  next();
};
