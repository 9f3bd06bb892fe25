import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** Bits of an IPv6 address that a household or an office has for itself. */
const IPV6_PREFIX_BITS = 56;

/** In whose name an anonymous caller is counted: an IPv4 address, or the /56 of an IPv6 address. */
export function ipAccount(clientIp: string): string {
  const [ip = ''] = clientIp.split('%');
  return `address:${isIP(ip) ? ipKeyGenerator(ip, IPV6_PREFIX_BITS) : 'unknown'}`;
}
