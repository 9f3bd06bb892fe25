import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Cost } from '../metering/meter-port.ts';
import { VERSION } from '../version.ts';

/** A page of results as every paged answer has it. */
export interface PageInfo {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly words: { readonly length: number };
  readonly next_cursor?: string | null | undefined;
}

/** A success, ready to be sent to whoever asks for it. */
export interface CachedResponse {
  /**
   * JSON in UTF-8. A string has one character per byte (latin1) and is sent joined with the head. A Buffer goes out
   * without a copy, which pays for a long body that is sent repeatedly, not for a single response.
   */
  readonly body: string | Buffer;
  readonly cost: Cost;
  /** Numbers from which the Link header is made; undefined if the answer is not a page. */
  readonly page: PageInfo | undefined;
  /** The body compressed; made once. */
  compressed(encoding: Encoding): Promise<Buffer>;
}

export function toCachedResponse(body: CachedResponse['body'], cost: Cost, page: PageInfo | undefined): CachedResponse {
  let compressedBodies: Partial<Record<Encoding, Promise<Buffer>>> | undefined;
  return {
    body,
    cost,
    page,
    compressed(encoding) {
      compressedBodies ??= {};
      return (compressedBodies[encoding] ??= compress(
        typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
        encoding,
      ));
    },
  };
}

/** Responses that do not depend on the caller, by generation and query. */
export interface ResponseCache {
  get(generation: string, query: string): CachedResponse | undefined;
  set(generation: string, query: string, response: CachedResponse): void;
}

/** Buffers of this size or more have memory of their own; smaller ones keep a shared block alive. */
const MIN_BUFFER_BYTES = 4096;

/** Size of a body with its two compressed forms (a quarter each), relative to the body. */
const COMPRESSED_SIZE_FACTOR = 1.5;
/** Bytes of the objects around a body. */
const ENTRY_OVERHEAD_BYTES = 800;

/**
 * A cache of responses, least recently used ones dropped first. No entry goes stale, as a generation never changes.
 *
 * @param maxBytes bound on the memory of all entries; 0 keeps none
 * @param onLookup called by each `get` with whether the response was found
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
    set(generation, query, response) {
      const { body, cost, page } = response;
      const isLong = typeof body === 'string' && body.length >= MIN_BUFFER_BYTES;
      const kept = isLong ? toCachedResponse(Buffer.from(body, 'latin1'), cost, page) : response;
      cache.set(query, { generation, response: kept });
    },
  };
}

const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** Bytes below which compressing costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024;
/** Sends a success, compressed where the client accepts that and it is worth it. */
export async function sendSuccess(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
): Promise<void> {
  const isHead = request.method === 'HEAD';
  const takesEncoding = request.headers['accept-encoding'] !== undefined && cached.body.length >= MIN_COMPRESSED_BYTES;
  const encoding = takesEncoding && !isHead ? negotiateEncoding(request) : undefined;
  const compressed = encoding && (await cached.compressed(encoding));
  varyByCaller(response);
  response.setHeader('Content-Type', JSON_CONTENT_TYPE);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', compressed?.length ?? cached.body.length);
  if (isHead) response.end();
  else if (compressed) response.end(compressed);
  else response.end(cached.body, 'latin1');
}

/** Plans differ in the size of pages, so that a browser must not show the response of one key to another. */
function varyByCaller(response: ServerResponse): void {
  const others = response.getHeader('Vary');
  response.setHeader('Vary', `${others === undefined ? '' : `${others}, `}Accept-Encoding, Authorization`);
}

/** Says that the caller has the response already; with the Vary of the 200 that it stands for (RFC 9110, 15.4.5). */
export function sendNotModified(response: ServerResponse): void {
  varyByCaller(response);
  response.statusCode = 304;
  response.end();
}

/** Sends JSON with the headers that are set on the response. */
export function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', JSON_CONTENT_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Negotiator with the option `preferred`, which decides between encodings of equal weight; its types lack it as of 1.0.
 */
interface WithPreference {
  encoding(available: readonly string[], options?: { readonly preferred: readonly string[] }): string | undefined;
}

/**
 * Encoding per Accept-Encoding header. Few headers are in use, and parsing one costs as much as a filter of a query.
 */
const negotiated = new LRUCache<string, string>({ max: 100 });

/** The encoding that the client prefers; brotli where it has no preference. Undefined: the bytes as they are. */
export function negotiateEncoding(request: IncomingMessage): Encoding | undefined {
  const accepted = request.headers['accept-encoding'] ?? '';
  let encoding = negotiated.get(accepted);
  if (encoding === undefined) {
    const negotiator: WithPreference = new Negotiator(request);
    encoding = negotiator.encoding([...ENCODINGS, 'identity'], { preferred: ENCODINGS }) ?? 'identity';
    negotiated.set(accepted, encoding);
  }
  return ENCODINGS.find((known) => known === encoding);
}

/** Quality of brotli, 0 to 11: higher ones take much longer and save little. */
const BROTLI_QUALITY = 4;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses on another thread. */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return copyFromPool(await toGzip(bytes));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return copyFromPool(await toBrotli(bytes, { params }));
}

/** The same bytes without the block of 64 KB that zlib wrote them into, which a cached slice would keep in memory. */
function copyFromPool(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

const VERSION_DIGEST = hash('sha256', VERSION, 'base64url').slice(0, 8);

/**
 * A weak entity tag, known before any work: generation, program version and request determine a response. A checksum of
 * the request is enough, as tags are compared for one address only.
 *
 * @param request the normalized address, with the properties of the caller that the response depends on
 */
export function weakEtag(generation: string, request: string): string {
  return `W/"${generation}-${VERSION_DIGEST}${crc32(request).toString(16).padStart(8, '0')}"`;
}

/** Whether If-None-Match, as it came, names this entity tag; compared weakly (RFC 9110, 13.1.2). `*` names any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    parseEtags(header).some((candidate) => candidate === '*' || opaqueTag(candidate) === opaqueTag(etag))
  );
}

/** Whether If-None-Match has `*`, which matches any response. */
export function matchesAnyEtag(header = ''): boolean {
  return parseEtags(header).includes('*');
}

function parseEtags(header: string): string[] {
  return header.split(',').map((candidate) => candidate.trim());
}

function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}
