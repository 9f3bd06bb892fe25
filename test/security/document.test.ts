import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it.each([
  'docs/security.md',
  'docs/reliability.md',
  'SECURITY.md',
  'docs/operations/tracing.md',
  'docs/operations/upgrading.md',
])('%s names files that are there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(/`((?:test|src|scripts|drill|config)\/[\w./-]+\.\w+)`/g)].map(([, path]) =>
    join(ROOT, path!),
  );
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => join(ROOT, dirname(page), path!));
  expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([]);
});

it('docs/security.md has a row for each of the ten', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \*\*API\d+ /.test(line));
  expect(rows.map((row) => Number(/API(\d+)/.exec(row)![1]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // Each names at least one test.
  for (const row of rows) expect(row).toMatch(/`test\/[\w./-]+\.test\.ts`/);
});
