import { apiKey } from './key.ts';
import { type ApiResult, type RequestOptions, request } from './request.ts';

/** GET answers are kept while the page is open: what was asked once comes back at once, and costs nothing. */

const MAX_ENTRIES = 150;

const cache = new Map<string, ApiResult<unknown>>();
let cachedGeneration: string | null = null;

/** Like {@link request}, answered from what is kept where it can be. */
export async function cachedRequest<T>(
  path: string,
  options: Omit<RequestOptions, 'body'> = {},
): Promise<ApiResult<T>> {
  const cacheKey = cacheKeyOf(path, options);
  const cached = cache.get(cacheKey);
  if (cached) {
    // The last one used is the last one dropped.
    cache.delete(cacheKey);
    cache.set(cacheKey, cached);
    return cached as ApiResult<T>;
  }
  const result = await request<T>(path, options);
  if (result.kind === 'ok') cacheResult(cacheKey, result);
  return result;
}

/** Whether an answer is at hand, so that nobody has to wait. */
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
