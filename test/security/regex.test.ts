import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from 'vite';
import { MAX_CONTEXT_CHARACTERS, readingInContext, readTyped } from '../../src/cantonese/context-rules.ts';
import { explainSlowness } from './regex/ambiguity.ts';

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
    expect(explainSlowness(expression)).toMatch(/^(exponential|polynomial)/);
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
    expect(explainSlowness(expression)).toBeUndefined();
  });
});

describe('the regular expressions of the service', () => {
  const found: Found[] = [];
  const built = new Set<string>();
  for (const file of globSync('src/**/*.ts', { cwd: ROOT })) expressionsOf(file, found, built);

  it('take linear time, whatever they are given', () => {
    expect(found.length).toBeGreaterThan(50);
    expect(
      found.flatMap((one) => (explainSlowness(one) ? [`${one.file}: /${one.source}/ ${explainSlowness(one)}`] : [])),
    ).toEqual([]);
  });

  it('are made of nothing that a caller writes', () => {
    // Of the API's own paths, and of tables of their own: one a plain set of characters, the others rules of what stands beside a word or character.
    expect([...built].sort()).toEqual([
      ...['src/cantonese/context-rules.ts'],
      ...['src/cantonese/segmentation.ts', 'src/lyrics/exchanges.ts'],
      ...['src/lyrics/swaps/filter.ts', 'src/mcp/tools.ts'],
    ]);
  });

  it('of the rules of context see some characters only, so that what they cost has an end', () => {
    // Some of the rules try the same text in two ways; in twelve characters that is soon over.
    expect(MAX_CONTEXT_CHARACTERS).toBeLessThanOrEqual(12);
    const beside = (times: number) => Array.from('開個'.repeat(times) + '會');
    const context = (times: number) => ({ characters: beside(times), style: 'spoken' as const });
    const read = (times: number) => readingInContext('會', context(times), 2 * times, 2 * times + 1);
    expect(read(10_000)).toEqual(read(6));
    const typed = (times: number) => readTyped(Array.from(`我既${'愛'.repeat(times)}又`))[1];
    expect([typed(3), typed(10_000)]).toEqual(['既', '嘅']);
  });
});
