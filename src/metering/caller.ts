import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** Scopes of keys. An endpoint lists those of which one is enough. */
export const SCOPES = ['lex_read', 'lex_ac', 'lex_workflow'] as const;
export type Scope = (typeof SCOPES)[number];

/** Endpoints of a group share a rate limit. */
export const RATE_GROUPS = ['search', 'browse', 'autocomplete', 'workflow', 'annotate', 'other'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];

export interface Plan {
  readonly name: string;
  /** Largest page size. */
  readonly maxLimit: number;
  /** Requests per minute. Absent without limits. */
  readonly rates?: Readonly<Record<RateGroup, number>>;
  /** Requests per minute of all visitors of a page together, by its key. Absent without limits. */
  readonly pageRate?: number;
}

/** The authenticated client of a request. */
export interface Caller {
  /** Id of the key; undefined for an anonymous caller. */
  readonly keyId: string | undefined;
  /** The account that is charged: `key:<id>` or `address:<IPv4 address or IPv6 prefix>`. */
  readonly account: string;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** With the key of a page, which many people use at once: who uses it, and the rates that each of them has. */
  readonly visitor?: { readonly account: string; readonly rates: Readonly<Record<RateGroup, number>> } | undefined;
}

export const ANONYMOUS: Caller = {
  keyId: undefined,
  account: 'anonymous',
  plan: { name: 'anonymous', maxLimit: 100 },
  scopes: SCOPES,
};

/** The usual IPv6 prefix of a household or an office. */
const IPV6_PREFIX_BITS = 56;

/** The account of an anonymous caller: its IPv4 address, or the /56 prefix of its IPv6 address. */
export function ipAccount(clientIp: string): string {
  const [ip = ''] = clientIp.split('%');
  return `address:${isIP(ip) ? ipKeyGenerator(ip, IPV6_PREFIX_BITS) : 'unknown'}`;
}
