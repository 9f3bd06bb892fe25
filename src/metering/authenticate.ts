import { LRUCache } from 'lru-cache';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../problem.ts';
import { isRevokedOrExpired, type ParsedKey, parseKey, verifySecret } from './key.ts';
import { type Credentials, ipAccount, SCOPES, type Scope } from './meter-port.ts';
import type { MeteredPlan, Plans } from './plans.ts';
import { type KeyRecord, type MeteringStore, StoreUnavailable } from './store.ts';

/** An authenticated client: the account to charge, its key if it sent one, plan and scopes. */
export interface Identity {
  readonly account: string;
  readonly key: KeyRecord | undefined;
  readonly plan: MeteredPlan;
  readonly scopes: readonly Scope[];
}

export interface AuthDependencies {
  readonly plans: Plans;
  readonly keys: ReturnType<typeof createKeyCache>;
  readonly failures: ReturnType<typeof createFailedKeys>;
  readonly clock: () => number;
}

const BEARER_PATTERN = /^Bearer +([^\s]+) *$/i;
/** The id of the key in an Authorization header, valid or not. */
export function keyIdOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : parseKey(BEARER_PATTERN.exec(authorization)?.[1] ?? '')?.id;
}

/** Retry-After header, in seconds, while keys cannot be looked up. */
const RETRY_AFTER_SECONDS = '5';

/**
 * Identifies the client of a request: an anonymous caller without an Authorization header, else the owner of a valid
 * key. Throws a `Problem` (`invalid_key`, `origin_not_allowed`, `rate_limited` after too many failures,
 * `backend_unavailable`). Returns a promise only where a key must be looked up or is refused, as most keys are cached.
 */
export function authenticate(credentials: Credentials, dependencies: AuthDependencies): Identity | Promise<Identity> {
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
  if (!parsedKey) return rejectKey(ipAccount(credentials.clientIp), dependencies);
  const identify = (record: KeyRecord | undefined): Identity | Promise<never> => {
    const now = dependencies.clock();
    const isVerified = record !== undefined && reusable?.record === record;
    const isValid = isVerified ? !isRevokedOrExpired(record, now) : verifySecret(record, parsedKey.secret, now);
    if (!isValid || !record) {
      // Wrong secrets of a key are counted by key, so that they do not use up the attempts of others at the address.
      const ipAccountName = ipAccount(credentials.clientIp);
      return rejectKey(record ? `${ipAccountName} ${record.id}` : ipAccountName, dependencies);
    }
    // Not during a rotation: the previous secret expires by the clock, without a change of the record.
    const isRotating = record.previousUntil !== undefined;
    if (!isVerified && connection && !isRotating) verifiedKeys.set(connection, { authorization, parsedKey, record });
    const isAllowedOrigin = record.origins.length === 0 || (origin !== undefined && record.origins.includes(origin));
    if (!isAllowedOrigin) throw new Problem('origin_not_allowed');
    const plan = dependencies.plans.plan(record.plan);
    return { account: `key:${record.id}`, key: record, plan, scopes: record.scopes };
  };
  const cached = dependencies.keys.cached(parsedKey.id);
  return cached ? identify(cached) : findKey(parsedKey.id, credentials, dependencies).then(identify);
}

/**
 * The key verified last on each connection. While its record is unchanged, the same header on the same connection need
 * not be hashed again. Comparing two headers of one caller in variable time tells that caller nothing new.
 */
const verifiedKeys = new WeakMap<object, VerifiedKey>();

interface VerifiedKey {
  readonly authorization: string;
  readonly parsedKey: ParsedKey;
  readonly record: KeyRecord;
}

/**
 * Looks a key up; undefined if there is none. Lookups of unknown ids are bounded per address: `rate_limited` beyond.
 * Throws `backend_unavailable` while the store is down.
 */
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

/** @param counterKey the account, or the account and the key's id, under which the failure is counted */
async function rejectKey(counterKey: string, { failures }: AuthDependencies): Promise<never> {
  await failures.recordFailure(counterKey);
  // The same answer for unknown, wrong, expired and revoked keys: it tells nobody which keys there are.
  throw new Problem('invalid_key', {
    headers: { 'WWW-Authenticate': 'Bearer realm="lexicon", error="invalid_token"' },
  });
}

/** Failed attempts a minute, beyond which the status is 429 instead of 401. Requests with a valid key are not counted. */
export const MAX_FAILED_ATTEMPTS = 20;
/**
 * Unknown key ids a minute that are looked up for one IP address. Bounds the load on the store; far above what many clients with
 * revoked keys behind one address send.
 */
export const MAX_MISSED_LOOKUPS = 5_000;

interface FailedKeysCounters {
  /** Counts failed attempts, for all replicas together. */
  readonly attempts: RateLimiterAbstract;
  /** Counts lookups of unknown ids, in this process. */
  readonly misses: RateLimiterAbstract;
}

/** Counts requests with an invalid key. */
export function createFailedKeys({ attempts, misses }: FailedKeysCounters) {
  return {
    /** Throws `rate_limited` when too many ids from this address were not found. */
    async allowLookup(account: string): Promise<void> {
      const missed = await misses.get(account);
      if (missed && missed.consumedPoints >= MAX_MISSED_LOOKUPS) throw tooManyFailures(MAX_MISSED_LOOKUPS, missed);
    },
    /** Records an id that was looked up and not found. */
    async recordMiss(account: string): Promise<void> {
      await misses.penalty(account);
    },
    /** Records a failed attempt; throws `rate_limited` when there were too many. */
    async recordFailure(counterKey: string): Promise<void> {
      try {
        await attempts.consume(counterKey);
      } catch (rejection) {
        if (rejection instanceof Error) throw rejection;
        throw tooManyFailures(MAX_FAILED_ATTEMPTS, rejection as RateLimiterRes);
      }
    },
  };
}

function tooManyFailures(count: number, { msBeforeNext }: RateLimiterRes): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const detail = `More than ${count} requests in a minute came from this address with a key that is not valid. Correct the key and try again in ${seconds} seconds.`;
  return new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
}

/** A cached key is looked up again after this time, so that a revoked key is refused within 2 seconds on every replica. */
const MAX_AGE_MS = 1_000;
/** Time for which a cached key is accepted while the store is down. Each use extends it. */
const STALE_IF_ERROR_MS = 5 * 60_000;
const MAX_CACHED_KEYS = 20_000;
/**
 * Time for which an unknown id is not looked up again: no longer than a key is cached, so that restored keys work as
 * soon.
 */
const NOT_FOUND_TTL_MS = MAX_AGE_MS;
const MAX_NOT_FOUND = 20_000;

interface CachedKey {
  record: KeyRecord | undefined;
  checkedAt: number;
  usedAt: number;
}

/**
 * Caches keys of the metering store.
 *
 * @param onLookup called with whether the key was cached
 */
export function createKeyCache(
  store: Pick<MeteringStore, 'key'>,
  clock: () => number,
  onLookup: (cached: boolean) => void = () => undefined,
) {
  const cache = new LRUCache<string, CachedKey>({ max: MAX_CACHED_KEYS });
  const notFoundAt = new LRUCache<string, number>({ max: MAX_NOT_FOUND });
  const lookups = new Map<string, Promise<KeyRecord | undefined>>();

  const fetchKey = async (id: string): Promise<KeyRecord | undefined> => {
    // The time before the lookup, because the result may be that old.
    const now = clock();
    const stale = cache.get(id);
    try {
      const record = await store.key(id);
      if (record) cache.set(id, { record, checkedAt: now, usedAt: now });
      else {
        cache.delete(id);
        notFoundAt.set(id, now);
      }
      return record;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || !stale || now - stale.usedAt > STALE_IF_ERROR_MS) throw error;
      stale.usedAt = now;
      return stale.record;
    }
  };

  return {
    /** The key, if it was looked up within the last second. */
    cached(id: string): KeyRecord | undefined {
      const entry = cache.get(id);
      const now = clock();
      const isFresh = entry !== undefined && now - entry.checkedAt < MAX_AGE_MS;
      onLookup(isFresh);
      if (!isFresh) return undefined;
      entry.usedAt = now;
      return entry.record;
    },
    /** Whether the key was found earlier, so that its lookup is not rate-limited. */
    wasFound: (id: string): boolean => cache.has(id),
    /** Whether the id was looked up in the last second and was unknown. */
    wasNotFound(id: string): boolean {
      const lastMissAt = notFoundAt.get(id);
      return lastMissAt !== undefined && clock() - lastMissAt < NOT_FOUND_TTL_MS;
    },
    /** Looks the key up; throws {@link StoreUnavailable} when the store is down and the key was not used in the last 5 minutes. */
    async find(id: string): Promise<KeyRecord | undefined> {
      const inFlight = lookups.get(id);
      if (inFlight) return await inFlight;
      const lookup = fetchKey(id).finally(() => lookups.delete(id));
      lookups.set(id, lookup);
      return await lookup;
    },
  };
}
