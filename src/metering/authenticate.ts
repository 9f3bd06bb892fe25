import type { Store } from 'express-rate-limit';
import { SCOPES, type Scope } from '../api/caller.ts';
import { Problem } from '../api/problem.ts';
import { addressAccount } from './address.ts';
import { type GivenKey, isOver, type KeyRecord, opensKey, readKey } from './key.ts';
import type { KeyDirectory } from './key-directory.ts';
import type { MeteredPlan, PlanBook } from './plans.ts';
import { StoreUnavailable } from './store.ts';

/** Who asks, in whose name it is counted, and by which plan. */
export interface Identity {
  readonly account: string;
  readonly key: KeyRecord | undefined;
  readonly plan: MeteredPlan;
  readonly scopes: readonly Scope[];
}

export interface Credentials {
  /** The Authorization header as it came. */
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  readonly address: string;
  /** Stands for the connection; absent where there is none to speak of. */
  readonly connection?: object;
}

export interface Doorkeeper {
  readonly plans: PlanBook;
  readonly keys: KeyDirectory;
  /** Counts failed attempts by address. */
  readonly failures: Pick<Store, 'increment' | 'get'>;
  readonly clock: () => number;
}

/** Failed attempts in a minute from one address, after which keys that this process does not know are not looked up. */
export const FAILED_ATTEMPTS = 20;

const BEARER = /^Bearer +([^\s]+) *$/i;
/** When it is worth asking again while keys cannot be looked up, in seconds. */
const RETRY_AFTER = '5';

/**
 * Who a request comes from. Without an Authorization header it is an anonymous caller; with one it is the owner of a valid key, or a
 * `Problem`: `invalid_key`, `origin_not_allowed`, `rate_limited` after too many failures, `backend_unavailable`.
 */
export async function authenticate(credentials: Credentials, door: Doorkeeper): Promise<Identity> {
  const { authorization, origin, address, connection } = credentials;
  if (authorization === undefined)
    return { account: addressAccount(address), key: undefined, plan: door.plans.anonymous, scopes: SCOPES };
  const before = connection && opened.get(connection);
  const again = before?.authorization === authorization ? before : undefined;
  const given = again?.given ?? readKey(BEARER.exec(authorization)?.[1] ?? '');
  if (!given) return await refuse(address, door);
  const record = door.keys.atHand(given.id) ?? (await lookUp(given.id, address, door));
  const now = door.clock();
  const isOpen =
    record !== undefined && again?.record === record ? !isOver(record, now) : opensKey(record, given.secret, now);
  if (!isOpen || !record) return await refuse(address, door);
  // A secret that was rotated out ends by the clock alone.
  if (connection && again?.record !== record && record.previousUntil === undefined)
    opened.set(connection, { authorization, given, record });
  if (record.origins.length > 0 && !(origin !== undefined && record.origins.includes(origin)))
    throw new Problem('origin_not_allowed');
  return { account: `key:${record.id}`, key: record, plan: door.plans.plan(record.plan), scopes: record.scopes };
}

/**
 * What each connection opened last. While the record is at hand unchanged, the same header on the same connection need not be hashed
 * again: both that are compared came from the same caller, so that the time it takes tells nothing new.
 */
const opened = new WeakMap<object, Opened>();

interface Opened {
  readonly authorization: string;
  readonly given: GivenKey;
  readonly record: KeyRecord;
}

async function lookUp(id: string, address: string, { keys, failures }: Doorkeeper): Promise<KeyRecord | undefined> {
  const failed = await failures.get?.(addressAccount(address));
  if (failed && failed.totalHits >= FAILED_ATTEMPTS) throw tooManyFailures(failed.resetTime);
  try {
    return await keys.find(id);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const detail = `Keys cannot be checked at the moment. Try again in ${RETRY_AFTER} seconds.`;
    throw new Problem('backend_unavailable', { detail, headers: { 'Retry-After': RETRY_AFTER } });
  }
}

async function refuse(address: string, { failures }: Doorkeeper): Promise<never> {
  const { totalHits, resetTime } = await failures.increment(addressAccount(address));
  if (totalHits > FAILED_ATTEMPTS) throw tooManyFailures(resetTime);
  // The same answer for unknown, wrong, expired and revoked keys: it tells nobody which keys there are.
  throw new Problem('invalid_key', {
    headers: { 'WWW-Authenticate': 'Bearer realm="lexicon", error="invalid_token"' },
  });
}

function tooManyFailures(resetTime: Date | undefined): Problem {
  const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? 0) - Date.now()) / 1000));
  const detail = `More than ${FAILED_ATTEMPTS} requests in a minute came from this address with a key that is not valid. Correct the key and try again in ${seconds} seconds.`;
  return new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
}

/** Throws `insufficient_scope`, with `headers`, unless the caller has one of `wanted`. */
export function requireScope(
  { scopes }: Identity,
  wanted: readonly Scope[],
  headers: Readonly<Record<string, string>>,
): void {
  if (wanted.some((scope) => scopes.includes(scope))) return;
  const has = scopes.length === 0 ? 'no scope' : scopes.join(', ');
  throw new Problem('insufficient_scope', {
    detail: `This key has ${has}; this endpoint asks for ${wanted.join(' or ')}. Use a key that was issued for it.`,
    headers: {
      ...headers,
      'WWW-Authenticate': `Bearer realm="lexicon", error="insufficient_scope", scope="${wanted.join(' ')}"`,
    },
  });
}
