import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Problem } from '../problem.ts';
import { accessLog } from '../telemetry/access-log.ts';

/** What is known of a request while it is answered. */
export interface RequestContext {
  readonly requestId: string;
  /** The address as it came, path and query. */
  readonly url: string;
  /** Path of the endpoint as the table writes it; `-` while none is known. Never what the caller wrote. */
  route: string;
  /** Sent with whatever answers: names and values in turn, as `writeHead` takes them. The generation is not among them. */
  readonly headers: string[];
  /** The generation that is live, then the one that was read from; undefined while none is known. */
  generation: string | undefined;
}

/** A request on its way to an answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: RequestContext;
}

/** How a request ended. */
export interface CompletedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** Seconds from its head to the end of its answer. */
  readonly seconds: number;
}

export interface ExchangeOptions {
  readonly logger: Logger;
  /** Headers that every answer has, for a request with this Origin; names and values in turn. */
  readonly defaultHeaders?: (origin: string | undefined) => readonly string[];
  /** The generation that is live. */
  readonly generation?: () => string | undefined;
  /** Told how each request ended. */
  readonly onRequestEnd?: ((completed: CompletedRequest) => void) | undefined;
}

type WithLocals = ServerResponse & { locals: RequestContext };

/** Express keeps what it finds there, so that its handlers see the same context. */
export function contextOf(response: ServerResponse): RequestContext {
  return (response as WithLocals).locals;
}

/** Harmless in a log: a key that was put here by mistake is not. */
const SAFE_REQUEST_ID = /^(?!lex_)[\w.:-]{1,64}$/;
/** Longest address in bytes. */
export const MAX_URL_BYTES = 8192;

/** Gives each request an id (its own `X-Request-Id` when that is harmless), and logs and tells how it ended. */
export function exchangeFactory({ logger, defaultHeaders = () => [], generation, onRequestEnd }: ExchangeOptions) {
  const logRequest = accessLog(logger);
  return (request: IncomingMessage, response: ServerResponse): Exchange => {
    const startedAt = performance.now();
    const clientRequestId = request.headers['x-request-id'];
    const requestId =
      typeof clientRequestId === 'string' && SAFE_REQUEST_ID.test(clientRequestId) ? clientRequestId : randomUUID();
    const context: RequestContext = {
      requestId,
      url: request.url ?? '/',
      route: '-',
      headers: ['X-Request-Id', requestId, ...defaultHeaders(request.headers.origin)],
      generation: generation?.(),
    };
    (response as WithLocals).locals = context;
    response.on('close', () => {
      const ms = performance.now() - startedAt;
      const { route } = context;
      const { method = '' } = request;
      const status = response.statusCode;
      logRequest({
        requestId,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        aborted: !response.writableFinished,
      });
      onRequestEnd?.({ method, route, status, seconds: ms / 1000 });
    });
    return { request, response, context };
  };
}

/** All that goes with an answer of this request, names and values in turn. */
export function responseHeaders({ headers, generation }: RequestContext): string[] {
  return generation === undefined ? headers : [...headers, 'X-Lexicon-Generation', generation];
}

/** Sets what goes with every answer, for handlers that set headers one by one. */
export const setContextHeaders: RequestHandler = (_request, response, next) => {
  const headers = responseHeaders(contextOf(response));
  for (let index = 0; index < headers.length; index += 2) response.appendHeader(headers[index]!, headers[index + 1]!);
  next();
};

/** Refuses an address that is too long to be meant. */
export function rejectLongUrl({ url }: RequestContext): void {
  if (url.length <= MAX_URL_BYTES) return;
  const detail = `The address has ${url.length} bytes; at most ${MAX_URL_BYTES} are taken. Ask for fewer values in one request.`;
  throw new Problem('uri_too_long', { detail });
}
