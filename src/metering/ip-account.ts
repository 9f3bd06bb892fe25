import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** The usual IPv6 prefix of a household or an office. */
const IPV6_PREFIX_BITS = 56;

/** The account of an anonymous caller: its IPv4 address, or the /56 prefix of its IPv6 address. */
export function ipAccount(clientIp: string): string {
  const [ip = ''] = clientIp.split('%');
  return `address:${isIP(ip) ? ipKeyGenerator(ip, IPV6_PREFIX_BITS) : 'unknown'}`;
}
