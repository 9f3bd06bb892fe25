import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './key.ts';
import { type MeteringStore, StoreUnavailable } from './store.ts';

/** A key is looked up again after this long, in milliseconds, so that a revoked one is shut out within 2 seconds everywhere. */
const MAX_AGE_MS = 1_000;
/** How long a key that was used goes on while the store is down. Each use counts anew. */
const STALE_IF_ERROR_MS = 5 * 60_000;
const MAX_CACHED_KEYS = 20_000;
/** How long an id that was not found is not looked up again, in milliseconds. An id is random: nobody asks for one before it is issued. */
const NOT_FOUND_TTL_MS = 60_000;
const MAX_NOT_FOUND = 20_000;

interface CachedKey {
  record: KeyRecord | undefined;
  checkedAt: number;
  usedAt: number;
}

/** The keys that this process has seen, and how to see others. */
export interface KeyCache {
  /** The key as it was at most a second ago, when it is at hand. */
  cached(id: string): KeyRecord | undefined;
  /** Whether the key was found here before, so that it is worth looking up whoever asks. */
  wasFound(id: string): boolean;
  /** Whether the id was looked up in the last minute and not found. */
  wasNotFound(id: string): boolean;
  /** Looks the key up; throws {@link StoreUnavailable} when the store is down and the key was not used in the last 5 minutes. */
  find(id: string): Promise<KeyRecord | undefined>;
}

/** @param onLookup told whether a key was at hand */
export function createKeyCache(
  store: Pick<MeteringStore, 'key'>,
  clock: () => number,
  onLookup: (cached: boolean) => void = () => undefined,
): KeyCache {
  const cache = new LRUCache<string, CachedKey>({ max: MAX_CACHED_KEYS });
  const notFoundAt = new LRUCache<string, number>({ max: MAX_NOT_FOUND });
  const lookups = new Map<string, Promise<KeyRecord | undefined>>();

  const fetchKey = async (id: string): Promise<KeyRecord | undefined> => {
    // The time before asking: the answer may be as old as that.
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
