import { connect, type Socket } from 'node:net';
import { readHead } from '../response-head.ts';

/**
 * Connections that stay open, over which requests go as bytes and of whose answers only status, length and body are read: of what a
 * question takes, the client is to be as little as can be.
 */
export interface PoolResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

interface PendingRequest {
  readonly request: string;
  readonly resolve: (answer: PoolResponse) => void;
  readonly reject: (error: Error) => void;
}

const RETRY_AFTER = /\r\nretry-after: (\d+)\r\n/i;

/** @param maxConnections connections that are opened */
export function connectionPool(url: string, maxConnections: number) {
  const { hostname, port } = new URL(url);
  const idle: Socket[] = [];
  const queue: PendingRequest[] = [];
  const open = new Set<Socket>();
  const inFlight = new Map<Socket, { pending: PendingRequest; chunks: Buffer[] }>();

  const send = (socket: Socket, pending: PendingRequest) => {
    inFlight.set(socket, { pending, chunks: [] });
    socket.write(pending.request);
  };
  const onData = (socket: Socket, chunk: Buffer) => {
    const { pending, chunks } = inFlight.get(socket)!;
    chunks.push(chunk);
    const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    const head = readHead(all);
    if (!head || all.length < (head.totalBytes ?? head.bodyOffset)) return;
    inFlight.delete(socket);
    const next = queue.shift();
    if (next) send(socket, next);
    else idle.push(socket);
    const retryAfter = RETRY_AFTER.exec(head.text)?.[1];
    pending.resolve({ status: head.status, retryAfter, body: all.toString('utf8', head.bodyOffset) });
  };
  const openSocket = (): Socket => {
    const socket = connect(Number(port), hostname).setNoDelay();
    open.add(socket);
    socket.on('data', (chunk) => onData(socket, chunk));
    socket.on('error', (error) => inFlight.get(socket)?.pending.reject(error));
    socket.on('close', () => {
      open.delete(socket);
      inFlight.get(socket)?.pending.reject(new Error('the server closed the connection'));
    });
    return socket;
  };
  return {
    send: (path: string, headers: Readonly<Record<string, string>>): Promise<PoolResponse> =>
      new Promise((resolve, reject) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${lines.join('')}\r\n`;
        const pending = { request, resolve, reject };
        const socket = idle.pop() ?? (open.size < maxConnections ? openSocket() : undefined);
        if (socket) send(socket, pending);
        else queue.push(pending);
      }),
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
}
