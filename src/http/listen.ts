import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ipAccount } from '../metering/meter-port.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { type ConnectionBounds, createConnectionBounds } from './connections.ts';
import { answerParserError, type Exchange, encodeRequestTarget, type ParserError, reparse } from './malformed.ts';

/** Time for a client to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Interval at which these times are checked: a client has at most so much longer. */
const TIMEOUT_CHECK_INTERVAL_MS = 2_000;
/** Longer than the idle timeout of common load balancers (60 s), so that they close connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Time that requests in flight may take after a shutdown began. */
const DRAIN_TIMEOUT_MS = 10_000;

export interface RunningServer {
  /** For example `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Accepts no more connections, finishes requests in flight, and closes the remaining connections after `DRAIN_TIMEOUT_MS`. */
  stop(): Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Gives connections and requests their turns; without it every request is handled at once. */
  readonly admissionQueue?: Pick<AdmissionQueue, 'connected' | 'enter'>;
  /** Those of a service that nobody stands before, unless given. */
  readonly connectionBounds?: ConnectionBounds;
  /** Overrides of the default timeouts, for tests. */
  readonly timeouts?: Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;
}

/**
 * Connections that may wait to be accepted, up to the system's limit. When the backlog is full, the client's TCP stack retries after
 * 1, 3, 7 s, which is worse than waiting or a 503 with Retry-After.
 */
const BACKLOG = 4096;
/** After a shutdown began, how long a connection that has not sent a byte stays open for its first request. */
const UNUSED_CONNECTION_GRACE_MS = 250;
/**
 * After a shutdown began, how long idle keep-alive connections stay open: a request may be on its way. Its response says
 * `Connection: close`; meanwhile load balancers notice that the port is closed.
 */
const IDLE_CONNECTION_GRACE_MS = 500;

export async function listen(
  app: RequestListener,
  { host, port, timeouts, admissionQueue, connectionBounds = createConnectionBounds({ trustProxy: 0 }) }: ListenOptions,
): Promise<RunningServer> {
  const defaultTimeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
  };
  let isDraining = false;
  const handleRequest = serializePipelinedRequests((request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    app(request, response);
  }, admissionQueue?.enter);
  // Node would refuse a request without Host with an empty body; the app sends a problem document.
  const server = createServer({ ...defaultTimeouts, ...timeouts, requireHostHeader: false }, handleRequest);
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const encoded =
      error.code === 'HPE_INVALID_URL' && error.rawPacket ? encodeRequestTarget(error.rawPacket) : undefined;
    if (encoded) reparse(server, socket, encoded);
    else answerParserError(app, error, socket, () => exchangesOf(socket));
  });
  server.on('checkExpectation', handleRequest);
  connectionBounds.apply(server);
  const sockets = trackSockets(server);
  server.on('connection', (socket: Socket) => socket.destroyed || admissionQueue?.connected());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const { address, family, port: boundPort } = server.address() as AddressInfo;
  const hostname = family === 'IPv6' ? `[${address}]` : address;
  const stop = () => {
    isDraining = true;
    return drain(server, sockets);
  };
  return { url: `http://${hostname}:${boundPort}`, stop };
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

async function drain(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  // The HTTP server's own close() would close idle connections at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const startedAt = performance.now();
  const closeUnusedSockets = () => {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= IDLE_CONNECTION_GRACE_MS) server.closeIdleConnections();
    // Browsers open connections in advance; Node does not count connections without a request as idle.
    if (elapsedMs < UNUSED_CONNECTION_GRACE_MS) return;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  // Repeated, because connections that are busy now become idle later.
  const sweepTimer = setInterval(closeUnusedSockets, 100);
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  closeUnusedSockets();
  await closed;
  clearInterval(sweepTimer);
  clearTimeout(forceCloseTimer);
}

/** Requests that may wait on one connection. Few clients pipeline, and those send some ten at once. */
const MAX_PIPELINED = 50;

interface Pipeline {
  /** The account of the connection's address. */
  readonly account: string;
  /** The exchange that is served and those that wait. */
  readonly exchanges: Exchange[];
}

const pipelines = new WeakMap<Duplex, Pipeline>();

const exchangesOf = (socket: Duplex): readonly Exchange[] => pipelines.get(socket)?.exchanges ?? [];

/**
 * Serves the requests of a connection one after another, as their responses have to be sent anyway: a connection then takes one place
 * in the admission queue, and one request of a turn of the event loop, however many were sent at once. Hangs up on too many.
 *
 * @param enter calls `serve` when it is the request's turn
 */
function serializePipelinedRequests(
  app: RequestListener,
  enter: (address: string, serve: () => void) => void = (_, serve) => serve(),
): RequestListener {
  const serveFirst = (socket: Socket, pipeline: Pipeline) => {
    const { account, exchanges } = pipeline;
    const { request, response } = exchanges[0]!;
    enter(account, () => {
      // The client has gone meanwhile.
      if (!socket.writable) return;
      response.on('close', () => {
        exchanges.shift();
        if (exchanges.length > 0) setImmediate(serveFirst, socket, pipeline);
      });
      app(request, response);
    });
  };
  return (request, response) => {
    const { socket } = request;
    let pipeline = pipelines.get(socket);
    if (!pipeline)
      pipelines.set(socket, (pipeline = { account: ipAccount(socket.remoteAddress ?? ''), exchanges: [] }));
    const { exchanges } = pipeline;
    if (exchanges.length > MAX_PIPELINED) {
      // Else the parser goes through all that was read, though the connection is gone: more than a thousand requests, for 20 ms.
      const { parser } = socket as Socket & { readonly parser?: { onIncoming: () => number } | null };
      if (parser) parser.onIncoming = () => NO_MORE_REQUESTS;
      socket.destroy();
    } else if (exchanges.push({ request, response }) === 1) serveFirst(socket, pipeline);
  };
}

/** Return value of `onIncoming` that tells Node's parser that no HTTP follows. */
const NO_MORE_REQUESTS = 2;
