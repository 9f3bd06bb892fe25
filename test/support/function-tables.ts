import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** What functions make of arguments: a file of `test/cases`. */
export interface FunctionTable {
  readonly of: string;
  readonly name: string;
  /** The arguments, and the result; undefined is null. */
  readonly cases: readonly (readonly never[])[];
}

export type Functions = Readonly<Record<string, (...given: never[]) => unknown>>;

/** The functions that modules have, for those that need nothing but their arguments. */
export const functionsOf = (...modules: readonly object[]): Functions =>
  Object.fromEntries(modules.flatMap((one) => Object.entries(one).filter(([, value]) => typeof value === 'function')));

export const readCases = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../cases/${file}.json`, import.meta.url), 'utf8'));

/** Tries each table of a file. `functions` may depend on the table, which may have fields of its own. */
export function describeFunctions<T extends FunctionTable>(
  file: string,
  functions: Functions | ((table: T) => Functions),
): void {
  describe.each(readCases<T[]>(file))('$of', (table) => {
    const { of, name, cases } = table;
    const known = typeof functions === 'function' ? functions(table) : functions;
    it(`${name}`, async () => {
      const found: unknown[] = [];
      for (const row of cases) found.push([...row.slice(0, -1), (await known[of]!(...row.slice(0, -1))) ?? null]);
      expect(found).toEqual(cases);
    });
  });
}
