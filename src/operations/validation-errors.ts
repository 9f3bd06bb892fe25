import { type InvalidPart, invalidRequest, MAX_LISTED_ERRORS } from '../problem.ts';

/** Gathers what is wrong with a request. */
export interface ValidationErrors {
  /** @param describe makes the text of a fault; called for those alone that are listed */
  add(describe: () => InvalidPart): void;
  /** Throws the 400 of all that was added; nothing when nothing was. */
  throwIfAny(): void;
}

/** A caller can make thousands of faults with a few bytes: each is counted, and the first ones are told. */
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
