export interface PendingBatch<A, T> {
  /** Answers once the turn's work is done; throws what that throws. */
  add(item: A): Promise<T>;
  /** Does now what is still to be done. */
  flush(): void;
}

interface PendingItem<A, T> {
  readonly item: A;
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hands what is asked for within one turn of the event loop to `work` together, in order: one transaction for several requests, as
 * its commit costs more than what it commits.
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
