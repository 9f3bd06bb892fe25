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

/** How long a peer may take, in milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than that of the usual load balancers (60 s), so that it is they who close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long answers under way may take once the service goes down. */
const DRAIN_TIMEOUT_MS = 10_000;

export interface RunningServer {
  /** Where it can be reached, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no more connections, lets answers under way finish, and cuts what is left after `DRAIN_TIMEOUT_MS`. */
  stop(): Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Told of every connection that is taken. */
  readonly onConnection?: () => void;
  /** Other patience with peers than the usual. */
  readonly timeouts?: Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;
}

/**
 * Connections that may wait to be taken; the system's own limit stands above it. One that finds no room is tried again by its
 * caller's system after 1, 3, 7 s: far later than it would be served, or refused with a time to come back.
 */
const BACKLOG = 4096;
/** Milliseconds that a connection without a word has, once the process goes down, to say what it was opened for. */
const UNUSED_CONNECTION_GRACE_MS = 250;
/**
 * Milliseconds for which kept connections stay open, once the process goes down, though nothing is asked on them: a request may be on
 * its way. What comes is answered, with a word that the connection closes; balancers see meanwhile that nobody listens.
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
  // Node's own refusal of a request without a Host has no body.
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

/** Refuses what RFC 9112, 3.2 forbids: a request that does not say which host it means, or says it twice, or says nonsense. */
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
  // Node keeps the first of several, where a proxy may have heeded another.
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
  // Not by the HTTP server's own method, which closes what is idle at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const startedAt = performance.now();
  const closeUnusedSockets = () => {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= IDLE_CONNECTION_GRACE_MS) server.closeIdleConnections();
    // Browsers open connections ahead; Node does not count as idle what has not said a word yet. What has may not have been read.
    if (elapsedMs < UNUSED_CONNECTION_GRACE_MS) return;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  // A kept-alive connection that is busy now would otherwise be kept again after its answer.
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

/** What never became a request is answered like everything else: by a problem document. */
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
  // As far as it can be seen: a head that comes in several packets is not kept.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`);
}

/** `Expect: 100-continue` never comes here; of other expectations there are none. */
function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  sendBareProblem(response, 'No expectation but 100-continue is met here. Leave the Expect header out.');
}

function sendBareProblem(response: ServerResponse, detail: string): void {
  const { status, headers, body } = bareProblemResponse(new Problem('invalid_parameter', { detail }));
  response.writeHead(status, headers).end(body);
}

/** An answer to what the application never hears of. It is as careful as the application's own: see `securityHeaders` there. */
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
