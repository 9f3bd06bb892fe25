import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { endpoint, operation } from '../../src/operations/operation.ts';
import { createYielder } from '../../src/time-slicing.ts';
import { startService, type TestService, UNDOCUMENTED } from './service.ts';

let begin: () => void;
const hasBegun = new Promise<void>((resolve) => {
  begin = resolve;
});
let end: () => void;
const hasEnded = new Promise<void>((resolve) => {
  end = resolve;
});

/** Works in slices until it is stopped. */
const endless = operation({
  ...UNDOCUMENTED,
  id: 'endless',
  request: { body: z.strictObject({}) },
  response: z.object({}),
  async handle() {
    const yieldIfDue = createYielder();
    begin();
    try {
      for (;;) {
        for (const sliceEnd = performance.now() + 6; performance.now() < sliceEnd; );
        await yieldIfDue();
      }
    } finally {
      end();
    }
  },
});

let service: TestService;
beforeAll(async () => {
  const options = { group: 'other', scopes: ['lex_read'], cost: () => ({ credits: 1 }) } as const;
  service = await startService({ endpoints: [endpoint('POST', '/api/lexicon/endless', endless, options)] });
});
afterAll(() => service.stop());

it('stops long work whose caller is gone', async () => {
  const leaving = new AbortController();
  const answer = fetch(`${service.url}/api/lexicon/endless`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: leaving.signal,
  });
  await hasBegun;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await hasEnded;
});
