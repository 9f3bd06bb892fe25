import { describe, expect, it } from '@jest/globals';
import type { IdeaRow } from '../../src/lexicon/answers.ts';
import { NO_DESCRIPTIONS, openDescriptions, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { glossHeadPacker, openGlossHeads } from '../../src/lexicon/gloss-heads.ts';
import { MEANING_COMPONENTS } from '../../src/lexicon/meaning.ts';
import fc from '../support/fast-check.ts';
import { describeFunctions } from '../support/function-tables.ts';

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

const rounded = (ideas: readonly { readonly weight: number }[]) => ideas.map(({ weight }) => Math.round(weight * 1000));
const IDEAS: Readonly<Record<string, IdeaRow>> = {
  雨: RAIN,
  '!遮': NAMELESS,
  海: { key: '海', row: undefined, weight: 0.5 },
};

describeFunctions('descriptions', {
  keys: () => [packed.describedKeys, descriptions.count],
  words: (at: number) => [...descriptions.wordsOf(at)],
  /** Keys, with the first component of their meanings. */
  ideas: (at: number) => descriptions.ideasOf(at).map(({ key, row }) => [key, row?.[0] ?? null]),
  withIdea: (key: string) => descriptions.withIdea(key),
  /** In thousandths. */
  weights: (...keys: string[]) => rounded(descriptions.weigh(keys.map((key) => IDEAS[key]!))),
  ownWeights: (at: number) => rounded(descriptions.ideasOf(at)),
  likenesses: (component: number) => [...descriptions.likenesses(row(component))],
});

it('descriptions are none in a lexicon without them', () => {
  expect(packDescriptions([])).toEqual(NO_DESCRIPTIONS);
  const none = openDescriptions(NO_DESCRIPTIONS);
  expect([none.count, none.withIdea('雨')]).toEqual([0, []]);
});
