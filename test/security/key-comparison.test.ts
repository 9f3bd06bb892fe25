import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SECRET = /^(secret|secretHash|previousHash|given|current|previous|kept)$/;

interface SyntaxNode {
  readonly type?: string;
  readonly name?: string;
  readonly operator?: string;
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly callee?: SyntaxNode;
}

function visit(node: unknown, see: (node: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) see(node as SyntaxNode);
  for (const value of Object.values(node)) visit(value, see);
}

const nameOf = (node: SyntaxNode | undefined) => node?.property?.name ?? node?.name ?? '';

it('secrets and their hashes are compared by timingSafeEqual alone', () => {
  const compared: string[] = [];
  let inConstantTime = 0;
  for (const file of globSync('src/metering/**/*.ts', { cwd: ROOT })) {
    // Only the file of keys has names as common as these for secrets.
    const isSecret = (name: string) =>
      file.endsWith('metering/key.ts') ? SECRET.test(name) : /secret|Hash$/i.test(name);
    visit(parseSync(file, readFileSync(`${ROOT}/${file}`, 'utf8')).program, (node) => {
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'timingSafeEqual') inConstantTime++;
      if (node.type === 'CallExpression' && ['equals', 'compare', 'localeCompare'].includes(nameOf(node.callee)))
        compared.push(`${file}: ${nameOf(node.callee)}`);
      if (node.type !== 'BinaryExpression' || !/^[=!]==?$/.test(node.operator ?? '')) return;
      const [left, right] = [nameOf(node.left), nameOf(node.right)];
      // Whether there is one at all is no secret.
      if ([left, right].includes('undefined')) return;
      if (isSecret(left) || isSecret(right)) compared.push(`${file}: ${left} ${node.operator} ${right}`);
    });
  }
  expect(compared).toEqual([]);
  // The hash that is kept, and the one before it; both whatever the first one says.
  expect(inConstantTime).toBe(2);
});
