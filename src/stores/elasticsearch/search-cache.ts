import { LRUCache } from 'lru-cache';

/** Answers by what was asked. Keys hold the index name, and with it the generation, so that nothing is ever stale. */
export interface SearchCache<T> {
  /** The answer kept or under way for a key; else `ask` is called, once however many wait for it. */
  get(key: string, search: () => Promise<{ response: T; bytes: number }>): Promise<T>;
  readonly bytes: number;
}

/** What a key and its bookkeeping take besides the answer. */
const ENTRY_OVERHEAD_BYTES = 200;

/** @param maxBytes most that answers and keys may take; 0 keeps none, and still asks once however many wait */
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
