import { describe, expect, it } from '@jest/globals';
import { glossHeadPacker, openGlossHeads } from '../../src/lexicon/gloss-heads.ts';
import fc from '../support/fast-check.ts';

describe('entries by the heads of their glosses', () => {
  const gloss = fc.string({ unit: fc.constantFrom(...'ab'), minLength: 1, maxLength: 4 });
  const definitions = fc.array(fc.array(gloss, { maxLength: 3 }), { maxLength: 20 });

  it('are those of the head itself, and the first of longer ones', () => {
    fc.assert(
      fc.property(definitions, gloss, fc.integer({ min: 0, max: 5 }), (all, key, limit) => {
        const packer = glossHeadPacker();
        for (const [row, glosses] of all.entries()) packer.add(row, glosses.map((one) => `x${one}`).join('; '));
        const heads = openGlossHeads(packer.finish());
        const rowsWith = (test: (gloss: string) => boolean) =>
          [...all.keys()].filter((row) => all[row]!.some((one) => test(one)));
        expect([...heads.equalTo(`x${key}`)]).toEqual(rowsWith((one) => one === key));
        // Odd rows first, then by row.
        const order = (a: number, b: number) => (b % 2) - (a % 2) || a - b;
        expect(heads.startingWith(`x${key}`, limit, order)).toEqual(
          rowsWith((one) => one.startsWith(key) && one !== key)
            .sort(order)
            .slice(0, limit),
        );
      }),
      { numRuns: 200 },
    );
  });
});
