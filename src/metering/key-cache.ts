import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './key.ts';
import { type MeteringStore, StoreUnavailable } from './store.ts';

/** A cached key is looked up again after this time, so that a revoked key is refused within 2 seconds on every replica. */
const MAX_AGE_MS = 1_000;
/** How long a cached key is accepted while the store is down. Each use extends it. */
const STALE_IF_ERROR_MS = 5 * 60_000;
const MAX_CACHED_KEYS = 20_000;
/** How long an unknown id is not looked up again: no longer than a key is cached, so that keys work as soon as they are restored. */
const NOT_FOUND_TTL_MS = MAX_AGE_MS;
const MAX_NOT_FOUND = 20_000;

interface CachedKey {
  record: KeyRecord | undefined;
  checkedAt: number;
  usedAt: number;
}

/** Caches keys of the metering store. */
export interface KeyCache {
  /** The key, if it was looked up within the last second. */
  cached(id: string): KeyRecord | undefined;
  /** Whether the key was found earlier, so that its lookup is not rate-limited. */
  wasFound(id: string): boolean;
  /** Whether the id was looked up in the last second and was unknown. */
  wasNotFound(id: string): boolean;
  /** Looks the key up; throws {@link StoreUnavailable} when the store is down and the key was not used in the last 5 minutes. */
  find(id: string): Promise<KeyRecord | undefined>;
}

/** @param onLookup called with whether the key was cached */
export function createKeyCache(
  store: Pick<MeteringStore, 'key'>,
  clock: () => number,
  onLookup: (cached: boolean) => void = () => undefined,
): KeyCache {
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
    cached(id) {
      const entry = cache.get(id);
      const now = clock();
      const isFresh = entry !== undefined && now - entry.checkedAt < MAX_AGE_MS;
      onLookup(isFresh);
      if (!isFresh) return undefined;
      entry.usedAt = now;
      return entry.record;
    },
    wasFound: (id) => cache.has(id),
    wasNotFound(id) {
      const lastMissAt = notFoundAt.get(id);
      return lastMissAt !== undefined && clock() - lastMissAt < NOT_FOUND_TTL_MS;
    },
    async find(id) {
      const inFlight = lookups.get(id);
      if (inFlight) return await inFlight;
      const lookup = fetchKey(id).finally(() => lookups.delete(id));
      lookups.set(id, lookup);
      return await lookup;
    },
  };
}
