export interface Together<A, T> {
  /** Answers once the turn's work is done; throws what that throws. */
  ask(one: A): Promise<T>;
  /** Does now what is still to be done. */
  finish(): void;
}

interface Waiting<A, T> {
  readonly one: A;
  readonly resolve: (answer: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hands what is asked for within one turn of the event loop to `work` together, in order: one transaction for several requests, as
 * its commit costs more than what it commits.
 */
export function together<A, T>(work: (all: readonly A[]) => readonly T[]): Together<A, T> {
  let waiting: Waiting<A, T>[] = [];
  const finish = () => {
    const these = waiting;
    waiting = [];
    if (these.length === 0) return;
    try {
      const answers = work(these.map(({ one }) => one));
      for (const [at, { resolve }] of these.entries()) resolve(answers[at]!);
    } catch (error) {
      for (const { reject } of these) reject(error);
    }
  };
  return {
    finish,
    ask: (one) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(finish);
        waiting.push({ one, resolve, reject });
      }),
  };
}
