import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answers.ts';
import { worthwhileEncoding } from './compress.ts';
import { type Exchange, headersOf } from './request-context.ts';
import type { Encoding } from './static-files.ts';

/** Of every answer that is compressed for some, and of the 304 that stands for it (RFC 9110, 15.4.5). */
const VARY = ['Vary', 'Accept-Encoding'] as const;
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a success, compressed where the caller takes that and it is worth it.
 *
 * @param headers what goes with this answer, names and values in turn
 * @param status of the success
 * @returns undefined where it is sent already: only compressing takes a while
 */
export function sendAnswer(
  exchange: Exchange,
  headers: readonly string[],
  answer: Answer,
  status = 200,
): Promise<void> | undefined {
  const { request, response, context } = exchange;
  const isHead = request.method === 'HEAD';
  const encoding = isHead ? undefined : worthwhileEncoding(request.headers['accept-encoding'], answer.body.length);
  const head = headersOf(context).concat(headers);
  head.push(...VARY, 'Content-Type', JSON_TYPE);
  if (encoding) return sendCompressed(response, status, head, answer, encoding);
  head.push('Content-Length', String(answer.body.length));
  response.writeHead(status, head);
  if (isHead) response.end();
  else response.end(answer.body, 'latin1');
  return undefined;
}

async function sendCompressed(
  response: ServerResponse,
  status: number,
  head: string[],
  answer: Answer,
  encoding: Encoding,
): Promise<void> {
  const bytes = await answer.compressed(encoding);
  head.push('Content-Encoding', encoding, 'Content-Length', String(bytes.length));
  response.writeHead(status, head).end(bytes);
}

/** Says that the caller has the answer already. */
export function sendNotModified({ response, context }: Exchange, headers: readonly string[]): void {
  response.writeHead(304, headersOf(context).concat(headers, VARY)).end();
}

/** Sends what no endpoint of the table answers, with the headers that are set on the response. */
export function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
