import { connect, type Socket } from 'node:net';
import { readHead } from '../answer-head.ts';

/**
 * Connections that stay open, over which requests go as bytes and of whose answers only status, length and body are read: of what a
 * question takes, the client is to be as little as can be.
 */
export interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

interface Asked {
  readonly request: string;
  readonly resolve: (answer: Answered) => void;
  readonly reject: (error: Error) => void;
}

const RETRY_AFTER = /\r\nretry-after: (\d+)\r\n/i;

/** @param most connections that are opened */
export function leanConnections(url: string, most: number) {
  const { hostname, port } = new URL(url);
  const free: Socket[] = [];
  const waiting: Asked[] = [];
  const open = new Set<Socket>();
  const underWay = new Map<Socket, { asked: Asked; parts: Buffer[] }>();

  const send = (socket: Socket, asked: Asked) => {
    underWay.set(socket, { asked, parts: [] });
    socket.write(asked.request);
  };
  const hear = (socket: Socket, part: Buffer) => {
    const { asked, parts } = underWay.get(socket)!;
    parts.push(part);
    const all = parts.length === 1 ? part : Buffer.concat(parts);
    const head = readHead(all);
    if (!head || all.length < (head.whole ?? head.body)) return;
    underWay.delete(socket);
    const next = waiting.shift();
    if (next) send(socket, next);
    else free.push(socket);
    const retryAfter = RETRY_AFTER.exec(head.text)?.[1];
    asked.resolve({ status: head.status, retryAfter, body: all.toString('utf8', head.body) });
  };
  const opened = (): Socket => {
    const socket = connect(Number(port), hostname).setNoDelay();
    open.add(socket);
    socket.on('data', (part) => hear(socket, part));
    socket.on('error', (error) => underWay.get(socket)?.asked.reject(error));
    socket.on('close', () => {
      open.delete(socket);
      underWay.get(socket)?.asked.reject(new Error('the server closed the connection'));
    });
    return socket;
  };
  return {
    ask: (path: string, headers: Readonly<Record<string, string>>): Promise<Answered> =>
      new Promise((resolve, reject) => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${lines.join('')}\r\n`;
        const asked = { request, resolve, reject };
        const socket = free.pop() ?? (open.size < most ? opened() : undefined);
        if (socket) send(socket, asked);
        else waiting.push(asked);
      }),
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
}
