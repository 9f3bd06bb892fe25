import { z } from 'zod';

interface Bounds {
  readonly maxItems: number;
  /** What to do about too many items, for the message. */
  readonly advice: string;
  /** Why a list of a permitted length is too large nevertheless; undefined when it is not. */
  readonly totalProblem?: (items: readonly unknown[]) => string | undefined;
}

/** A list whose length is checked before its items. Zod's own array parses every item and reports all their problems first. */
export function boundedList<T extends z.ZodArray>(list: T, { maxItems, advice, totalProblem }: Bounds) {
  return z.preprocess(
    (input, context) => {
      const problem = Array.isArray(input) ? sizeProblem(input) : undefined;
      if (problem === undefined) return input;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    },
    // For the OpenAPI document.
    list.max(maxItems),
  );

  function sizeProblem(items: readonly unknown[]): string | undefined {
    if (items.length > maxItems) return `has ${items.length} items; at most ${maxItems} are taken: ${advice}`;
    return totalProblem?.(items);
  }
}
