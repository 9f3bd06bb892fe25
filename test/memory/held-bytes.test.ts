import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const PROGRAM = fileURLToPath(new URL('held-bytes.ts', import.meta.url));

it('keys, compressed responses and generations hold no more memory than they need', () => {
  const printed = execFileSync(process.execPath, ['--expose-gc', PROGRAM], { encoding: 'utf8' }).trim().split('\n');
  expect(printed).toHaveLength(3);
  for (const { name, bytes, maxBytes } of printed.map((line) => JSON.parse(line)))
    expect({ name, bytes, isBelow: bytes < maxBytes }).toEqual({ name, bytes, isBelow: true });
});
