import { z } from 'zod';

interface Bounds {
  readonly most: number;
  /** What to do when there are more. */
  readonly advice: string;
  /** Why a list of the right length is too much all the same; undefined when it is not. */
  readonly excess?: (items: readonly unknown[]) => string | undefined;
}

/**
 * A list whose length is looked at before its items are. A schema of lists by itself reads every item, and tells what is wrong with
 * each, before it says that there are too many.
 */
export function boundedList<T extends z.ZodArray>(list: T, { most, advice, excess }: Bounds) {
  return z.preprocess(
    (given, context) => {
      const problem = Array.isArray(given) ? problemOf(given) : undefined;
      if (problem === undefined) return given;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    },
    // For the API document.
    list.max(most),
  );

  function problemOf(items: readonly unknown[]): string | undefined {
    if (items.length > most) return `has ${items.length} items; at most ${most} are taken: ${advice}`;
    return excess?.(items);
  }
}
