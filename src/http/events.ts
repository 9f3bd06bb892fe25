import type { Request, RequestHandler, Response } from 'express';
import type { LexiconStore } from '../lexicon/store.ts';
import type { Caller } from '../metering/caller.ts';
import { Problem } from '../problem.ts';
import { parseQueryString, parseRequest } from './parse-request.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf } from './request-context.ts';

export interface EventOptions {
  readonly store: LexiconStore;
  /** Ends all streams at shutdown; clients reconnect to another instance. */
  readonly shutdownSignal?: AbortSignal | undefined;
  readonly heartbeatMs?: number;
  readonly maxStreams?: MaxStreams;
}

/** Limits of open streams, because each holds a connection. */
interface MaxStreams {
  readonly perCaller: number;
  readonly total: number;
  /** Of callers without a key. What is left is for those with one. */
  readonly anonymous: number;
}

/** Shorter than the usual idle timeout of proxies (60 s). */
const HEARTBEAT_INTERVAL_MS = 20_000;
/** Sent as `retry`: the client's delay before it reconnects. */
const CLIENT_RETRY_MS = 5_000;
const MAX_STREAMS: MaxStreams = { perCaller: 20, total: 2_000, anonymous: 1_500 };
/** A place may become free at any time. */
const RETRY_AFTER = { 'Retry-After': '60' } as const;

/**
 * Server-sent events: `generation` with the name of the live generation, once at the start and whenever it changes. The name is the
 * event id too: a client that reconnects with it as Last-Event-ID gets only newer events.
 */
export function events({ store, shutdownSignal, ...options }: EventOptions): RequestHandler {
  const { heartbeatMs = HEARTBEAT_INTERVAL_MS, maxStreams = MAX_STREAMS } = options;
  const streams = streamLimiter(maxStreams);
  return async (request, response) => {
    const { caller, charge } = contextOf(response).admission!;
    parseRequest({}, { path: {}, query: parseQueryString(queryOf(request)) }, { maxLimit: 1 });
    const refusal = streams.refusal(caller);
    // Not thrown: that would be logged as an error, for each attempt of each page.
    if (refusal) return sendProblem(request, response, refusal);
    response.once('close', streams.open(caller));
    for (const [name, value] of Object.entries(await charge({ credits: 0 }))) response.setHeader(name, value);
    setStreamHeaders(response);
    if (request.method === 'HEAD') response.end();
    else stream(request, response, { store, shutdownSignal, heartbeatMs });
  };
}

function queryOf({ originalUrl }: Request): string {
  const queryStart = originalUrl.indexOf('?');
  return queryStart < 0 ? '' : originalUrl.slice(queryStart + 1);
}

function setStreamHeaders(response: Response): void {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  // Compression or buffering by a proxy would delay events.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
}

interface StreamOptions {
  readonly store: LexiconStore;
  readonly shutdownSignal: AbortSignal | undefined;
  readonly heartbeatMs: number;
}

function stream(request: Request, response: Response, { store, shutdownSignal, heartbeatMs }: StreamOptions): void {
  let lastSent = request.headers['last-event-id'];
  const sendGeneration = (generation: string) => {
    if (generation === lastSent || response.writableEnded) return;
    lastSent = generation;
    response.write(`event: generation\nid: ${generation}\ndata: ${JSON.stringify({ generation })}\n\n`);
  };
  const endStream = () => response.end();
  response.flushHeaders();
  response.write(`retry: ${CLIENT_RETRY_MS}\n\n`);
  let wasNotified = false;
  const unsubscribe = store.onGeneration((generation) => {
    wasNotified = true;
    sendGeneration(generation);
  });
  // Read after subscribing, so that no change in between is missed.
  store.read(async ({ generation }) => wasNotified || sendGeneration(generation.name)).catch(() => response.end());
  const heartbeatTimer = setInterval(() => response.write(': heartbeat\n\n'), heartbeatMs);
  shutdownSignal?.addEventListener('abort', endStream, { once: true });
  response.once('close', () => {
    clearInterval(heartbeatTimer);
    unsubscribe();
    shutdownSignal?.removeEventListener('abort', endStream);
  });
  if (shutdownSignal?.aborted || response.destroyed) endStream();
}

interface StreamLimiter {
  /** Why the caller may not open one. */
  refusal(caller: Caller): Problem | undefined;
  /** Takes a place; returns what gives it back. */
  open(caller: Caller): () => void;
}

function streamLimiter(max: MaxStreams): StreamLimiter {
  const byAccount = new Map<string, number>();
  let [total, anonymous] = [0, 0];
  return {
    refusal({ account, keyId }) {
      if ((byAccount.get(account) ?? 0) >= max.perCaller) {
        const detail = `${max.perCaller} streams of events are open already. Close one, and share it between your pages.`;
        return new Problem('rate_limited', { detail, headers: RETRY_AFTER });
      }
      const isAnonymous = keyId === undefined;
      if (total < max.total && !(isAnonymous && anonymous >= max.anonymous)) return undefined;
      const which = `All places for streams of events${isAnonymous ? ' without a key' : ''}`;
      const detail = `${which} are taken. Everything else is answered: wait 60 seconds, then try again.`;
      return new Problem('backend_unavailable', { detail, headers: RETRY_AFTER });
    },
    open({ account, keyId }) {
      const count = (change: 1 | -1) => {
        total += change;
        if (keyId === undefined) anonymous += change;
        const open = (byAccount.get(account) ?? 0) + change;
        if (open > 0) byAccount.set(account, open);
        else byAccount.delete(account);
      };
      count(1);
      return () => count(-1);
    },
  };
}
