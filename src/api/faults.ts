import { FAULTS_LISTED, type InvalidPart, invalidRequest } from './problem.ts';

/** Gathers what is wrong with a request. */
export interface Faults {
  /** @param describe makes the text of a fault; called for those alone that are listed */
  add(describe: () => InvalidPart): void;
  /** Throws the 400 of all that was added; nothing when nothing was. */
  throwAny(): void;
}

/** A caller can make thousands of faults with a few bytes: each is counted, and the first ones are told. */
export function createFaults(): Faults {
  const listed: InvalidPart[] = [];
  let count = 0;
  return {
    add(describe) {
      if (count++ < FAULTS_LISTED) listed.push(describe());
    },
    throwAny() {
      if (count > 0) throw invalidRequest(listed, count);
    },
  };
}
