import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { withTimeout } from '../../src/http/endpoint-handler.ts';

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
