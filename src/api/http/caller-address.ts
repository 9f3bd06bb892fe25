import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';

/**
 * Where a request comes from, by Express's own reading of X-Forwarded-For and its "trust proxy", for requests that Express has not
 * seen. Empty when the connection is gone.
 */
export function addressReader(
  app: Express,
  trustProxy: number | readonly string[],
): (request: IncomingMessage) => string {
  // Where no proxy is trusted nothing that a header says is read.
  if (trustProxy === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(app.request), 'ip') ?? {};
  if (!get) throw new Error("this release of Express has no getter for a request's address");
  return ({ headers, socket }) => String(get.call({ app, headers, socket }) ?? '');
}
