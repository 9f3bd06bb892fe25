import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answers.ts';
import { worthwhileEncoding } from './compress.ts';
import { type Exchange, headersOf } from './request-context.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a success, compressed where the caller takes that and it is worth it.
 *
 * @param headers what goes with this answer, names and values in turn
 * @param status of the success
 */
export async function sendAnswer(
  exchange: Exchange,
  headers: readonly string[],
  answer: Answer,
  status = 200,
): Promise<void> {
  const { request, response, context } = exchange;
  const isHead = request.method === 'HEAD';
  const encoding = isHead ? undefined : worthwhileEncoding(request.headers['accept-encoding'], answer.body.length);
  const bytes = encoding && (await answer.compressed(encoding));
  const head = headersOf(context).concat(headers);
  head.push('Vary', 'Accept-Encoding', 'Content-Type', JSON_TYPE);
  if (encoding) head.push('Content-Encoding', encoding);
  head.push('Content-Length', String((bytes ?? answer.body).length));
  response.writeHead(status, head);
  if (isHead) response.end();
  else if (bytes) response.end(bytes);
  else response.end(answer.body, 'latin1');
}

/** Says that the caller has the answer already. */
export function sendNotModified({ response, context }: Exchange, headers: readonly string[]): void {
  response.writeHead(304, headersOf(context).concat(headers)).end();
}

/** Sends what no endpoint of the table answers, with the headers that are set on the response. */
export function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
