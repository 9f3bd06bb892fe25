import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { withTimeout } from '../../src/http/endpoint-handler.ts';
import { endpoint, operation } from '../../src/operations/operation.ts';
import { createYielder } from '../../src/time-slicing.ts';
import { startService, type TestService, UNDOCUMENTED } from './service.ts';

const never = () => new Promise<never>(() => undefined);

describe('a timeout', () => {
  it('resolves and rejects as the work does', async () => {
    const inTime = <T>(work: () => Promise<T>) => withTimeout(10_000, work);
    await expect(inTime(async () => 'done')).resolves.toBe('done');
    await expect(inTime(async () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  });

  it('rejects only what exceeds its own timeout', async () => {
    const inTime = <T>(work: () => Promise<T>) => withTimeout(60, work);
    const order: string[] = [];
    const late = (name: string) =>
      inTime(never).catch((error: unknown) => {
        order.push(name);
        return error;
      });
    const first = late('first');
    await sleep(30);
    const second = late('second');
    const quick = inTime(async () => {
      await sleep(5);
      return 'quick';
    });
    await expect(quick).resolves.toBe('quick');
    await expect(first).resolves.toMatchObject({ kind: 'timeout', message: 'no answer within 60 ms' });
    expect(order).toEqual(['first']);
    await second;
    // And it goes on after a time in which nothing was asked.
    await sleep(80);
    await expect(inTime(never)).rejects.toMatchObject({ kind: 'timeout' });
    await expect(inTime(async () => 'after')).resolves.toBe('after');
  });
});

describe('a caller who disconnects', () => {
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
});
