import { LRUCache } from 'lru-cache';
import type { Endpoint, Input } from '../operations/operation.ts';
import { etagDigest, weakEtag } from './entity-tag.ts';
import { linkHeader, type PageInfo } from './paging.ts';
import { parseQueryString, parseRequest } from './parse-request.ts';

/** A request whose URL and body are valid. */
export interface ParsedRequest {
  readonly input: Input;
  /** Independent of the order of parameters. Includes the plan's page limit, which changes the response. */
  readonly cacheKey: string;
  /** The weak ETag of its response in a generation. */
  etag(generation: string): string;
  /** The Link header of a page that answers it; undefined where there is no other page. */
  link(page: PageInfo): string | undefined;
}

const MAX_ENTRIES = 4_000;
/** Longer URLs are rarely requested twice. */
const MAX_KEY_LENGTH = 512;

export type RequestParser = (
  endpoint: Endpoint,
  url: string,
  params: Readonly<Record<string, string>>,
  maxLimit: number,
  body: unknown,
) => ParsedRequest;

/**
 * Parses requests by the schemas of their endpoints, with an LRU cache by URL. Throws a 400 that lists all invalid parameters.
 */
export function requestParser(isCaching: boolean): RequestParser {
  const cache = isCaching ? new LRUCache<string, ParsedRequest>({ max: MAX_ENTRIES }) : undefined;
  return (endpoint, url, params, maxLimit, body) => {
    // Bodies are private and rarely sent twice.
    if (endpoint.request.body) return parse(endpoint, url, params, maxLimit, body);
    const key = `${maxLimit} ${url}`;
    let parsed = cache?.get(key);
    if (!parsed) {
      parsed = parse(endpoint, url, params, maxLimit, undefined);
      if (key.length <= MAX_KEY_LENGTH) cache?.set(key, parsed);
    }
    return parsed;
  };
}

function parse(
  { request }: Endpoint,
  url: string,
  params: Readonly<Record<string, string>>,
  maxLimit: number,
  body: unknown,
): ParsedRequest {
  const [path, search] = splitUrl(url);
  const pairs = parseQueryString(search);
  const input = parseRequest(request, { path: params, query: pairs, body }, { maxLimit });
  const cacheKey = `${maxLimit} ${path}?${search.includes('&') ? search.split('&').sort().join('&') : search}`;
  let digest: string | undefined;
  const etag = (generation: string) => {
    digest ??= etagDigest(cacheKey);
    return weakEtag(generation, digest);
  };
  // Kept for the last page: a cached response comes with the same one again.
  let lastLink: { readonly page: PageInfo; readonly header: string | undefined } | undefined;
  const link = (page: PageInfo) => {
    if (lastLink?.page !== page) lastLink = { page, header: linkHeader(page, path, pairs) };
    return lastLink.header;
  };
  return { input, cacheKey, etag, link };
}

/** Path and query, without the question mark. */
export function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
