import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { sendPieces } from '../../src/http/ndjson.ts';
import { type Endpoint, endpoint, operation } from '../../src/operations/operation.ts';
import { startService, type TestService, UNDOCUMENTED } from './service.ts';

/** A stream that fails when it has sent as many pieces as it is told to. */
const counting = operation({
  ...UNDOCUMENTED,
  id: 'counting',
  request: { body: z.strictObject({ fails_after: z.int() }) },
  response: z.object({}),
  async *stream({ body }) {
    for (let piece = 0; ; piece++) {
      if (piece === body.fails_after) throw new Error('private detail');
      yield { piece };
    }
  },
  handle: async () => ({}),
});
const row: Endpoint = endpoint('POST', '/api/lexicon/counting', counting, {
  group: 'other',
  scopes: ['lex_read'],
  cost: () => ({ credits: 1 }),
  costEstimate: { maxCredits: () => 1, exactCost: async () => ({ credits: 1 }) },
});

let service: TestService;
beforeAll(async () => {
  service = await startService({ endpoints: [row] });
});
afterAll(() => service.stop());

const post = (failsAfter: number) =>
  fetch(`${service.url}/api/lexicon/counting`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    body: JSON.stringify({ fails_after: failsAfter }),
  });

describe('a stream of pieces', () => {
  it('that fails before the first piece is a problem like any other', async () => {
    const response = await post(0);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  it('that fails later says so in its last line, without details', async () => {
    const response = await post(2);
    expect(response.status).toBe(200);
    const pieces = (await response.text())
      .trimEnd()
      .split('\n')
      .map((piece) => JSON.parse(piece));
    expect(pieces.slice(0, 2)).toEqual([{ piece: 0 }, { piece: 1 }]);
    expect(pieces[2]).toMatchObject({ problem: { status: 500, code: 'internal' } });
    expect(JSON.stringify(pieces)).not.toContain('private');
  });
});

it('leaves no listeners behind, however often a reader is slow', async () => {
  const response = new PassThrough({ highWaterMark: 1 });
  const counts: number[] = [];
  async function* pieces() {
    for (let piece = 0; piece < 20; piece++) {
      counts.push(response.listenerCount('close'));
      setImmediate(() => response.read());
      yield { piece };
    }
  }
  const sent = Object.assign(response, {
    setHeader: () => response,
    setTimeout: () => response,
  }) as unknown as Response;
  await sendPieces({} as Request, sent, pieces(), async () => {});
  expect(new Set(counts.slice(1)).size).toBe(1);
});
