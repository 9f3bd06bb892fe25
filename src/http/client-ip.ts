import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';

/**
 * Where a request comes from, by Express's own reading of X-Forwarded-For and its "trust proxy", for requests that Express has not
 * seen. Empty when the connection is gone.
 */
export function clientIpReader(
  app: Express,
  trustProxy: number | readonly string[],
): (request: IncomingMessage) => string {
  // Where no proxy is trusted nothing that a header says is read.
  if (trustProxy === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(app.request), 'ip') ?? {};
  if (!get) throw new Error("this release of Express has no getter for a request's address");
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for'];
    const bare = forwarded === undefined ? headers : { 'x-forwarded-for': withoutPorts(String(forwarded)) };
    return String(get.call({ app, headers: bare, socket }) ?? '');
  };
}

/** `192.0.2.1:4711` or `[2001:db8::1]:4711` or `[2001:db8::1]`. An IPv6 address without brackets has more than one colon. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/**
 * Some proxies (of Azure, IIS, some settings of AWS) write the port of the caller's connection too. Express takes that for no address at
 * all: then no proxy is trusted, and all callers look like one.
 */
function withoutPorts(forwarded: string): string {
  const bare = (one: string) => {
    const [, inBrackets, beforePort] = WITH_PORT.exec(one.trim()) ?? [];
    return inBrackets ?? beforePort ?? one;
  };
  return forwarded.split(',').map(bare).join(',');
}
