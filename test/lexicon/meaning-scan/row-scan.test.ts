import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MODULE_FILE, moduleText } from '../../../scripts/meaning-scan/assemble.ts';
import { ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { createRowScan } from '../../../src/lexicon/meaning-scan/row-scan.ts';

describe('the module of the scan', () => {
  it('is what its source assembles to', async () => {
    expect(readFileSync(MODULE_FILE, 'utf8')).toBe(await moduleText());
  });
});

describe('a scan of rows', () => {
  it('scores those rows that are asked, by the vector that suits each best', () => {
    const scan = createRowScan(3);
    scan.rows.set([2, 3], 0);
    scan.rows.set([-4, 1], ROW_BYTES);
    scan.rows.set([9, 9], 2 * ROW_BYTES);
    const vector = (...numbers: number[]) => Int8Array.from({ length: ROW_BYTES }, (_, i) => numbers[i] ?? 0);
    scan.ids.set([1, 0]);
    scan.scores.fill(7);
    scan.run(2, [vector(1, 1), vector(-2, 0)]);
    // 2 + 3 and -4; -4 + 1 and 8; the third was not asked.
    expect([...scan.scores]).toEqual([5, 8, 7]);
  });
});
