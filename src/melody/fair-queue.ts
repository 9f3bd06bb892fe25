/** Whose a task is. */
export interface QueueCaller {
  readonly account: string;
  /** Whether the account is that of a key. */
  readonly isKeyed: boolean;
}

interface QueueLimits {
  readonly perCaller: number;
  /** Of all callers with a key together, and of all without. */
  readonly total: number;
}

/** Why a task was not queued: this caller has too many waiting, or all together have. */
export type QueueRefusal = 'caller_full' | 'full';

export interface FairQueue<T> {
  /** @returns undefined where the task was queued */
  add(caller: QueueCaller, task: T): QueueRefusal | undefined;
  next(): T | undefined;
}

/** While callers with a key wait, one task in so many is of a caller without. */
const ANONYMOUS_SHARE = 5;

/** A queue that takes a task of each account in turn, however many tasks an account has, and accounts of keys first. */
export function createFairQueue<T>({ perCaller, total }: QueueLimits): FairQueue<T> {
  const keyed = createRoundRobin<T>();
  const anonymous = createRoundRobin<T>();
  let taken = 0;
  return {
    add({ account, isKeyed }, task) {
      const queue = isKeyed ? keyed : anonymous;
      if (queue.countOf(account) >= perCaller) return 'caller_full';
      if (queue.count() >= total) return 'full';
      queue.add(account, task);
      return undefined;
    },
    next() {
      const [first, second] = ++taken % ANONYMOUS_SHARE === 0 ? [anonymous, keyed] : [keyed, anonymous];
      return first.next() ?? second.next();
    },
  };
}

function createRoundRobin<T>() {
  // A map keeps the order of its keys: an account that had its turn goes to the end.
  const accounts = new Map<string, T[]>();
  let waiting = 0;
  return {
    count: () => waiting,
    countOf: (account: string) => accounts.get(account)?.length ?? 0,
    add(account: string, task: T) {
      accounts.set(account, [...(accounts.get(account) ?? []), task]);
      waiting++;
    },
    next(): T | undefined {
      for (const [account, [task, ...others]] of accounts) {
        accounts.delete(account);
        if (others.length > 0) accounts.set(account, others);
        waiting--;
        return task;
      }
      return undefined;
    },
  };
}
