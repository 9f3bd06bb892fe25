import type { InstalledPackage } from './packages.ts';

/** Licences that go with Apache-2.0, ask for a notice at most, and say nothing of what is built upon them. SPDX names. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense'],
]);

/** Packages whose licence may not be taken, a line for each with the reason. */
export function refusedLicences(packages: readonly InstalledPackage[]): string[] {
  return packages
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence || 'no licence is named'}`);
}

/** Whether an SPDX expression can be met with allowed licences: one side of an OR, both sides of an AND. */
export function isAllowed(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const either = (): boolean => {
    let met = both();
    while (tokens[at] === 'OR') {
      at++;
      met = both() || met;
    }
    return met;
  };
  const both = (): boolean => {
    let met = single();
    while (tokens[at] === 'AND') {
      at++;
      met = single() && met;
    }
    return met;
  };
  const single = (): boolean => {
    const token = tokens[at++] ?? '';
    if (token !== '(') return ALLOWED.has(token);
    const met = either();
    return tokens[at++] === ')' && met;
  };
  const met = either();
  // Anything left over is no expression that is understood here.
  return met && at === tokens.length;
}
