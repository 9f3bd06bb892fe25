import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** Bits of an IPv6 address that a household or an office has for itself. */
const IPV6_PREFIX = 56;

/** In whose name an anonymous caller is counted: an IPv4 address, or the /56 of an IPv6 address. */
export function addressAccount(address: string): string {
  const [bare = ''] = address.split('%');
  return `address:${isIP(bare) ? ipKeyGenerator(bare, IPV6_PREFIX) : 'unknown'}`;
}
