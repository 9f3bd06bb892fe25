import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { Problem } from '../problem.ts';

/** What is known of a request while it is answered. */
export interface RequestContext {
  readonly requestId: string;
  /** Path of the endpoint as the table writes it; `-` while none is known. Never what the caller wrote. */
  route: string;
}

export function contextOf(response: Response): RequestContext {
  return response.locals as RequestContext;
}

const ACCEPTABLE_ID = /^[\w.:-]{1,64}$/;
/** Longest address in bytes. */
export const LONGEST_URL = 8192;

/** Gives each request an id (its own `X-Request-Id` when that is harmless), and logs how it ended. */
export function requestContext(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && ACCEPTABLE_ID.test(given) ? given : randomUUID();
    const context: RequestContext = { requestId, route: '-' };
    Object.assign(response.locals, context);
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const ms = Math.round((performance.now() - begun) * 10) / 10;
      const { route } = contextOf(response);
      const ended = response.writableFinished ? {} : { aborted: true };
      // No address, no headers, no body: they hold what callers write, and their keys.
      logger.info({ request_id: requestId, method: request.method, route, status: response.statusCode, ms, ...ended });
    });
    next();
  };
}

/** Refuses an address that is too long to be meant. */
export const boundedAddress: RequestHandler = (request, _response, next) => {
  const bytes = request.url.length;
  if (bytes > LONGEST_URL) {
    const detail = `The address has ${bytes} bytes; at most ${LONGEST_URL} are taken. Ask for fewer values in one request.`;
    throw new Problem('uri_too_long', { detail });
  }
  next();
};
