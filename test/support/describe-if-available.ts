import { describe, it } from '@jest/globals';

/** What a suite needs that not every machine has, such as an engine, a browser or a file of another package. */
export interface Requirement {
  readonly isAvailable: boolean;
  /** What is missing, and what to do about it: `no Redis here: install …`. */
  readonly advice: string;
  /** Skipped in CI too: a bonus where it happens to be there. */
  readonly isOptional?: boolean;
}

/**
 * The one rule for tests that need something that may be missing: they are reported as skipped, with what to do; where `CI` is set
 * their suite fails, so that nothing is green there because it was not run.
 */
export function describeIfAvailable(
  { isAvailable, advice, isOptional = false }: Requirement,
  name: string,
  tests: () => void,
): void {
  if (isAvailable) {
    describe(name, tests);
    return;
  }
  if (process.env.CI && !isOptional) throw new Error(`"${name}" must run in CI, but there is ${advice}`);
  process.stderr.write(`\nNOT RUN: ${name} (${advice})\n`);
  describe(name, () => it.skip(`is not run: ${advice}`, () => undefined));
}
