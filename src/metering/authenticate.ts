import { Problem } from '../problem.ts';
import { ipAccount, SCOPES, type Scope } from './caller.ts';
import type { FailedKeys } from './failed-keys.ts';
import { isRevokedOrExpired, type KeyRecord, type ParsedKey, parseKey, verifySecret } from './key.ts';
import type { KeyCache } from './key-cache.ts';
import type { Credentials } from './meter-port.ts';
import type { MeteredPlan, Plans } from './plans.ts';
import { StoreUnavailable } from './store.ts';

/** Who asks, in whose name it is counted, and by which plan. */
export interface Identity {
  readonly account: string;
  readonly key: KeyRecord | undefined;
  readonly plan: MeteredPlan;
  readonly scopes: readonly Scope[];
}

export interface AuthDependencies {
  readonly plans: Plans;
  readonly keys: KeyCache;
  readonly failures: FailedKeys;
  readonly clock: () => number;
}

const BEARER_PATTERN = /^Bearer +([^\s]+) *$/i;
/** The id of the key in an Authorization header, valid or not. */
export function keyIdOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : parseKey(BEARER_PATTERN.exec(authorization)?.[1] ?? '')?.id;
}

/** When it is worth asking again while keys cannot be looked up, in seconds. */
const RETRY_AFTER_SECONDS = '5';

/**
 * Who a request comes from. Without an Authorization header it is an anonymous caller; with one it is the owner of a valid key, or a
 * `Problem`: `invalid_key`, `origin_not_allowed`, `rate_limited` after too many failures, `backend_unavailable`.
 */
export async function authenticate(credentials: Credentials, dependencies: AuthDependencies): Promise<Identity> {
  const { authorization, origin, connection } = credentials;
  if (authorization === undefined)
    return {
      account: ipAccount(credentials.clientIp),
      key: undefined,
      plan: dependencies.plans.anonymous,
      scopes: SCOPES,
    };
  const previous = connection && verifiedKeys.get(connection);
  const reusable = previous?.authorization === authorization ? previous : undefined;
  const parsedKey = reusable?.parsedKey ?? parseKey(BEARER_PATTERN.exec(authorization)?.[1] ?? '');
  if (!parsedKey) return await rejectKey(ipAccount(credentials.clientIp), dependencies);
  const record = dependencies.keys.cached(parsedKey.id) ?? (await findKey(parsedKey.id, credentials, dependencies));
  const now = dependencies.clock();
  const isValid =
    record !== undefined && reusable?.record === record
      ? !isRevokedOrExpired(record, now)
      : verifySecret(record, parsedKey.secret, now);
  if (!isValid || !record) {
    // Wrong secrets of a key are counted by key, so that they do not use up the attempts of others at the address.
    const ipAccountName = ipAccount(credentials.clientIp);
    return await rejectKey(record ? `${ipAccountName} ${record.id}` : ipAccountName, dependencies);
  }
  // A secret that was rotated out ends by the clock alone.
  if (reusable?.record !== record && connection && record.previousUntil === undefined)
    verifiedKeys.set(connection, { authorization, parsedKey, record });
  if (record.origins.length > 0 && !(origin !== undefined && record.origins.includes(origin)))
    throw new Problem('origin_not_allowed');
  return {
    account: `key:${record.id}`,
    key: record,
    plan: dependencies.plans.plan(record.plan),
    scopes: record.scopes,
  };
}

/**
 * What each connection opened last. While the record is at hand unchanged, the same header on the same connection need not be hashed
 * again: both that are compared came from the same caller, so that the time it takes tells nothing new.
 */
const verifiedKeys = new WeakMap<object, VerifiedKey>();

interface VerifiedKey {
  readonly authorization: string;
  readonly parsedKey: ParsedKey;
  readonly record: KeyRecord;
}

/** A key that was found here before is always looked up; the number of lookups in vain is bounded by address. */
async function findKey(
  id: string,
  { clientIp }: Credentials,
  { keys, failures }: AuthDependencies,
): Promise<KeyRecord | undefined> {
  if (keys.wasNotFound(id)) return undefined;
  const ipAccountName = ipAccount(clientIp);
  if (!keys.wasFound(id)) await failures.allowLookup(ipAccountName);
  try {
    const record = await keys.find(id);
    if (!record) await failures.recordMiss(ipAccountName);
    return record;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const detail = `Keys cannot be checked at the moment. Try again in ${RETRY_AFTER_SECONDS} seconds.`;
    throw new Problem('backend_unavailable', { detail, headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }
}

/** @param counterKey what the failure is counted by */
async function rejectKey(counterKey: string, { failures }: AuthDependencies): Promise<never> {
  await failures.recordFailure(counterKey);
  // The same answer for unknown, wrong, expired and revoked keys: it tells nobody which keys there are.
  throw new Problem('invalid_key', {
    headers: { 'WWW-Authenticate': 'Bearer realm="lexicon", error="invalid_token"' },
  });
}
