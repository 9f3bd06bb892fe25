import { SCOPES, type Scope } from '../api/caller.ts';
import { Problem } from '../api/problem.ts';
import { addressAccount } from './address.ts';
import type { FailedKeys } from './failed-keys.ts';
import { type GivenKey, isOver, type KeyRecord, opensKey, readKey } from './key.ts';
import type { KeyDirectory } from './key-directory.ts';
import type { MeteredPlan, PlanBook } from './plans.ts';
import { StoreUnavailable } from './store.ts';
import type { ValidCredentials } from './valid-credentials.ts';

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
  readonly failures: FailedKeys;
  /** Learns which Authorization headers are valid. */
  readonly valid: ValidCredentials;
  readonly clock: () => number;
}

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
  const from = addressAccount(address);
  if (!given) return await refuse(from, door);
  const record = door.keys.atHand(given.id) ?? (await lookUp(given.id, from, door));
  const now = door.clock();
  const isOpen =
    record !== undefined && again?.record === record ? !isOver(record, now) : opensKey(record, given.secret, now);
  if (!isOpen || !record) {
    door.valid.delete(authorization);
    // Wrong secrets of a key are counted by key, so that they do not use up the attempts of others at the address.
    return await refuse(record ? `${from} ${record.id}` : from, door);
  }
  if (again?.record !== record) {
    door.valid.add(authorization);
    // A secret that was rotated out ends by the clock alone.
    if (connection && record.previousUntil === undefined) opened.set(connection, { authorization, given, record });
  }
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

/** A key that was found here before is always looked up; the number of lookups in vain is bounded by address. */
async function lookUp(id: string, from: string, { keys, failures }: Doorkeeper): Promise<KeyRecord | undefined> {
  if (keys.isAbsent(id)) return undefined;
  if (!keys.wasFound(id)) await failures.allowLookup(from);
  try {
    const record = await keys.find(id);
    if (!record) await failures.missed(from);
    return record;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const detail = `Keys cannot be checked at the moment. Try again in ${RETRY_AFTER} seconds.`;
    throw new Problem('backend_unavailable', { detail, headers: { 'Retry-After': RETRY_AFTER } });
  }
}

/** @param name what the failure is counted by */
async function refuse(name: string, { failures }: Doorkeeper): Promise<never> {
  await failures.failed(name);
  // The same answer for unknown, wrong, expired and revoked keys: it tells nobody which keys there are.
  throw new Problem('invalid_key', {
    headers: { 'WWW-Authenticate': 'Bearer realm="lexicon", error="invalid_token"' },
  });
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
