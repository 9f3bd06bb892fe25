import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { glossHeadPacker, glossKey, glossKeysOf, openGlossHeads } from '../../src/lexicon/gloss-heads.ts';

describe('the heads of glosses', () => {
  it.each([
    ['moon; month', ['moon', 'month']],
    ['the moon (astronomy); the Moon', ['moon']],
    ['to look forward to, to expect', ['lookforwardto', 'expect']],
    ["to be lonely; one's own", ['lonely', 'own']],
    ['Ho Man Tin, an area and railway station in Kowloon', ['homantin']],
    ['AsiaWorld-Expo; café', ['asiaworldexpo', 'cafe']],
    ['a thing that is far too long to be a name', []],
    ['also called 正旦, an actress; servant', ['actress', 'servant']],
    ['one; two; three; four; five; six', ['one', 'two', 'three', 'four', 'five']],
    ['', []],
  ])('of %p are %p', (definition, heads) => {
    expect(glossKeysOf(definition)).toEqual(heads);
  });

  it('are compared with what is typed, unless that is no English', () => {
    expect(['Tsim Sha Tsui', 'tsimshatsui', 'To kiss', 'café', "Queen's Road"].map(glossKey)).toEqual([
      ...['tsimshatsui', 'tsimshatsui', 'kiss', 'cafe', 'queensroad'],
    ]);
    expect(['hoi1', '開s', '海', ''].map(glossKey)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

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
      { numRuns: 500 },
    );
  });
});
