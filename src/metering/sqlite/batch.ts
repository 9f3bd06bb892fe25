export interface PendingBatch<A, T> {
  /** Resolves with the item's result after the batch has run; rejects with its error. */
  add(item: A): Promise<T>;
  /** Runs the pending batch now. */
  flush(): void;
}

interface PendingItem<A, T> {
  readonly item: A;
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the items of one turn of the event loop and passes them to `work` in order: one transaction for several requests, because
 * a commit costs more than the statements.
 */
export function batch<A, T>(work: (items: readonly A[]) => readonly T[]): PendingBatch<A, T> {
  let pending: PendingItem<A, T>[] = [];
  const flush = () => {
    const current = pending;
    pending = [];
    if (current.length === 0) return;
    try {
      const results = work(current.map(({ item }) => item));
      for (const [index, { resolve }] of current.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of current) reject(error);
    }
  };
  return {
    flush,
    add: (item) =>
      new Promise((resolve, reject) => {
        if (pending.length === 0) setImmediate(flush);
        pending.push({ item, resolve, reject });
      }),
  };
}
