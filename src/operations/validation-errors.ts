import { type InvalidPart, invalidRequest, MAX_LISTED_ERRORS } from '../problem.ts';

/** Collects the problems of a request. */
export interface ValidationErrors {
  /** @param describe builds the message; called only for problems that are listed */
  add(describe: () => InvalidPart): void;
  /** Throws a 400 with the collected problems, if there are any. */
  throwIfAny(): void;
}

/** A small request can have thousands of problems: all are counted, the first ones are listed. */
export function createValidationErrors(): ValidationErrors {
  const listed: InvalidPart[] = [];
  let count = 0;
  return {
    add(describe) {
      if (count++ < MAX_LISTED_ERRORS) listed.push(describe());
    },
    throwIfAny() {
      if (count > 0) throw invalidRequest(listed, count);
    },
  };
}
