import type { RequestHandler } from 'express';

/** `192.0.2.1:4711` or `[2001:db8::1]:4711` or `[2001:db8::1]`. An IPv6 address without brackets has more than one colon. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/**
 * Takes ports out of X-Forwarded-For before Express reads `request.ip` from it. Some proxies (of Azure, IIS, some settings of AWS) write
 * the port of the client's connection too, which Express takes for no address at all: all callers would share one account.
 */
export const forwardedWithoutPorts: RequestHandler = ({ headers }, _response, next) => {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) headers['x-forwarded-for'] = String(forwarded).split(',').map(withoutPort).join(',');
  next();
};

function withoutPort(entry: string): string {
  const [, inBrackets, beforePort] = WITH_PORT.exec(entry.trim()) ?? [];
  return inBrackets ?? beforePort ?? entry;
}
