import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

it('docs/security.md has a row for each of the ten', () => {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \*\*API\d+ /.test(line));
  expect(rows.map((row) => Number(/API(\d+)/.exec(row)![1]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // Each names at least one test.
  for (const row of rows) expect(row).toMatch(/`test\/[\w./-]+\.test\.ts`/);
});
