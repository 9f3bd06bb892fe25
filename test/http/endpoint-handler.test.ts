import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { withTimeout } from '../../src/http/endpoint-handler.ts';
import { createYielder } from '../../src/time-slicing.ts';
import { forTests } from '../support/for-tests.ts';
import { startService, testEndpoint } from './service.ts';

const never = () => new Promise<never>(() => undefined);

describe('a timeout', () => {
  afterEach(() => void jest.useRealTimers());

  it('resolves and rejects as the work does', async () => {
    const inTime = <T>(work: () => Promise<T>) => withTimeout(10_000, work);
    await expect(inTime(async () => 'done')).resolves.toBe('done');
    await expect(inTime(async () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  });

  it('rejects only what exceeds its own timeout', async () => {
    jest.useFakeTimers();
    const rejected: string[] = [];
    const start = (name: string) =>
      withTimeout(60, never).catch(({ kind, message }) => rejected.push(name, kind, message));
    void start('first');
    await jest.advanceTimersByTimeAsync(30);
    void start('second');
    await jest.advanceTimersByTimeAsync(29);
    expect(rejected).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(rejected).toEqual(['first', 'timeout', 'no answer within 60 ms']);
    await jest.advanceTimersByTimeAsync(30);
    expect(rejected.slice(3)).toEqual(['second', 'timeout', 'no answer within 60 ms']);
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
