import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountQueue, createAccountQueue } from '../../src/http/account-queue.ts';

interface Item {
  readonly name: string;
  readonly queuedAt: number;
}

describe('the queue of accounts', () => {
  let queue: AccountQueue<Item>;
  beforeEach(() => {
    queue = createAccountQueue();
    for (const [at, name] of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].entries())
      queue.push(name[0]!, { name, queuedAt: at });
  });
  const takeAll = () => {
    const names: string[] = [];
    for (let item = queue.next(); item; item = queue.next()) names.push(item.name);
    return names;
  };

  it('gives each account its turn', () => {
    expect(queue.size).toBe(6);
    expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('gives an account that comes anew its turn after all others', () => {
    expect([queue.next(), queue.next(), queue.next()].map((item) => item?.name)).toEqual(['a1', 'b1', 'c1']);
    queue.push('c', { name: 'c2', queuedAt: 6 });
    expect(takeAll()).toEqual(['a2', 'b2', 'c2', 'a3']);
  });

  it('gives up what was queued before a time, of every account', () => {
    expect([queue.hasQueuedBefore(0), queue.hasQueuedBefore(1)]).toEqual([false, true]);
    expect(queue.takeQueuedBefore(4).map(({ name }) => name)).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect([queue.size, queue.hasQueuedBefore(4)]).toEqual([2, false]);
    expect(takeAll().sort()).toEqual(['b2', 'c1']);
  });

  it('gives up the oldest of the account that has most', () => {
    expect(queue.takeFromLongest()?.name).toBe('a1');
    expect(queue.takeFromLongest()?.name).toMatch(/[ab][12]/);
    expect(queue.size).toBe(4);
    takeAll();
    expect(queue.takeFromLongest()).toBeUndefined();
  });
});
