import { z } from 'zod';

interface Bounds {
  readonly maxItems: number;
  /** What to do when there are more. */
  readonly advice: string;
  /** Why a list of the right length is too much all the same; undefined when it is not. */
  readonly totalProblem?: (items: readonly unknown[]) => string | undefined;
}

/**
 * A list whose length is looked at before its items are. A schema of lists by itself reads every item, and tells what is wrong with
 * each, before it says that there are too many.
 */
export function boundedList<T extends z.ZodArray>(list: T, { maxItems, advice, totalProblem }: Bounds) {
  return z.preprocess(
    (input, context) => {
      const problem = Array.isArray(input) ? sizeProblem(input) : undefined;
      if (problem === undefined) return input;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    },
    // For the API document.
    list.max(maxItems),
  );

  function sizeProblem(items: readonly unknown[]): string | undefined {
    if (items.length > maxItems) return `has ${items.length} items; at most ${maxItems} are taken: ${advice}`;
    return totalProblem?.(items);
  }
}
