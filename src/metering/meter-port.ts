import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../problem.ts';

/** Scopes of keys. An endpoint lists those of which one is enough. */
export const SCOPES = ['lex_read', 'lex_ac', 'lex_workflow'] as const;
export type Scope = (typeof SCOPES)[number];

/** Endpoints of a group share a rate limit. */
export const RATE_GROUPS = ['search', 'browse', 'autocomplete', 'workflow', 'annotate', 'other'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];
/** Requests of a group are counted in windows of one minute, which start with the first of them. */
export const RATE_WINDOW_SECONDS = 60;

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
  /**
   * Visitor of a page whose key many people use at once, with requests per minute of each visitor; absent for other
   * keys.
   */
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

/** The parts of a request that identify its client. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** The Origin header. */
  readonly origin: string | undefined;
  /** IP address of the client, behind trusted proxies. */
  readonly clientIp: string;
  /** An object that identifies the connection; absent without one. */
  readonly connection?: object;
}

/** The cost of a successful response. */
export interface Cost {
  readonly credits: number;
  /**
   * What the credits pay for. Another request of the account on the same day for the same endpoint and subject costs only what
   * exceeds the highest cost paid. Absent: every request is paid for.
   */
  readonly subject?: string;
  /** The subject is text of the caller, which may be private: it must not be stored as it is. */
  readonly isUserInput?: true;
}

type Headers = Readonly<Record<string, string>>;

/** An authenticated request. */
export interface Admission {
  readonly caller: Caller;
  /**
   * Throws `quota_exhausted`, with the cost and the remaining credits, when the caller cannot pay. `estimateCost` is called only
   * when the balance may be below `maxCredits`. Returns undefined when it is surely sufficient.
   */
  checkBalance?(maxCredits: number, estimateCost: () => Promise<Cost>): Promise<void> | undefined;
  /** Records an error, which costs nothing. Called once, instead of `charge` or after it. */
  recordFailure?(): void;
  /** Charges the whole cost or throws. Returns headers of the response. Called once, for a success only. */
  charge(cost: Cost): Promise<Headers>;
}

/** The limits and the balance of an account. */
interface AccountState {
  readonly key: { readonly id: string; readonly name: string; readonly expiresAt: number | undefined } | undefined;
  readonly maxLimit: number;
  /** Requests per minute. */
  readonly rates: Readonly<Record<RateGroup, number>>;
  readonly quota: { readonly limit: number; readonly used: number; readonly remaining: number };
  /** Time at which the quota is reset, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** Usage of one endpoint on one day. */
export interface UsageRow {
  /** Calendar day in Hong Kong, `2026-11-21`. */
  readonly day: string;
  /** Path in the table of endpoints. */
  readonly endpoint: string;
  /** All requests, including errors. */
  readonly requests: number;
  readonly credits: number;
  readonly errors: number;
}

export interface Usage {
  /** The requested days, oldest first; the last one is today. */
  readonly days: readonly string[];
  /** Rows ordered by day, then by endpoint; endpoints without requests are omitted. */
  readonly rows: readonly UsageRow[];
}

/** Authenticates callers, counts their requests and charges credits. */
export interface Meter {
  /**
   * Throws a `Problem` (`invalid_key`, `origin_not_allowed`, `rate_limited` after too many failures) when the key is not valid.
   *
   * @param endpoint path as the table writes it
   * @returns a promise only where something has to be waited for
   */
  admit(credentials: Credentials, endpoint: string): Admission | Promise<Admission>;
  /** Counts a request of an account in a group, or of a page; answers how many there were in the present minute. Absent without limits. */
  countRequest?(
    group: RateGroup | 'page',
    account: string,
  ): Promise<Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>>;
  /** The state of an account. Absent without metering. */
  account?(caller: Caller): Promise<AccountState>;
  /** Names a caller, for this day only, so that who reads the name cannot tell the key or the address. Absent without metering. */
  pseudonym?(caller: Pick<Caller, 'account' | 'keyId'>): Promise<string>;
  /** @param days 1 to 90, today included */
  usage?(caller: Caller, days: number): Promise<Usage>;
}

/** Treats everyone as anonymous and counts nothing. Every key is invalid. */
export const anonymousMeter: Meter = {
  admit({ authorization }) {
    if (authorization !== undefined)
      throw new Problem('invalid_key', {
        headers: { 'WWW-Authenticate': 'Bearer realm="lexicon", error="invalid_token"' },
      });
    return { caller: ANONYMOUS, charge: async () => ({}) };
  },
};

/** Quotas are counted by calendar day in Hong Kong, which has had no summer time since 1979. */

const UTC_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

let cachedDay = { number: Number.NaN, name: '' };

/** @param time milliseconds since the epoch; returns for example `2026-11-21` */
export function dayAt(time: number): string {
  const dayNumber = Math.floor((time + UTC_OFFSET_MS) / DAY_MS);
  // Cached, because every request needs it.
  if (dayNumber !== cachedDay.number)
    cachedDay = { number: dayNumber, name: new Date(dayNumber * DAY_MS).toISOString().slice(0, 10) };
  return cachedDay.name;
}

/** The next midnight in Hong Kong, in milliseconds since the epoch; always later than `time`. */
export function nextMidnight(time: number): number {
  return (Math.floor((time + UTC_OFFSET_MS) / DAY_MS) + 1) * DAY_MS - UTC_OFFSET_MS;
}

/** The `count` days up to that of `time`, oldest first. */
export function daysUntil(time: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayAt(time - (count - 1 - index) * DAY_MS));
}
