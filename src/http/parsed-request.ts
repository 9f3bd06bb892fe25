import { LRUCache } from 'lru-cache';
import type { Endpoint, Input } from '../operations/operation.ts';
import { parseRequest } from './parse-request.ts';
import { parseQueryString } from './query-string.ts';

/** The address of a request that was found right, and what it asks for. */
export interface ParsedRequest {
  readonly path: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly input: Input;
  /** The same for addresses that ask for the same, their parameters in whatever order; of one plan's limit. */
  readonly cacheKey: string;
  /** The weak entity tag of its answer in a generation. */
  etag(generation: string): string;
}

/** Addresses whose meaning is remembered, and how long they may be: what is longer is hardly asked for twice. */
const MOST = 4_000;
const LONGEST = 512;

export type RequestParser = (
  endpoint: Endpoint,
  url: string,
  params: Readonly<Record<string, string>>,
  maxLimit: number,
  body: unknown,
) => ParsedRequest;

/**
 * Reads addresses by the schemas of their endpoints, and remembers what the last ones meant: the same address means the same
 * until the program changes. Throws a 400 that lists everything that is wrong; that is not remembered.
 */
export function requestParser(remembers: boolean): RequestParser {
  const known = remembers ? new LRUCache<string, ParsedRequest>({ max: MOST }) : undefined;
  return (endpoint, url, params, maxLimit, body) => {
    // What a body says is private, and hardly said twice.
    if (endpoint.request.body) return parse(endpoint, url, params, maxLimit, body);
    const key = `${maxLimit} ${url}`;
    let parsed = known?.get(key);
    if (!parsed) {
      parsed = parse(endpoint, url, params, maxLimit, undefined);
      if (key.length <= LONGEST) known?.set(key, parsed);
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
    digest ??= digestOf(cacheKey);
    return `W/"${generation}-${digest}"`;
  };
  return { path, pairs, input, cacheKey, etag };
}

/**
 * 64 bits that tell queries apart: FNV-1a, and a second sum of its kind with a shift. A tag is compared only with tags of the same address,
 * and nothing is secret in it: a cryptographic hash would take longer than all else that is done to read an address.
 */
function digestOf(query: string): string {
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let at = 0; at < query.length; at++) {
    const unit = query.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x5bd1e995);
    other ^= other >>> 15;
  }
  return [one, other].map((half) => (half >>> 0).toString(36).padStart(7, '0')).join('');
}

/** Path and query, without the question mark. */
export function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}
