import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderedValues } from '../../../../src/stores/memory/query/facet-counts.ts';

describe('the order of a facet’s values', () => {
  it('is by count, few and many alike, then by place; what nothing has is left out', () => {
    const counts = Uint32Array.from([3, 1000, 0, 255, 256, 3, 70_000, 1000]);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    expect(orderedValues(names, counts, false).map(({ value, count }) => `${value} ${count}`)).toEqual([
      'g 70000',
      'b 1000',
      'h 1000',
      'e 256',
      'd 255',
      'a 3',
      'f 3',
    ]);
  });

  it('is by number for lengths', () => {
    expect(orderedValues(['1', '2', '10'], Uint32Array.from([5, 900, 7]), true)).toEqual([
      { value: 1, count: 5 },
      { value: 2, count: 900 },
      { value: 10, count: 7 },
    ]);
  });

  it('is what sorting would give, for any counts', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(4), fc.nat(600), fc.nat(2_000_000)), { maxLength: 400 }), (list) => {
        const names = list.map((_, i) => String(i).padStart(3, '0'));
        const sorted = list
          .map((count, i) => ({ value: names[i]!, count }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
        expect(orderedValues(names, Uint32Array.from(list), false)).toEqual(sorted);
      }),
    );
  });
});
