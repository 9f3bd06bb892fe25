import { once } from 'node:events';
import type { Request, Response } from 'express';
import { problemDocument } from '../problem.ts';
import { STALLED_RESPONSE_MS } from './connections.ts';
import { toProblem } from './problem-response.ts';
import { contextOf } from './request-context.ts';

export const NDJSON = 'application/x-ndjson';

/** Whether the caller prefers pieces, a JSON object a line, to one document. */
export function prefersNdjson(request: Request): boolean {
  return request.accepts(['application/json', NDJSON]) === NDJSON;
}

/**
 * Sends each piece as a line as soon as it is there, and waits for a slow reader. Nothing more is asked for once the reader is gone.
 * A failure after the first line is told in the last one, as a problem document under `problem`: the status is sent by then.
 *
 * @param begin called with the first piece, before anything is sent: may throw, and sets headers
 */
export async function sendPieces(
  request: Request,
  response: Response,
  pieces: AsyncIterable<unknown>,
  begin: () => Promise<void>,
): Promise<void> {
  let hasBegun = false;
  try {
    for await (const piece of pieces) {
      if (!hasBegun) {
        await begin();
        response.setHeader('Content-Type', `${NDJSON}; charset=utf-8`);
        hasBegun = true;
      }
      if (response.closed) return;
      if (!response.write(`${JSON.stringify(piece)}\n`)) await drained(response);
    }
  } catch (error) {
    if (!hasBegun) throw error;
    const { requestId } = contextOf(response);
    const [instance = ''] = request.originalUrl.split('?');
    response.write(`${JSON.stringify({ problem: problemDocument(toProblem(error), instance, requestId) })}\n`);
  }
  response.end();
}

/** Waits until a slow reader has read, or is gone. Of both events no listener stays. */
async function drained(response: Response): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  response.setTimeout(STALLED_RESPONSE_MS);
  const first = Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  await first.finally(() => {
    waiting.abort();
    response.setTimeout(0);
  });
}
