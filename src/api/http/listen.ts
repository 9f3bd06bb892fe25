import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Problem, problemDocument } from '../problem.ts';
import { hearAgain, mendAddress } from './raw-address.ts';

/** How long a peer may take, in milliseconds. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
/** Longer than that of the usual load balancers (60 s), so that it is they who close first. */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** How long answers under way may take once the service goes down. */
const DRAIN_TIMEOUT = 10_000;

export interface Listening {
  /** Where it can be reached, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no more connections, lets answers under way finish, and cuts what is left after `DRAIN_TIMEOUT`. */
  stop(): Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Other patience with peers than the usual. */
  readonly timeouts?: Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>;
}

export async function listen(app: RequestListener, { host, port, timeouts }: ListenOptions): Promise<Listening> {
  const usual = {
    headersTimeout: HEADERS_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
  };
  const server = createServer({ ...usual, ...timeouts }, app);
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const mended = error.code === 'HPE_INVALID_URL' && error.rawPacket ? mendAddress(error.rawPacket) : undefined;
    if (mended) hearAgain(server, socket, mended);
    else answerBrokenRequest(error, socket);
  });
  const sockets = openSockets(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  return { url: `http://${name}:${taken}`, stop: () => drain(server, sockets) };
}

function openSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

async function drain(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeUnused = () => {
    server.closeIdleConnections();
    // Browsers open connections ahead; Node does not count as idle what has not said a word yet.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  // A kept-alive connection that is busy now would otherwise be kept again after its answer.
  const sweep = setInterval(closeUnused, 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT);
  closeUnused();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

const BROKEN: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem('header_fields_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem('request_timeout'),
};

interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** What never became a request is answered like everything else: by a problem document. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    BROKEN[error.code ?? ''] ??
    new Problem('invalid_parameter', {
      detail: 'This is not a valid HTTP request. Check its request line and headers.',
    });
  const requestId = randomUUID();
  const document = problemDocument(problem, '', requestId);
  const body = JSON.stringify(document);
  socket.end(
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}\r\n` +
      'Content-Type: application/problem+json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}
