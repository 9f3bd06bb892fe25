import { describe, expect, it } from '@jest/globals';
import { ROW_BYTES } from '../../../../src/lexicon/meaning.ts';
import { MAX_SIMILARITY_VECTORS } from '../../../../src/lexicon/query.ts';
import { allEntries, createEntrySet } from '../../../../src/stores/memory/columns/entry-set.ts';
import { createMeaningRows } from '../../../../src/stores/memory/meaning/meaning-rows.ts';
import fc from '../../../support/fast-check.ts';

const int8 = fc.integer({ min: -128, max: 127 });
const someRows = (count: number) =>
  fc
    .array(int8, { minLength: count * ROW_BYTES, maxLength: count * ROW_BYTES })
    .map((numbers) => Int8Array.from(numbers));

describe('rows of meaning', () => {
  it('have the greatest product with any vectors, of whichever entries are asked', () => {
    const size = 40;
    fc.assert(
      fc.property(
        someRows(size),
        fc.array(someRows(1), { minLength: 1, maxLength: MAX_SIMILARITY_VECTORS }),
        fc.uniqueArray(fc.nat(size - 1)),
        (rows, vectors, wanted) => {
          const set = createEntrySet(Uint32Array.from(wanted).sort(), size);
          const { ids, scores } = createMeaningRows(rows, size).products(set, vectors);
          expect([...ids]).toEqual(wanted.toSorted((a, b) => a - b));
          const productOf = (vector: Int8Array, id: number) =>
            vector.reduce((sum, number, i) => sum + number * rows[id * ROW_BYTES + i]!, 0);
          for (const id of ids) expect(scores[id]).toBe(Math.max(...vectors.map((vector) => productOf(vector, id))));
        },
      ),
    );
  });

  it('have the products of the greatest numbers', () => {
    for (const number of [-128, 127]) {
      const row = new Int8Array(ROW_BYTES).fill(number);
      const { scores } = createMeaningRows(row, 1).products(allEntries(1), [row]);
      expect(scores[0]).toBe(ROW_BYTES * number * number);
    }
  });

  it('are products of the present vector, whatever was asked before', () => {
    const rows = createMeaningRows(new Int8Array(2 * ROW_BYTES).fill(1), 2);
    const vectorOf = (number: number) => new Int8Array(ROW_BYTES).fill(number);
    expect([...rows.products(allEntries(2), [vectorOf(3)]).scores]).toEqual([288, 288]);
    expect([...rows.products(allEntries(2), [vectorOf(-1)]).scores]).toEqual([-96, -96]);
    expect([...rows.products(allEntries(2), []).scores]).toEqual([0, 0]);
  });

  it('are those of four vectors at most', () => {
    const rows = createMeaningRows(new Int8Array(ROW_BYTES), 1);
    const five = Array.from({ length: 5 }, () => new Int8Array(ROW_BYTES));
    expect(() => rows.products(allEntries(1), five)).toThrow(RangeError);
  });

  it('are given back one by one, and keep nothing of what they were copied from', () => {
    const source = Int8Array.from({ length: 3 * ROW_BYTES }, (_, i) => i % 100);
    const rows = createMeaningRows(source, 3);
    const expected = [...source.subarray(ROW_BYTES, 2 * ROW_BYTES)];
    source.fill(0);
    expect([...rows.row(1)!]).toEqual(expected);
  });

  it('may be missing: all products are 0', () => {
    const rows = createMeaningRows(new Int8Array(0), 5);
    expect(rows.row(3)).toBeUndefined();
    expect([...rows.products(allEntries(5), [new Int8Array(ROW_BYTES).fill(1)]).scores]).toEqual([0, 0, 0, 0, 0]);
  });
});
