import type { Request, RequestHandler, Response } from 'express';
import type { LexiconStore } from '../lexicon/store.ts';
import { Problem } from '../problem.ts';
import { parseRequest } from './parse-request.ts';
import { parseQueryString } from './query-string.ts';
import { contextOf } from './request-context.ts';

export interface EventOptions {
  readonly store: LexiconStore;
  /** Ends all streams at shutdown; clients reconnect to another instance. */
  readonly shutdownSignal?: AbortSignal | undefined;
  readonly heartbeatMs?: number;
}

/** Shorter than the usual idle timeout of proxies (60 s). */
const HEARTBEAT_INTERVAL_MS = 20_000;
/** Sent as `retry`: the client's delay before it reconnects. */
const CLIENT_RETRY_MS = 5_000;
/** Limits of open streams, because each holds a connection. */
const MAX_STREAMS_PER_CALLER = 20;
const MAX_STREAMS = 2_000;

/**
 * Server-sent events: `generation` with the name of the live generation, once at the start and whenever it changes. The name is the
 * event id too: a client that reconnects with it as Last-Event-ID gets only newer events.
 */
export function events({ store, shutdownSignal, heartbeatMs = HEARTBEAT_INTERVAL_MS }: EventOptions): RequestHandler {
  const streams = streamLimiter();
  return async (request, response) => {
    const { caller, charge } = contextOf(response).admission!;
    parseRequest({}, { path: {}, query: parseQueryString(queryOf(request)) }, { maxLimit: 1 });
    const release = streams.acquire(caller.account);
    response.once('close', release);
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

/** Counts open streams. `acquire` returns the release function, or throws a 429 or 503 when there are too many. */
function streamLimiter(): { acquire(caller: string): () => void } {
  const byCaller = new Map<string, number>();
  let total = 0;
  return {
    acquire(caller) {
      const callerCount = byCaller.get(caller) ?? 0;
      if (callerCount >= MAX_STREAMS_PER_CALLER) {
        const detail = `${MAX_STREAMS_PER_CALLER} streams of events are open already. Close one, and share it between your pages.`;
        throw new Problem('rate_limited', { detail, headers: { 'Retry-After': '60' } });
      }
      if (total >= MAX_STREAMS) throw new Problem('backend_unavailable', { headers: { 'Retry-After': '60' } });
      byCaller.set(caller, callerCount + 1);
      total++;
      return () => {
        total--;
        const remaining = byCaller.get(caller)! - 1;
        if (remaining > 0) byCaller.set(caller, remaining);
        else byCaller.delete(caller);
      };
    },
  };
}
