import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createEntrySet,
  type EntrySet,
  intersection,
  intersectionCount,
  slice,
  union,
  withoutIds,
  writeIds,
} from '../../../../src/stores/memory/columns/entry-set.ts';

/** Large enough that a few ids are a list and many are bits. */
const SIZE = 1000;
const idSet = fc
  .oneof(
    fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 25 }),
    fc.uniqueArray(fc.nat(SIZE - 1), { minLength: 100, maxLength: 600 }),
  )
  .map((ids) => new Set(ids));
const setOf = (ids: ReadonlySet<number>) => createEntrySet(Uint32Array.from(ids).sort(), SIZE);
const idsOf = (set: EntrySet) => slice(set, 0, SIZE);
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe('sets of entries', () => {
  it('intersect and unite as sets do, whichever form they have', () => {
    fc.assert(
      fc.property(fc.array(idSet, { minLength: 1, maxLength: 6 }), (sets) => {
        const both = intersection(sets.map(setOf), SIZE);
        const either = union(sets.map(setOf), SIZE);
        const [first, ...rest] = sets;
        const inAll = sorted([...first!].filter((id) => rest.every((set) => set.has(id))));
        const inAny = sorted(new Set(sets.flatMap((set) => [...set])));
        expect([idsOf(both), both.count]).toEqual([inAll, inAll.length]);
        expect([idsOf(either), either.count]).toEqual([inAny, inAny.length]);
      }),
    );
  });

  it('give their ids in order, and leave some out', () => {
    fc.assert(
      fc.property(idSet, fc.array(fc.nat(SIZE - 1), { maxLength: 30 }), (ids, removed) => {
        const set = setOf(ids);
        const written = new Uint32Array(SIZE);
        const count = writeIds(set, written);
        expect([...written.subarray(0, count)]).toEqual(sorted(ids));
        const rest = withoutIds(set, removed);
        const remaining = sorted([...ids].filter((id) => !removed.includes(id)));
        expect([idsOf(rest), rest.count]).toEqual([remaining, remaining.length]);
        // The set itself is shared and stays.
        expect(idsOf(set)).toEqual(sorted(ids));
      }),
    );
  });

  it('are counted together', () => {
    fc.assert(
      fc.property(idSet, idSet, (a, b) => {
        const x = setOf(a);
        fc.pre(x.kind === 'bits');
        expect(intersectionCount(x.bits, setOf(b))).toBe([...a].filter((id) => b.has(id)).length);
      }),
    );
  });
});
