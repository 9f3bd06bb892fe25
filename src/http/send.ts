import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding } from './compress.ts';
import { type Exchange, responseHeaders } from './request-context.ts';
import type { CachedResponse } from './response-cache.ts';
import type { Encoding } from './static-files.ts';

/** Of every answer that is compressed for some, and of the 304 that stands for it (RFC 9110, 15.4.5). */
const VARY = ['Vary', 'Accept-Encoding'] as const;
const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a success, compressed where the caller takes that and it is worth it.
 *
 * @param headers what goes with this answer, names and values in turn
 * @param status of the success
 * @returns undefined where it is sent already: only compressing takes a while
 */
export function sendSuccess(
  exchange: Exchange,
  headers: readonly string[],
  cached: CachedResponse,
  status = 200,
): Promise<void> | undefined {
  const { request, response, context } = exchange;
  const isHead = request.method === 'HEAD';
  const encoding = isHead ? undefined : chooseEncoding(request.headers['accept-encoding'], cached.body.length);
  const headerList = responseHeaders(context).concat(headers);
  headerList.push(...VARY, 'Content-Type', JSON_CONTENT_TYPE);
  if (encoding) return sendCompressed(response, status, headerList, cached, encoding);
  headerList.push('Content-Length', String(cached.body.length));
  response.writeHead(status, headerList);
  if (isHead) response.end();
  else response.end(cached.body, 'latin1');
  return undefined;
}

async function sendCompressed(
  response: ServerResponse,
  status: number,
  headerList: string[],
  cached: CachedResponse,
  encoding: Encoding,
): Promise<void> {
  const bytes = await cached.compressed(encoding);
  headerList.push('Content-Encoding', encoding, 'Content-Length', String(bytes.length));
  response.writeHead(status, headerList).end(bytes);
}

/** Says that the caller has the answer already. */
export function sendNotModified({ response, context }: Exchange, headers: readonly string[]): void {
  response.writeHead(304, responseHeaders(context).concat(headers, VARY)).end();
}

/** Sends what no endpoint of the table answers, with the headers that are set on the response. */
export function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', JSON_CONTENT_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
