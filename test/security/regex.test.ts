import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from 'vite';
import rules from '../../data/sound/context-rules.json' with { type: 'json' };
import { whySlow } from './regex/ambiguity.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that is written in a file of the service; `built` are files that make some from other text. */
function expressionsOf(file: string, found: Found[], built: Set<string>): void {
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    const { type, regex, callee } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    if (regex) found.push({ file, source: regex.pattern, flags: regex.flags });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') built.add(file);
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(file, readFileSync(`${ROOT}/${file}`, 'utf8')).program);
}

describe('the check of regular expressions', () => {
  it.each([
    /^(a+)+$/,
    /^(a*)*b/,
    /^(a|aa)+$/,
    /^(\w+\s?)*$/,
    /^(?:a|a){30}$/,
    /^([a-z]+[a-z0-9]*)*!/,
    /^(x?y?)*z/,
    /\s*\s*$/,
    /^\d*\d*x/,
    /^.*,.*,.*;/,
    /\s+$/,
    /[a-z]+:/,
    /<.*>/,
  ])('finds what is slow: %s', (expression) => {
    expect(whySlow(expression)).toMatch(/^(exponential|polynomial)/);
  });

  it.each([
    /^a+$/,
    /\s+/,
    /^\s*a\s*$/,
    /^(ab|cd)+$/,
    /^(a|b)*c/,
    /;\s*x=\s*[^;]+/,
    /^[a-z]{1,64}$/,
    /\{(\w+)\}/,
    /^(a,)*a$/,
    /的+/u,
  ])('lets pass what is not: %s', (expression) => {
    expect(whySlow(expression)).toBeUndefined();
  });
});

describe('the regular expressions of the service', () => {
  const found: Found[] = [];
  const built = new Set<string>();
  for (const file of globSync('src/**/*.ts', { cwd: ROOT })) expressionsOf(file, found, built);

  it('take linear time, whatever they are given', () => {
    expect(found.length).toBeGreaterThan(50);
    expect(found.flatMap((one) => (whySlow(one) ? [`${one.file}: /${one.source}/ ${whySlow(one)}`] : []))).toEqual([]);
  });

  it('are made of nothing that a caller writes', () => {
    // Both are made of tables of their own, and checked below or plain sets of characters.
    expect([...built].sort()).toEqual(['src/cantonese/context-rules.ts', 'src/cantonese/phrases.ts']);
    const made = (rules as { before?: string; after?: string }[]).flatMap(({ before, after }) => [
      ...(before ? [new RegExp(`(?:${before})$`, 'u')] : []),
      ...(after ? [new RegExp(`^(?:${after})`, 'u')] : []),
    ]);
    expect(made.length).toBeGreaterThan(10);
    // Without repetition an expression looks at some characters only, even where it refers back to one of them.
    const repeating = made.filter(({ source }) => /[*+{]/.test(source));
    expect(repeating.flatMap((one) => (whySlow(one) ? [String(one)] : []))).toEqual([]);
  });
});
