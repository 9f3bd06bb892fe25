import { LRUCache } from 'lru-cache';
import type { Cost } from '../metering/meter-port.ts';
import type { PageInfo } from './paging.ts';
import { type CachedResponse, compress, type Encoding } from './send.ts';

export function toCachedResponse(body: string, cost: Cost, page: PageInfo | undefined): CachedResponse {
  let compressedBodies: Partial<Record<Encoding, Promise<Buffer>>> | undefined;
  return {
    body,
    cost,
    page,
    compressed(encoding) {
      compressedBodies ??= {};
      return (compressedBodies[encoding] ??= compress(Buffer.from(body, 'latin1'), encoding));
    },
  };
}

/** Answers that do not depend on who asks, by generation and query. */
export interface ResponseCache {
  get(generation: string, query: string): CachedResponse | undefined;
  set(generation: string, query: string, response: CachedResponse): void;
}

/** What an answer takes beside its body: its compressed forms (a quarter each), its key, and the objects around it. */
const COMPRESSED_SIZE_FACTOR = 1.5;
const ENTRY_OVERHEAD_BYTES = 800;

/**
 * Nothing is ever wrong in it, as a generation never changes; answers of one that is gone fall out like others that nobody asks for.
 *
 * @param maxBytes most that the answers may take; 0 keeps none
 * @param onLookup told whether an answer was at hand
 */
export function responseCache(maxBytes: number, onLookup: (hit: boolean) => void = () => undefined): ResponseCache {
  if (maxBytes === 0) return { get: () => undefined, set: () => undefined };
  const cache = new LRUCache<string, { readonly generation: string; readonly response: CachedResponse }>({
    maxSize: maxBytes,
    sizeCalculation: ({ response: { body } }, query) =>
      Math.ceil(body.length * COMPRESSED_SIZE_FACTOR) + query.length + ENTRY_OVERHEAD_BYTES,
  });
  return {
    get(generation, query) {
      const found = cache.get(query);
      const hit = found !== undefined && found.generation === generation;
      onLookup(hit);
      return hit ? found.response : undefined;
    },
    set: (generation, query, response) => void cache.set(query, { generation, response }),
  };
}
