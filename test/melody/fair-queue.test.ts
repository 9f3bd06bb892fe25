import { expect, it } from '@jest/globals';
import { createFairQueue } from '../../src/melody/fair-queue.ts';

const anonymous = (account: string) => ({ account, isKeyed: false });
const keyed = (account: string) => ({ account, isKeyed: true });

function drain(queue: { next(): string | undefined }): string[] {
  const tasks: string[] = [];
  for (let task = queue.next(); task !== undefined; task = queue.next()) tasks.push(task);
  return tasks;
}

it('takes a task of each account in turn, in the order in which they came', () => {
  const queue = createFairQueue<string>({ perCaller: 10, total: 20 });
  for (const task of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(anonymous(task[0]!), task);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('takes tasks of keys first, and every fifth of a caller without', () => {
  const queue = createFairQueue<string>({ perCaller: 10, total: 20 });
  for (const task of ['a1', 'a2']) queue.add(anonymous('a'), task);
  for (const task of ['k1', 'k2', 'k3', 'k4', 'k5']) queue.add(keyed('k'), task);
  expect(drain(queue)).toEqual(['k1', 'k2', 'k3', 'k4', 'a1', 'k5', 'a2']);
});

it('has bounds for each caller, for all with a key and for all without', () => {
  const queue = createFairQueue<string>({ perCaller: 2, total: 3 });
  const refusals = ['a', 'a', 'a', 'b', 'c'].map((account) => queue.add(anonymous(account), account));
  expect(refusals).toEqual([undefined, undefined, 'caller_full', undefined, 'full']);
  expect(queue.add(keyed('k'), 'k')).toBeUndefined();
  expect(drain(queue)).toEqual(['k', 'a', 'b', 'a']);
  expect(queue.add(anonymous('c'), 'c')).toBeUndefined();
});
