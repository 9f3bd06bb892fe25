import type { Request, Response } from 'express';
import { chooseEncoding } from './compress.ts';
import type { CachedResponse } from './response-cache.ts';

const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** Sends a success, compressed where the client accepts that and it is worth it. */
export async function sendSuccess(
  request: Request,
  response: Response,
  cached: CachedResponse,
  status = 200,
): Promise<void> {
  const isHead = request.method === 'HEAD';
  const encoding = isHead ? undefined : chooseEncoding(request, cached.body.length);
  const compressed = encoding && (await cached.compressed(encoding));
  response.statusCode = status;
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
