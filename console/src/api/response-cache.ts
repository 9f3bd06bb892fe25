import { apiKey } from './key.ts';
import { type ApiResult, type RequestOptions, request } from './request.ts';

/** Caches responses to GET while the page is open, because repeated requests are slower and may cost credits. */

const MAX_ENTRIES = 150;

const cache = new Map<string, ApiResult<unknown>>();
let cachedGeneration: string | null = null;

/** Like {@link request}, from the cache if possible. */
export async function cachedRequest<T>(
  path: string,
  options: Omit<RequestOptions, 'body'> = {},
): Promise<ApiResult<T>> {
  const cacheKey = cacheKeyOf(path, options);
  const cached = cache.get(cacheKey);
  if (cached) {
    // Map order is LRU order: the least recently used entry is first.
    cache.delete(cacheKey);
    cache.set(cacheKey, cached);
    return cached as ApiResult<T>;
  }
  const result = await request<T>(path, options);
  if (result.kind === 'ok') cacheResult(cacheKey, result);
  return result;
}

/** Whether a response is cached. */
export function isCached(path: string, options: Omit<RequestOptions, 'body'> = {}): boolean {
  return cache.has(cacheKeyOf(path, options));
}

function cacheKeyOf(path: string, { query = {} }: Omit<RequestOptions, 'body'>): string {
  return JSON.stringify([path, query, apiKey.value]);
}

function cacheResult(cacheKey: string, result: Extract<ApiResult<unknown>, { kind: 'ok' }>): void {
  const liveGeneration = result.headers.get('X-Lexicon-Generation');
  if (liveGeneration !== cachedGeneration) cache.clear();
  cachedGeneration = liveGeneration;
  cache.set(cacheKey, result);
  const [oldest] = cache.keys();
  if (cache.size > MAX_ENTRIES && oldest !== undefined) cache.delete(oldest);
}
