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
  let position = 0;
  const parseOr = (): boolean => {
    let allowed = parseAnd();
    while (tokens[position] === 'OR') {
      position++;
      allowed = parseAnd() || allowed;
    }
    return allowed;
  };
  const parseAnd = (): boolean => {
    let allowed = parsePrimary();
    while (tokens[position] === 'AND') {
      position++;
      allowed = parsePrimary() && allowed;
    }
    return allowed;
  };
  const parsePrimary = (): boolean => {
    const token = tokens[position++] ?? '';
    if (token !== '(') return ALLOWED.has(token);
    const allowed = parseOr();
    return tokens[position++] === ')' && allowed;
  };
  const allowed = parseOr();
  // Anything left over is no expression that is understood here.
  return allowed && position === tokens.length;
}
