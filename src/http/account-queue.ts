/** What waits, by account. Accounts take turns, so that one with much that waits delays no other. */
export interface AccountQueue<Item extends { readonly queuedAt: number }> {
  readonly size: number;
  push(account: string, item: Item): void;
  /** The oldest item of the account whose turn it is. */
  next(): Item | undefined;
  hasQueuedBefore(time: number): boolean;
  /** Removes what was queued before this time. */
  takeQueuedBefore(time: number): Item[];
  /** Removes the oldest item of the account that has most. */
  takeFromLongest(): Item | undefined;
}

export function createAccountQueue<Item extends { readonly queuedAt: number }>(): AccountQueue<Item> {
  /** In the order of their turns. None is empty. */
  const accounts = new Map<string, Item[]>();
  let size = 0;

  /** The account has its next turn after all others. */
  const takeFrom = (account: string): Item => {
    const items = accounts.get(account)!;
    const item = items.shift()!;
    accounts.delete(account);
    if (items.length > 0) accounts.set(account, items);
    size--;
    return item;
  };
  const isQueuedBefore = (time: number, [oldest]: readonly Item[] = []) =>
    oldest !== undefined && oldest.queuedAt < time;

  return {
    get size() {
      return size;
    },
    push(account, item) {
      const items = accounts.get(account);
      if (items) items.push(item);
      else accounts.set(account, [item]);
      size++;
    },
    next() {
      const [account] = accounts.keys();
      return account === undefined ? undefined : takeFrom(account);
    },
    hasQueuedBefore: (time) => [...accounts.values()].some((items) => isQueuedBefore(time, items)),
    takeQueuedBefore(time) {
      const taken: Item[] = [];
      for (const account of [...accounts.keys()])
        while (isQueuedBefore(time, accounts.get(account))) taken.push(takeFrom(account));
      return taken;
    },
    takeFromLongest() {
      const byLength = [...accounts].sort(([, a], [, b]) => b.length - a.length);
      return byLength[0] && takeFrom(byLength[0][0]);
    },
  };
}
