import { describe, expect, it } from '@jest/globals';
import { NO_DESCRIPTIONS, openDescriptions, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { glossHeadPacker, openGlossHeads } from '../../src/lexicon/gloss-heads.ts';
import { MEANING_COMPONENTS } from '../../src/lexicon/meaning.ts';
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

function row(component: number): Int8Array {
  const numbers = new Int8Array(MEANING_COMPONENTS);
  numbers[component] = 40;
  return numbers;
}

const RAIN = { key: '雨', row: row(0), weight: 0.5 };
const UMBRELLA = { key: '遮', row: row(1), weight: 0.9 };
const NAMELESS = { key: '!遮', row: undefined, weight: 0.6 };

const packed = packDescriptions([
  { ideas: [RAIN, NAMELESS], words: [7, 3] },
  { ideas: [UMBRELLA], words: [5] },
  { ideas: [RAIN], words: [2, 7, 9] },
  { ideas: [UMBRELLA, UMBRELLA], words: [] },
]);
const descriptions = openDescriptions(packed);

describe('descriptions', () => {
  it('have their words and ideas, each idea packed once', () => {
    expect(packed.describedKeys).toEqual(['雨', '!遮', '遮']);
    expect(descriptions.count).toBe(4);
    expect([...descriptions.wordsOf(2)]).toEqual([2, 7, 9]);
    expect([...descriptions.wordsOf(3)]).toEqual([]);
    expect(descriptions.ideasOf(0).map(({ key, row }) => [key, row?.[0]])).toEqual([
      ['雨', 40],
      ['!遮', undefined],
    ]);
    expect(descriptions.withIdea('雨')).toEqual([0, 2]);
    expect(descriptions.withIdea('遮')).toEqual([1, 3]);
    expect(descriptions.withIdea('海')).toEqual([]);
  });

  it('weigh ideas by how few of them have these', () => {
    // Of 4: in 2, log 4/3 / log 4; in 1, log 2 / log 4 = 1/2; in none, 1.
    const weights = descriptions.weigh([RAIN, NAMELESS, { key: '海', row: undefined, weight: 0.5 }]);
    expect(weights.map(({ weight }) => Math.round(weight * 1000))).toEqual([104, 300, 500]);
    expect(descriptions.ideasOf(0).map(({ weight }) => Math.round(weight * 1000))).toEqual([104, 300]);
  });

  it('are like a meaning by the sum of their ideas', () => {
    const likenesses = (component: number) => [...descriptions.likenesses(row(component))];
    // 40 × 40 where all that is said is the same; what has no meaning counts nothing.
    expect(likenesses(0)).toEqual([1600, 0, 1600, 0]);
    expect(likenesses(1)).toEqual([0, 1600, 0, 1600]);
  });

  it('are none in a lexicon without them', () => {
    expect(packDescriptions([])).toEqual(NO_DESCRIPTIONS);
    const none = openDescriptions(NO_DESCRIPTIONS);
    expect([none.count, none.withIdea('雨')]).toEqual([0, []]);
  });
});
