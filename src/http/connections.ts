import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import express from 'express';
import { ipAccount } from '../metering/caller.ts';

/** What the process needs besides: files, the engine, the metering store, the listener of health and metrics. */
const RESERVED_DESCRIPTORS = 256;
/** An idle one takes 10 kB: all of them 100 MB. */
const MAX_CONNECTIONS = 10_000;
/** No address holds more than one in so many. */
const ADDRESS_SHARE = 10;
/** Where the limit cannot be read. */
const USUAL_DESCRIPTOR_LIMIT = 1_024;
const WARNING_INTERVAL_MS = 60_000;

/** A response of which nothing more goes out for so long is closed. */
export const STALLED_RESPONSE_MS = 10_000;
/** Of responses that wait to be read, beyond what the system takes: more than twenty of the largest, and five of one address. */
const MAX_UNREAD = { total: 64 * 2 ** 20, perAddress: 12 * 2 ** 20 } as const;

export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** In bytes. */
  readonly unread?: Readonly<Record<'total' | 'perAddress', number>>;
}

/** @param descriptorLimit how many descriptors the process may have */
export function connectionLimits(descriptorLimit: number = readDescriptorLimit()): ConnectionLimits {
  const available = Math.max(descriptorLimit - RESERVED_DESCRIPTORS, Math.floor(descriptorLimit / 2));
  const total = Math.min(available, MAX_CONNECTIONS);
  return { total, perAddress: Math.ceil(total / ADDRESS_SHARE) };
}

/** Linux alone tells it in a file. Node raises the soft limit to the hard one when it starts. */
function readDescriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))!;
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return USUAL_DESCRIPTOR_LIMIT;
  }
}

interface BoundsOptions {
  /** Express's "trust proxy". A trusted proxy's address stands for many callers, and has no bound of its own. */
  readonly trustProxy: number | readonly string[];
  readonly limits?: ConnectionLimits;
  readonly logger?: { warn(fields: object, message: string): void };
}

export type ConnectionBounds = ReturnType<typeof createConnectionBounds>;

/** Bounds the connections of a server and what waits to be read, in total and by address: what is beyond is closed at once. */
export function createConnectionBounds({ trustProxy, limits = connectionLimits(), logger }: BoundsOptions) {
  // As Express understands it, which reads the caller's address by it.
  const trust = typeof trustProxy === 'number' ? trustProxy : [...trustProxy];
  const isProxy: (address: string, hop: number) => boolean = express().set('trust proxy', trust).get('trust proxy fn');
  const byAddress = new Map<string, number>();
  const unreadByAddress = new Map<string, number>();
  const { total: maxUnread, perAddress: maxUnreadOfAddress } = limits.unread ?? MAX_UNREAD;
  let unread = 0;
  let [open, refused, warnedAt] = [0, 0, Number.NEGATIVE_INFINITY];

  const countRefusal = () => {
    refused++;
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    logger?.warn({ open, refused }, 'more connections are opened than may be: those beyond are closed');
  };

  const addressOf = ({ remoteAddress = '' }: Socket) =>
    isProxy(remoteAddress, 0) ? undefined : ipAccount(remoteAddress);

  /** Watches over what has been written and not yet been read, from the end of the response on. */
  const boundUnread = (response: ServerResponse, socket: Socket) => {
    const bytes = socket.writableLength;
    if (bytes === 0) return;
    // Node destroys a connection on which nothing happens for so long, and sets its own timeout anew for the next request.
    response.setTimeout(STALLED_RESPONSE_MS);
    const address = addressOf(socket);
    unread += bytes;
    const ofAddress = bytes + (unreadByAddress.get(address ?? '') ?? 0);
    if (address !== undefined) unreadByAddress.set(address, ofAddress);
    response.once('close', () => {
      unread -= bytes;
      if (address === undefined) return;
      const remaining = unreadByAddress.get(address)! - bytes;
      if (remaining > 0) unreadByAddress.set(address, remaining);
      else unreadByAddress.delete(address);
    });
    if (unread <= maxUnread && (address === undefined || ofAddress <= maxUnreadOfAddress)) return;
    countRefusal();
    socket.destroy();
  };

  return {
    apply(server: Server): void {
      server.maxConnections = limits.total;
      server.on('drop', countRefusal);
      server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
        response.once('prefinish', () => boundUnread(response, socket));
      });
      server.on('connection', (socket: Socket) => {
        open++;
        const address = addressOf(socket);
        const count = (address === undefined ? 0 : (byAddress.get(address) ?? 0)) + 1;
        if (address !== undefined) byAddress.set(address, count);
        socket.once('close', () => {
          open--;
          if (address === undefined) return;
          const remaining = byAddress.get(address)! - 1;
          if (remaining > 0) byAddress.set(address, remaining);
          else byAddress.delete(address);
        });
        if (count <= limits.perAddress) return;
        countRefusal();
        socket.destroy();
      });
    },
    countOpen: () => open,
    countRefused: () => refused,
  };
}

/** Most requests that may wait for the one before them on a connection. Few clients pipeline, and those send some ten at once. */
const MAX_PIPELINED = 50;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  current: Exchange;
  readonly waiting: Exchange[];
  /** Called when all are served. */
  afterwards?: () => void;
}

/** Connections with requests that are being served. */
const connections = new WeakMap<Duplex, Connection>();

/** What is being served on a connection, and what waits. */
export function connectionOf(socket: Duplex): Connection | undefined {
  return connections.get(socket);
}

/**
 * Serves the requests of a connection one after another, as their responses have to be sent anyway: a connection then takes one place
 * in the admission queue, and one request of a turn of the event loop, however many were sent at once. Hangs up on too many.
 */
export function oneAtATime(app: RequestListener): RequestListener {
  const serve = (connection: Connection) => {
    const { request, response } = connection.current;
    response.once('close', () => {
      if (connection.waiting.length > 0) {
        setImmediate(serveNext, connection);
        return;
      }
      connections.delete(request.socket);
      connection.afterwards?.();
    });
    app(request, response);
  };
  const serveNext = (connection: Connection) => {
    const { socket } = connection.current.request;
    if (!socket.writable) {
      connections.delete(socket);
      return;
    }
    connection.current = connection.waiting.shift()!;
    serve(connection);
  };
  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) {
      const opened: Connection = { current: { request, response }, waiting: [] };
      connections.set(socket, opened);
      serve(opened);
    } else if (connection.waiting.length < MAX_PIPELINED) connection.waiting.push({ request, response });
    else {
      stopParser(socket);
      socket.destroy();
    }
  };
}

/** What Node's parser takes for: nothing that follows is HTTP. */
const NO_MORE_REQUESTS = 2;

/** Else it goes through all that was read, though the connection is gone: more than a thousand requests, for 20 ms. */
function stopParser(socket: Duplex & { readonly parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => NO_MORE_REQUESTS;
}
