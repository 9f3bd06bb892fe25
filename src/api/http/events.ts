import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { LexiconStore } from '../../lexicon/store.ts';
import type { Scope } from '../caller.ts';
import type { Meter } from '../meter.ts';
import { parseRequest } from '../parse-request.ts';
import { Problem } from '../problem.ts';
import { decodeQuery } from './query-string.ts';
import { contextOf } from './request-context.ts';

export const EVENTS_PATH = '/api/lexicon/events';

/** Any but the one that is for autocomplete and nothing else. */
export const EVENT_SCOPES: readonly Scope[] = ['lex_read', 'lex_workflow'];

export interface EventOptions {
  readonly store: LexiconStore;
  readonly meter: Meter;
  /** Where a request comes from, trusted proxies taken off. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Ends all streams, so that the process can go down; clients come again and reach another instance. */
  readonly goingDown?: AbortSignal | undefined;
  /** Milliseconds between two signs of life. */
  readonly heartbeat?: number;
}

/** Shorter than the silence after which proxies usually cut a connection (60 s). */
const HEARTBEAT = 20_000;
/** What a client waits before it comes again, in milliseconds. */
const RETRY = 5_000;
/** Open streams of one caller, and of all together: each holds a connection. */
const MOST_OF_CALLER = 20;
const MOST = 2_000;

/**
 * Server-sent events: `generation`, with the name of the generation that is live, once at the start and whenever it changes. The
 * name is the event's id too: who comes back with it as Last-Event-ID is told only what is new.
 */
export function events({ store, meter, addressOf, goingDown, heartbeat = HEARTBEAT }: EventOptions): RequestHandler {
  const open = openStreams();
  return async (request, response) => {
    contextOf(response).route = EVENTS_PATH;
    const admission = await meter.admit({
      ...{ endpoint: EVENTS_PATH, group: 'other', scopes: EVENT_SCOPES },
      authorization: request.headers.authorization,
      origin: request.headers.origin,
      address: addressOf(request),
    });
    try {
      setHeaders(response, admission.headers);
      parseRequest({}, { path: {}, query: decodeQuery(queryOf(request)) }, { maxLimit: 1 });
      const release = open.take(admission.caller.account);
      response.once('close', release);
      setHeaders(response, await admission.charge({ credits: 0 }));
      begin(response);
      if (request.method === 'HEAD') response.end();
      else stream(request, response, { store, goingDown, heartbeat });
    } catch (error) {
      admission.failed?.();
      throw error;
    }
  };
}

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function queryOf({ originalUrl }: Request): string {
  const at = originalUrl.indexOf('?');
  return at < 0 ? '' : originalUrl.slice(at + 1);
}

function begin(response: Response): void {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  // A transformed stream (compressed, gathered by a proxy) would arrive late or never.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
}

interface StreamOptions {
  readonly store: LexiconStore;
  readonly goingDown: AbortSignal | undefined;
  readonly heartbeat: number;
}

function stream(request: Request, response: Response, { store, goingDown, heartbeat }: StreamOptions): void {
  let told = request.headers['last-event-id'];
  const tell = (generation: string) => {
    if (generation === told || response.writableEnded) return;
    told = generation;
    response.write(`event: generation\nid: ${generation}\ndata: ${JSON.stringify({ generation })}\n\n`);
  };
  const end = () => response.end();
  response.flushHeaders();
  response.write(`retry: ${RETRY}\n\n`);
  let heard = false;
  const unsubscribe = store.onGeneration((generation) => {
    heard = true;
    tell(generation);
  });
  // Asked only now, so that no change falls between the answer and the first event that is heard of.
  store.read(async ({ generation }) => heard || tell(generation.name)).catch(() => response.end());
  const beat = setInterval(() => response.write(': heartbeat\n\n'), heartbeat);
  goingDown?.addEventListener('abort', end, { once: true });
  response.once('close', () => {
    clearInterval(beat);
    unsubscribe();
    goingDown?.removeEventListener('abort', end);
  });
  if (goingDown?.aborted || response.destroyed) end();
}

/** Counts open streams. `take` answers how to give one back, or throws when there are too many. */
function openStreams(): { take(caller: string): () => void } {
  const byCaller = new Map<string, number>();
  let all = 0;
  return {
    take(caller) {
      const own = byCaller.get(caller) ?? 0;
      if (own >= MOST_OF_CALLER) {
        const detail = `${MOST_OF_CALLER} streams of events are open already. Close one, and share it between your pages.`;
        throw new Problem('rate_limited', { detail, headers: { 'Retry-After': '60' } });
      }
      if (all >= MOST) throw new Problem('backend_unavailable', { headers: { 'Retry-After': '60' } });
      byCaller.set(caller, own + 1);
      all++;
      return () => {
        all--;
        const left = byCaller.get(caller)! - 1;
        if (left > 0) byCaller.set(caller, left);
        else byCaller.delete(caller);
      };
    },
  };
}
