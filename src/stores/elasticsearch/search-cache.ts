import { LRUCache } from 'lru-cache';

/** Caches responses by request. Keys contain the index name, and so the generation: entries are never stale. */
export interface SearchCache<T> {
  /** The cached or pending response of a key; otherwise calls the loader, once for concurrent callers. */
  get(key: string, search: () => Promise<{ response: T; bytes: number }>): Promise<T>;
  readonly bytes: number;
}

/** Overhead of a cache entry. */
const ENTRY_OVERHEAD_BYTES = 200;

/** @param maxBytes bound of keys and responses; 0 caches nothing but still merges concurrent requests */
export function createSearchCache<T extends object>(maxBytes: number): SearchCache<T> {
  const cache =
    maxBytes > 0 ? new LRUCache<string, T>({ maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes / 8) }) : undefined;
  const inFlight = new Map<string, Promise<T>>();
  return {
    get bytes() {
      return cache?.calculatedSize ?? 0;
    },
    get(key, search) {
      const cached = cache?.get(key);
      if (cached) return Promise.resolve(cached);
      let pending = inFlight.get(key);
      if (!pending) {
        pending = search()
          .then(({ response, bytes }) => {
            cache?.set(key, response, { size: bytes + key.length + ENTRY_OVERHEAD_BYTES });
            return response;
          })
          .finally(() => inFlight.delete(key));
        inFlight.set(key, pending);
      }
      return pending;
    },
  };
}
