import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { Problem, problemDocument } from '../problem.ts';
import { encodeRequestTarget, reparse } from './encode-request-target.ts';

/** How long a client may take to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle timeout of common load balancers (60 s), so that they close connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long requests in flight may take after a shutdown began. */
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
  /** Called for every accepted connection. */
  readonly onConnection?: () => void;
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
  { host, port, timeouts, onConnection }: ListenOptions,
): Promise<RunningServer> {
  const defaultTimeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
  // Node would refuse a request without Host with an empty body; requireHost sends a problem document.
  let isDraining = false;
  const handleRequest = requireHost(app);
  const server = createServer({ ...defaultTimeouts, ...timeouts, requireHostHeader: false }, (request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    handleRequest(request, response);
  });
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const encoded =
      error.code === 'HPE_INVALID_URL' && error.rawPacket ? encodeRequestTarget(error.rawPacket) : undefined;
    if (encoded) reparse(server, socket, encoded);
    else rejectMalformedRequest(error, socket);
  });
  server.on('checkExpectation', rejectExpectation);
  const sockets = trackSockets(server);
  if (onConnection) server.on('connection', onConnection);
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

/** `uri-host [ ":" port ]` of RFC 9110, 7.2. */
const HOST_PATTERN = /^(?:\[[\dA-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

/** Refuses what RFC 9112, 3.2 forbids: a request with no Host header, with several, or with an invalid one. */
function requireHost(app: RequestListener): RequestListener {
  return (request, response) => {
    const problem = hostProblem(request);
    if (problem === undefined) app(request, response);
    else sendBareProblem(response, problem);
  };
}

function hostProblem({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (host === undefined)
    return httpVersion === '1.1' ? 'This request has no Host header. Send one, as HTTP/1.1 wants it.' : undefined;
  // Node uses the first of several, where a proxy may have used another.
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') count++;
  if (count > 1) return `This request has ${count} Host headers. Send one.`;
  return HOST_PATTERN.test(host)
    ? undefined
    : 'The Host header names no host. Send a name or an address, and a port if need be.';
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

const CLIENT_ERROR_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem('header_fields_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem('request_timeout'),
};

interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Malformed requests get a problem document too. */
function rejectMalformedRequest(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    CLIENT_ERROR_PROBLEMS[error.code ?? ''] ??
    new Problem('invalid_parameter', {
      detail: 'This is not a valid HTTP request. Check its request line and headers.',
    });
  const { status, headers, body } = bareProblemResponse(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Best effort: a request line that arrives in several packets is not available here.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`);
}

/** Node handles `Expect: 100-continue` itself; other expectations are not supported. */
function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  sendBareProblem(response, 'No expectation but 100-continue is met here. Leave the Expect header out.');
}

function sendBareProblem(response: ServerResponse, detail: string): void {
  const { status, headers, body } = bareProblemResponse(new Problem('invalid_parameter', { detail }));
  response.writeHead(status, headers).end(body);
}

/** A response to requests that never reach Express, with the same security headers. */
function bareProblemResponse(problem: Problem) {
  const requestId = randomUUID();
  const document = problemDocument(problem, '', requestId);
  const body = JSON.stringify(document);
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { status: document.status, headers, body };
}
