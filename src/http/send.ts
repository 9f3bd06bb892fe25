import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import type { Cost } from '../metering/meter-port.ts';
import type { PageInfo } from './paging.ts';

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A success, ready to be sent to whoever asks for it. */
export interface CachedResponse {
  /** JSON in UTF-8, one character a byte: Node sends such a string together with the head, without another copy. */
  readonly body: string;
  readonly cost: Cost;
  /** What the Link header is made from, where the answer is a page. */
  readonly page: PageInfo | undefined;
  /** The body compressed; made once. */
  compressed(encoding: Encoding): Promise<Buffer>;
}

/** Bytes below which compressing costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024;
/** Beyond it brotli takes much longer for little. */
const BROTLI_QUALITY = 4;

/** Since negotiator 1.0 the server's preference decides between encodings that the client likes alike; its types do not say so yet. */
interface WithPreference {
  encoding(available: readonly string[], options?: { readonly preferred: readonly string[] }): string | undefined;
}

/** The encoding that the client prefers; brotli where it has no preference. Undefined: the bytes as they are. */
export function negotiateEncoding(request: IncomingMessage): Encoding | undefined {
  const negotiator: WithPreference = new Negotiator(request);
  const encoding = negotiator.encoding([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  return ENCODINGS.find((one) => one === encoding);
}

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

const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** Sends a success, compressed where the client accepts that and it is worth it. */
export async function sendSuccess(request: Request, response: Response, cached: CachedResponse): Promise<void> {
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

/**
 * Plans differ in the size of pages, so that a browser must not show the response of one key to another. Express takes a Vary header
 * apart to add to it, which is seldom needed: only a list of origins sets one before.
 */
function varyByCaller(response: Response): void {
  if (response.hasHeader('Vary')) response.vary('Accept-Encoding, Authorization');
  else response.setHeader('Vary', 'Accept-Encoding, Authorization');
}

/** Says that the caller has the response already; with the Vary of the 200 that it stands for (RFC 9110, 15.4.5). */
export function sendNotModified(response: Response): void {
  varyByCaller(response);
  response.status(304).end();
}

/** Sends JSON with the headers that are set on the response. */
export function sendJson(request: Request, response: Response, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', JSON_CONTENT_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
