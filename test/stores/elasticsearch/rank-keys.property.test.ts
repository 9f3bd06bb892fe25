import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assignKeys, changesOf, NO_KEY } from '../../../indexer/elasticsearch/assign-keys.ts';
import {
  completionWeight,
  type KeyLayout,
  keyOfPlace,
  layoutFor,
  MAX_KEY,
  MAX_KEY_CHANGES,
  NO_KEY_CHANGES,
  orderKeys,
} from '../../../src/stores/elasticsearch/rank-keys.ts';

type Step = { readonly kind: 'insert' | 'remove' | 'move'; readonly from: number; readonly to: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'move'),
  from: fc.nat({ max: 60 }),
  to: fc.oneof(fc.constant(0), fc.constant(60), fc.nat({ max: 60 })),
});

let created = 0;

/** The order after a step; places beyond the end are the last one. */
function stepped(order: readonly string[], { kind, from, to }: Step): string[] {
  const next = [...order];
  const [moved] = kind === 'insert' ? [`new ${created++}`] : next.splice(Math.min(from, next.length - 1), 1);
  if (kind !== 'remove' && moved !== undefined) next.splice(Math.min(to, next.length), 0, moved);
  return next;
}

function keysAfter(layout: KeyLayout, keys: ReadonlyMap<string, number>, order: readonly string[]) {
  const assigned = assignKeys(
    layout,
    Int32Array.from(order, (word) => keys.get(word) ?? NO_KEY),
  );
  return assigned && new Map(order.map((word, place) => [word, assigned[place]!]));
}

describe('sort keys', () => {
  it('tell the rank of each word and the word of each rank after any steps', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 40 }),
        fc.constantFrom(1, 2, 4, 64),
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
        (places, gap, loads) => {
          const layout = { gap, places };
          let order = Array.from({ length: places }, (_, place) => `word ${place}`);
          let keys = new Map(order.map((word, place) => [word, keyOfPlace(layout, place)]));
          for (const steps of loads) {
            for (const one of steps) order = stepped(order, one);
            keys = keysAfter(layout, keys, order)!;
            const sorted = [...keys.values()];
            expect(sorted).toEqual([...new Set(sorted)].sort((a, b) => a - b));
            const { rankOf, keyOf } = orderKeys(layout, changesOf(layout, Int32Array.from(sorted))!);
            expect(sorted.map(rankOf)).toEqual(order.map((_, rank) => rank));
            expect(order.map((_, rank) => keyOf(rank))).toEqual(sorted);
            // Keys that no word has tell how many come before them, as a page that starts there needs it.
            for (const key of [0, 1, gap, 3 * gap + 1, MAX_KEY])
              expect(rankOf(key)).toBe(sorted.filter((other) => other < key).length);
            expect(keyOf(order.length)).toBeGreaterThan(sorted.at(-1) ?? 0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are kept by all words but those that move', () => {
    const layout = layoutFor(1000);
    const order = Array.from({ length: 1000 }, (_, place) => `word ${place}`);
    const keys = new Map(order.map((word, place) => [word, keyOfPlace(layout, place)]));
    let next = stepped(order, { kind: 'move', from: 999, to: 0 });
    next = stepped(next, { kind: 'insert', from: 0, to: 500 });
    next = stepped(next, { kind: 'remove', from: 700, to: 0 });
    const changed = [...keysAfter(layout, keys, next)!].filter(([word, key]) => keys.get(word) !== key);
    expect(changed.map(([word]) => word).sort()).toEqual([next[0], next[500]].sort());
  });

  it('take neighbours along where a gap is used up, and say when there is no room at all', () => {
    const layout = { gap: 2, places: 4 };
    // There is one key between 2 and 4, for one of three new words.
    const crowded = [...assignKeys(layout, Int32Array.of(2, NO_KEY, NO_KEY, NO_KEY, 4, 6, 8, 40))!];
    expect(crowded).toEqual([...new Set(crowded)].sort((a, b) => a - b));
    expect(crowded.at(-1)).toBe(40);
    expect(assignKeys({ gap: 1, places: 2 }, Int32Array.of(NO_KEY, 1, 2))).toEqual(Int32Array.of(1, 2, 3));
    const full = Int32Array.from({ length: 3 }, (_, place) => (place === 0 ? NO_KEY : MAX_KEY - 2 + place));
    expect(assignKeys({ gap: 1, places: MAX_KEY }, full)!.at(-1)).toBe(MAX_KEY);
  });

  it('are described in bounded lists, or not at all', () => {
    const layout = layoutFor(5000);
    const all = Int32Array.from({ length: 5000 }, (_, place) => keyOfPlace(layout, place));
    expect(changesOf(layout, all)).toEqual(NO_KEY_CHANGES);
    expect(changesOf(layout, all.subarray(MAX_KEY_CHANGES))?.removed).toHaveLength(MAX_KEY_CHANGES);
    expect(changesOf(layout, all.subarray(MAX_KEY_CHANGES + 1))).toBeUndefined();
    expect(changesOf(layout, all.subarray(0, 5000 - MAX_KEY_CHANGES - 1))).toBeUndefined();
  });

  it('have room for ten million words with gaps between them', () => {
    expect(layoutFor(10_000_000).gap).toBe(4);
    expect(layoutFor(120_000).gap).toBe(512);
    for (const places of [0, 1, 33, 120_000, 10_000_000, 60_000_000]) {
      const layout = layoutFor(places);
      expect(keyOfPlace(layout, places)).toBeLessThanOrEqual(MAX_KEY);
    }
  });

  it('become weights of completions that 32-bit floats tell apart, in the opposite order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_KEY }), (key) => {
        const [before, weight] = [completionWeight(key - 1), completionWeight(key)];
        expect(Math.fround(weight)).toBe(weight);
        expect(before).toBeGreaterThan(weight);
        expect(before).toBeLessThan(2 ** 31);
      }),
      {
        numRuns: 2000,
        examples: [[1], [MAX_KEY], [MAX_KEY - 2 ** 24], [MAX_KEY - 2 ** 24 + 1], [MAX_KEY - 2 ** 23 * 3]],
      },
    );
  });
});
