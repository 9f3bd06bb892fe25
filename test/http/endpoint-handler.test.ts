import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { withTimeout } from '../../src/http/endpoint-handler.ts';
import { createYielder } from '../../src/time-slicing.ts';
import { forTests } from '../support/for-tests.ts';
import { startService, testEndpoint } from './service.ts';

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
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  /** Works in slices until it is stopped. */
  const endless = testEndpoint('/api/lexicon/endless', async () => {
    const yieldIfDue = createYielder();
    begun.resolve();
    try {
      for (;;) {
        for (const sliceEnd = performance.now() + 6; performance.now() < sliceEnd; );
        await yieldIfDue();
      }
    } finally {
      ended.resolve();
    }
  });

  const service = forTests(() => startService({ endpoints: [endless] }));

  it('stops long work whose caller is gone', async () => {
    const leaving = new AbortController();
    const answer = service.get('/api/lexicon/endless', { signal: leaving.signal });
    await begun.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await ended.promise;
  });
});
